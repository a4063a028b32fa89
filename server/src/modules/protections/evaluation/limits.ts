import { type Blocks, type Budget, BudgetExceeded } from '@twinward/domain/evaluation';
import { firstAfter } from '@twinward/domain/evaluation/model/points';

/** How many steps an evaluation may take: so many for each point or passing of time, and some besides. */
export interface EvaluationLimits {
  steps: number;
  stepsPerPoint: number;
}

/** Several times what a rule of a hundred windows needs, delays and comparisons of intervals included. */
export const evaluationLimits: EvaluationLimits = { steps: 1_000_000, stepsPerPoint: 256 };

/** Something is set aside once it took too many steps so many times in succession. */
export const mostOverruns = 3;

/**
 * The budget of one evaluation. It grows with the points, so that years of points are no reason to set a rule aside:
 * what counts is how costly the rule is. It depends on nothing but the program and its points.
 */
export class Meter implements Budget {
  readonly #limits: EvaluationLimits;
  #left: number;

  constructor(limits: EvaluationLimits) {
    this.#limits = limits;
    this.#left = limits.steps;
  }

  /** Allows the steps for so many points, before they are evaluated. */
  allow(points: number): void {
    this.#left += points * this.#limits.stepsPerPoint;
  }

  /** @throws BudgetExceeded */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new BudgetExceeded('steps', overrunOf(this.#limits));
  }
}

/** How many points all inputs have up to a time. */
export const pointsIn = (blocks: Blocks, upTo = Number.POSITIVE_INFINITY): number =>
  [...blocks.values()].reduce((sum, block) => sum + firstAfter(block, upTo), 0);

function overrunOf({ steps, stepsPerPoint }: EvaluationLimits): string {
  const count = (number: number) => number.toLocaleString('en-US');
  return `It needed more than ${count(stepsPerPoint)} steps for each point and ${count(steps)} besides.`;
}

/** What is shown on a protection that was set aside. */
export const protectionSetAside = (overrun: string) =>
  `Set aside: ${overrun} Simplify its logic, for example by fewer windows, and save it; or try again.`;

/** What is shown on a calculated tag that was set aside. */
export const calculationSetAside = (overrun: string) =>
  `Set aside: ${overrun} Simplify its logic, for example by fewer windows, and save it; or recalculate it.`;
