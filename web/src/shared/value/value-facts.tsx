import type { ValueLine } from '@twinward/contracts/questions/value-ledger';
import { hasFailureCost, sourceLabels } from '@twinward/domain/value/proposal';
import type { ReactNode } from 'react';
import { formatMoney } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Why } from '../../ui/page/why.tsx';
import { riskPath, workPath } from '../address/paths.ts';
import { formatRange } from './money-range.ts';

/** The approved or proposed value of an advisory. */
export function ValueFacts({ line }: { line: ValueLine }): ReactNode {
  const { isApproved, proposal, outcome, value, note } = line;
  const failureCost = isApproved ? line.failureCost : proposal.failureCost;
  const cost = isApproved ? line.cost : proposal.cost;
  return (
    <Facts
      facts={[
        ...(hasFailureCost(outcome)
          ? [['Avoided failure cost', failureCost === null ? 'Unknown' : formatRange(failureCost)] as const]
          : []),
        ['Cost of the advisory', cost === null ? 'Unknown' : formatMoney(cost)],
        [
          'Value',
          <span key="value">
            {value === null ? 'Not approved' : formatRange(value)}
            <WhyValue line={line} />
          </span>,
        ],
        ...(note === '' ? [] : [['Note', note] as const]),
        ...(line.approvedAt === null
          ? []
          : [
              [
                'Approved',
                <span key="approved">
                  <Time value={line.approvedAt} /> by {line.approvedBy ?? 'a deleted user'}
                </span>,
              ] as const,
            ]),
      ]}
    />
  );
}

/** Explains the amounts of a line. */
export function WhyValue({ line }: { line: ValueLine }): ReactNode {
  const { proposal, failureCost, cost, twinId, isApproved, outcome } = line;
  return (
    <Why
      subject={`the value of ${line.name}`}
      formula="Avoided failure cost − cost of the advisory"
      inputs={[
        ...(isApproved
          ? [
              ['Failure cost', failureCost === null ? 'none' : formatRange(failureCost)] as const,
              ['Cost', formatMoney(cost ?? 0), line.approvedAt] as const,
            ]
          : []),
        ...proposal.sources.map(
          ({ kind, name, amount }) => [`${sourceLabels[kind]}: ${name}`, formatMoney(amount)] as const,
        ),
      ]}
      note={
        proposal.sources.length === 0
          ? 'No consequence or work cost is known. A user enters the amounts.'
          : outcome === 'confirmed'
            ? 'Proposed from these amounts. The failure occurred, so early notice saved between nothing and its full cost.'
            : 'Proposed from these amounts. A user approves them.'
      }
      links={[
        { label: 'Risk of the twin', to: riskPath(twinId) },
        { label: 'Work', to: workPath(twinId) },
      ]}
    />
  );
}
