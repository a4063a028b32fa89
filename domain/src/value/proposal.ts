import type { AdvisoryOutcome } from '@twinward/contracts/advisories/advisory';
import type { MoneyRange, ValueProposal, ValueSource } from '@twinward/contracts/questions/value-ledger';

/** Whether an outcome has a failure cost: something would have failed. */
export const hasFailureCost = (outcome: AdvisoryOutcome): boolean =>
  outcome === 'confirmed' || outcome === 'prevented';

const sum = (sources: readonly ValueSource[]) => sources.reduce((total, { amount }) => total + amount, 0);

/**
 * Proposes what an advisory was worth, for a person to approve.
 *
 * The failure cost ranges over the consequences of the advisory's failure modes, since one of them would have occurred.
 * Without failure modes it is the consequence of the twin. For a confirmed failure, the notice saved between nothing
 * and the whole cost. The cost is that of the work ordered by the advisory, else of the work on the twin that
 * was completed while the advisory was active.
 */
export function proposeValue(outcome: AdvisoryOutcome, known: readonly ValueSource[]): ValueProposal {
  const pick = (...kinds: ValueSource['kind'][]) =>
    kinds.map((kind) => known.filter((one) => one.kind === kind)).find((some) => some.length > 0) ?? [];
  const failures = hasFailureCost(outcome) ? pick('failure-mode', 'twin') : [];
  const works = pick('ordered-work', 'work');
  const amounts = failures.map(({ amount }) => amount);
  return {
    failureCost:
      amounts.length === 0
        ? null
        : { low: outcome === 'confirmed' ? 0 : Math.min(...amounts), high: Math.max(...amounts) },
    cost: works.length === 0 ? null : sum(works),
    sources: [...failures, ...works],
  };
}

/** Returns the failure cost minus the cost. */
export const computeNetValue = (failureCost: MoneyRange | null, cost: number): MoneyRange => ({
  low: (failureCost?.low ?? 0) - cost,
  high: (failureCost?.high ?? 0) - cost,
});

/** Labels of the sources of a proposal's amounts. */
export const sourceLabels: Record<ValueSource['kind'], string> = {
  'failure-mode': 'Consequence of the failure mode',
  twin: 'Consequence of the twin',
  'ordered-work': 'Work requested by the advisory',
  work: 'Work while the advisory was active',
};
