import { type Blocks, type Budget, BudgetExceeded } from '@twinward/domain/evaluation';
import { firstAfter } from '@twinward/domain/evaluation/model/points';

/** The budget of an evaluation: steps per point or timer, plus a constant. */
export interface EvaluationLimits {
  steps: number;
  stepsPerPoint: number;
}

/** Several times what a rule with a hundred windows needs, including delays and comparisons of intervals. */
export const evaluationLimits: EvaluationLimits = { steps: 1_000_000, stepsPerPoint: 256 };

/** Number of consecutive overruns after which an item is set aside. */
export const mostOverruns = 3;

/**
 * The budget of one evaluation. It grows with the points, so that only the cost per point matters, and a rule is not
 * set aside because it has years of points. It depends only on the program and its points.
 */
export class Meter implements Budget {
  readonly #limits: EvaluationLimits;
  #left: number;

  constructor(limits: EvaluationLimits) {
    this.#limits = limits;
    this.#left = limits.steps;
  }

  /** Adds the steps for a number of points, before they are evaluated. */
  allow(points: number): void {
    this.#left += points * this.#limits.stepsPerPoint;
  }

  /** @throws BudgetExceeded */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new BudgetExceeded('steps', describeOverrun(this.#limits));
  }
}

/** Number of points of all inputs up to a time. */
export const pointsIn = (blocks: Blocks, upTo = Number.POSITIVE_INFINITY): number =>
  [...blocks.values()].reduce((sum, block) => sum + firstAfter(block, upTo), 0);

function describeOverrun({ steps, stepsPerPoint }: EvaluationLimits): string {
  const count = (number: number) => number.toLocaleString('en-US');
  return `It needed more than ${count(stepsPerPoint)} steps for each point and ${count(steps)} besides.`;
}

/** Message on a protection that was set aside. */
export const protectionSetAside = (overrun: string) =>
  `Evaluation stopped: ${overrun} Simplify its logic, for example by fewer windows, and save it; or try again.`;

/** Message on a calculated tag that was set aside. */
export const calculationSetAside = (overrun: string) =>
  `Evaluation stopped: ${overrun} Simplify its logic, for example by fewer windows, and save it; or recalculate it.`;
