import { reachOfAnswer } from './classifier.ts';
import type { ProtectionProgram } from './program.ts';

/**
 * How far back points affect a protection's result at a time, in milliseconds. Infinite if all points do: for
 * counters, averages of gaps, and excursions without a window. The latest value of an input may be older than
 * this.
 */
export function computeReach({ code: { plan }, definition, classifier }: ProtectionProgram): number {
  const countsAll = plan.inputs.some(({ gaps, counter, counterGaps }) => gaps || counter || counterGaps);
  if (countsAll || definition.type === 'activity') return Number.POSITIVE_INFINITY;
  const window = Math.max(0, ...plan.windows.map(({ length }) => length));
  const excursions = plan.excursions.reduce((sum, { length }) => sum + length, 0);
  const delay = definition.thresholds.reduce(
    (longest, { onDelay = 0, offDelay = 0 }) => Math.max(longest, onDelay, offDelay),
    0,
  );
  const condition = classifier?.condition ? computeReach(classifier.condition) : 0;
  const answer = classifier ? reachOfAnswer(classifier) + condition : 0;
  return Math.max(window, answer) + excursions + delay;
}
