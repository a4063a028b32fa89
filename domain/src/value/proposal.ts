import type { AdvisoryOutcome } from '@twinward/contracts/advisories/advisory';
import type { MoneyRange, ValueProposal, ValueSource } from '@twinward/contracts/questions/value-ledger';

/** Whether something would have failed: only then has an advisory a failure cost. */
export const hasFailureCost = (outcome: AdvisoryOutcome): boolean =>
  outcome === 'confirmed' || outcome === 'prevented';

const sum = (sources: readonly ValueSource[]) => sources.reduce((total, { amount }) => total + amount, 0);

/**
 * Proposes what an advisory was worth, for a person to approve.
 *
 * The failure cost ranges over the consequences of the failure modes that the advisory names, since one of them would
 * have failed; without any it is the consequence of the twin. Where the failure was there (confirmed), the notice saved
 * between nothing and the whole cost. The cost is that of the work that the advisory ordered; without any, of the work
 * on the twin that was completed while it was active.
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

/** The failure cost less the cost. */
export const netValueOf = (failureCost: MoneyRange | null, cost: number): MoneyRange => ({
  low: (failureCost?.low ?? 0) - cost,
  high: (failureCost?.high ?? 0) - cost,
});

/** Where a proposal takes its amounts from, in words. */
export const sourceLabels: Record<ValueSource['kind'], string> = {
  'failure-mode': 'Consequence of the failure mode',
  twin: 'Consequence of the twin',
  'ordered-work': 'Work requested by the advisory',
  work: 'Work while the advisory was active',
};
