import type { Advisory } from '@twinward/contracts/advisories/advisory';
import type { ReactNode } from 'react';
import { monitorPath, protectionEditPath, riskPath } from '../../shared/address/paths.ts';
import { formatMoney } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { Why } from '../../ui/page/why.tsx';

/** Explains the level of an advisory. */
export function WhyAdvisoryLevel({ advisory }: { advisory: Advisory }): ReactNode {
  const { twinId, protection, threshold, occurrences, createdAt } = advisory;
  const first = occurrences.at(-1);
  return (
    <Why
      subject="the level of the advisory"
      formula="The level of the threshold when the advisory was created"
      inputs={[
        ['Threshold', threshold?.name ?? 'deleted'],
        ['Protection', protection?.name ?? 'deleted'],
        ...(first === undefined ? [] : ([['Exceeded', <Time key="first" value={first.start} />]] as const)),
        ['Created', <Time key="made" value={createdAt} />],
      ]}
      note="Later changes of the threshold apply only to new advisories."
      links={[
        { label: 'Monitor', to: monitorPath(twinId) },
        ...(protection === null
          ? []
          : [{ label: 'Edit the protection', to: protectionEditPath(protection.id) }]),
      ]}
    />
  );
}

/** Whether the risk of an advisory comes from its failure modes instead of the twin. */
export const isOfModes = ({ failureModes }: Advisory): boolean =>
  failureModes.some(({ risk }) => risk !== null);

/** Explains the risk of an advisory. */
export function WhyAdvisoryRisk({ advisory }: { advisory: Advisory }): ReactNode {
  const { twinId, risk, failureModes } = advisory;
  const amount = (value: number | null) => (value === null ? 'not set' : formatMoney(value));
  const ofModes = isOfModes(advisory);
  return (
    <Why
      subject="the risk of the advisory"
      formula={
        ofModes
          ? '∑ probability / 100 × consequence, over its failure modes'
          : 'Probability / 100 × consequence of the twin'
      }
      inputs={[
        ...failureModes.map((mode) => [mode.name, amount(mode.risk)] as const),
        ...(ofModes ? [] : ([['Twin', amount(risk)]] as const)),
      ]}
      note={
        ofModes
          ? 'Uses the current probability and consequence. A failure mode without both adds no risk.'
          : 'The advisory has no failure mode with a risk, so the risk of the twin is used.'
      }
      links={[{ label: 'Risk of the twin', to: riskPath(twinId) }]}
    />
  );
}
