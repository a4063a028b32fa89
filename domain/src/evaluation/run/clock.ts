import type { ComparisonOperator } from '../../language/ast.ts';
import type { ClockComparison } from '../compile/codegen/clock.ts';
import type { Difference } from '../compile/runtime.ts';
import type { ExcursionWindow } from './excursion-window.ts';

/** How far ahead a change is searched: 278 years, in milliseconds. */
const HORIZON = 2 ** 43;

/**
 * The first time after `time`, up to `limit`, at which the result of the comparison changes; Infinity if
 * it does not change. The difference must be linear in between, so its sign changes at most twice. Each change is
 * found by bisection over whole milliseconds, exactly where an evaluation would see it.
 */
export function nextTurn(
  operator: ComparisonOperator,
  difference: Difference,
  time: number,
  limit: number,
): number {
  const now = difference(time);
  if (Number.isNaN(now)) return Number.POSITIVE_INFINITY;
  const answer = holds(operator, now);
  let at = time;
  for (let change = 0; change < 2; change++) {
    at = nextSign(difference, at, Math.min(limit, time + HORIZON));
    if (at === Number.POSITIVE_INFINITY || holds(operator, difference(at)) !== answer) return at;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * The first time at which the sign differs: estimated from the slope, and found by bisection if the estimate
 * is wrong.
 */
function nextSign(difference: Difference, time: number, limit: number): number {
  const now = difference(time);
  const sign = Math.sign(now);
  if (time >= limit || Math.sign(difference(limit)) === sign) return Number.POSITIVE_INFINITY;
  const slope = difference(time + 1) - now;
  const guess = time + Math.max(1, Math.ceil(Math.abs(now / slope)));
  for (const at of [guess, guess + 1]) {
    if (at > limit) break;
    if (Math.sign(difference(at)) !== sign && Math.sign(difference(at - 1)) === sign) return at;
  }
  let before = time;
  let after = limit;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (Math.sign(difference(middle)) === sign) before = middle;
    else after = middle;
  }
  return after;
}

function holds(operator: ComparisonOperator, difference: number): boolean {
  switch (operator) {
    case '==':
      return difference === 0;
    case '!=':
      return difference !== 0;
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    case '>=':
      return difference >= 0;
  }
}

/** Finds the next time at which a result of a protection's logic changes with time alone. */
export class Clock {
  private readonly comparisons: readonly ClockComparison[];
  private readonly differences: readonly Difference[];
  private readonly windows: readonly ExcursionWindow[];
  private readonly counted: readonly ExcursionWindow[];
  /** The next time of evaluation, as last scheduled. */
  evaluation = Number.POSITIVE_INFINITY;

  constructor(
    comparisons: readonly ClockComparison[],
    differences: readonly Difference[],
    windows: readonly ExcursionWindow[],
    counted: readonly ExcursionWindow[],
  ) {
    this.comparisons = comparisons;
    this.differences = differences;
    this.windows = windows;
    this.counted = counted;
  }

  /** The next time after `time` to stop at without a new point. */
  schedule(time: number): number {
    let evaluation = Number.POSITIVE_INFINITY;
    let bend = Number.POSITIVE_INFINITY;
    for (const window of this.counted) evaluation = Math.min(evaluation, window.nextLeave(time));
    this.comparisons.forEach(({ operator, excursions }, index) => {
      let limit = Number.POSITIVE_INFINITY;
      for (const window of excursions) limit = Math.min(limit, this.windows[window]!.nextBend(time));
      const turn = nextTurn(operator, this.differences[index]!, time, limit);
      if (turn < Number.POSITIVE_INFINITY) evaluation = Math.min(evaluation, turn);
      else bend = Math.min(bend, limit);
    });
    this.evaluation = evaluation;
    return Math.min(evaluation, bend);
  }
}
