/** Maximum number of steps between two checks of the budget. */
export const STEPS_BETWEEN_CHECKS = 65_536;

/**
 * Limits the work of an evaluation. A step is one time at which the engine processes points or evaluates the
 * logic.
 *
 * Large programs take several steps per time: one for every 64 operations of the generated code, rounded up,
 * where each window counts as 8 operations and each input and each threshold as 4. One more step counts for
 * each point of an input that is watched for staleness, and for each comparison of intervals whenever the
 * engine computes the next time at which its result changes. With a budget, a point loaded from a saved
 * state's history into windows counts like an evaluated one.
 *
 * So the number of steps depends only on the program and the points, not on how the points are split into
 * blocks.
 */
export interface Budget {
  /**
   * Called with the number of steps since the last call, at least every 65,536 steps.
   *
   * @throws BudgetExceeded to interrupt the evaluation. Its evaluator must not be used again.
   */
  spend(steps: number): void;
}

/** An evaluation was interrupted because it took too many steps or too long. */
export class BudgetExceeded extends Error {
  readonly limit: 'steps' | 'time';

  constructor(limit: 'steps' | 'time', message: string) {
    super(message);
    this.name = 'BudgetExceeded';
    this.limit = limit;
  }
}

export interface BudgetOptions {
  /** Maximum number of steps; unlimited by default. */
  readonly steps?: number | undefined;
  /**
   * The time, by the clock `now`, at which to interrupt. Only for previews: stored results must not depend on
   * the speed of the machine.
   */
  readonly deadline?: number | undefined;
  /** Milliseconds; `Date.now` by default. */
  readonly now?: (() => number) | undefined;
}

/** A budget for any number of advances, of one or more evaluators. */
export function createBudget({ steps, deadline, now = Date.now }: BudgetOptions): Budget {
  let left = steps ?? Number.POSITIVE_INFINITY;
  return {
    spend(count) {
      left -= count;
      if (left < 0) {
        const limit = steps!.toLocaleString('en-US');
        throw new BudgetExceeded('steps', `The evaluation needs more than ${limit} steps.`);
      }
      if (deadline !== undefined && now() >= deadline) {
        throw new BudgetExceeded('time', 'The evaluation took too long.');
      }
    },
  };
}
