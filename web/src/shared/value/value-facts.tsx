import type { ValueLine } from '@twinward/contracts/questions/value-ledger';
import { hasFailureCost, sourceLabels } from '@twinward/domain/value/proposal';
import type { ReactNode } from 'react';
import { formatMoney } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Why } from '../../ui/page/why.tsx';
import { riskPath, workPath } from '../address/paths.ts';
import { formatRange } from './money-range.ts';

/** What an advisory was worth: approved, or as proposed. */
export function ValueFacts({ line }: { line: ValueLine }): ReactNode {
  const { isApproved, proposal, outcome, value, note } = line;
  const failureCost = isApproved ? line.failureCost : proposal.failureCost;
  const cost = isApproved ? line.cost : proposal.cost;
  return (
    <Facts
      facts={[
        ...(hasFailureCost(outcome)
          ? [
              [
                'The failure would have cost',
                failureCost === null ? 'Not known' : formatRange(failureCost),
              ] as const,
            ]
          : []),
        ['The advisory cost', cost === null ? 'Not known' : formatMoney(cost)],
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

/** Where the amounts of a line come from. */
export function WhyValue({ line }: { line: ValueLine }): ReactNode {
  const { proposal, failureCost, cost, twinId, isApproved, outcome } = line;
  return (
    <Why
      subject={`the value of ${line.name}`}
      formula="What the failure would have cost − what the advisory cost"
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
          ? 'No consequence and no work with a cost is known: the amounts are a person’s.'
          : outcome === 'confirmed'
            ? 'Proposed by these. The failure was there: the notice saved between nothing and all of it.'
            : 'Proposed by these; a person approves the amounts.'
      }
      links={[
        { label: 'Risk of the twin', to: riskPath(twinId) },
        { label: 'Work', to: workPath(twinId) },
      ]}
    />
  );
}
