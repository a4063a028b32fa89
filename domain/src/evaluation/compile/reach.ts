import type { ProtectionProgram } from './program.ts';

/**
 * How far back points count in a protection's answer at a time, in milliseconds; infinite where all of them do: for
 * counters, the mean of gaps, excursions without a window. The latest value of an input may be older still.
 */
export function reachOf({ code: { plan }, definition }: ProtectionProgram): number {
  const countsAll = plan.inputs.some(({ gaps, counter, counterGaps }) => gaps || counter || counterGaps);
  if (countsAll || definition.type === 'activity') return Number.POSITIVE_INFINITY;
  const window = Math.max(0, ...plan.windows.map(({ length }) => length));
  const excursions = plan.excursions.reduce((sum, { length }) => sum + length, 0);
  const delay = definition.thresholds.reduce(
    (longest, { onDelay = 0, offDelay = 0 }) => Math.max(longest, onDelay, offDelay),
    0,
  );
  return window + excursions + delay;
}
