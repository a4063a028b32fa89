import type { Budget } from '../model/budget.ts';
import type { OpenExcursion, ProtectionOutput, ProtectionStatus } from '../model/output.ts';
import type { Blocks, PointBlock } from '../model/points.ts';
import type { EvaluationState } from '../model/state.ts';

export interface BudgetedOptions {
  /** Limits the work; after it interrupted an advance, the evaluator must not be used again. */
  readonly budget?: Budget | undefined;
}

export interface AdvanceOptions extends BudgetedOptions {
  /** False while history is evaluated again: then no action fires, nor an exit later whose delay began in it. */
  readonly live?: boolean | undefined;
  /** While history is evaluated again: whether what begins at a time begins in points that are not late. */
  readonly isInTime?: ((time: number) => boolean) | undefined;
  /** Whether to include excursions of thresholds that keep none for the record. */
  readonly unlogged?: boolean | undefined;
}

export interface ProtectionEvaluator {
  /**
   * Evaluates everything after the state's time up to `until`, inclusive. Points outside that are ignored: one at or
   * before the state's time is late, and needs an evaluation from an earlier state.
   *
   * @throws BudgetExceeded when the options' budget is spent
   */
  advance(blocks: Blocks, until: number, options?: AdvanceOptions): ProtectionOutput;
  status(): ProtectionStatus;
  /** The next time at which the program changes an answer, or a point is overdue, without new points; else null. */
  nextChange(): number | null;
  /** Time of the newest point processed of each input, by alias; an input without a point is absent. */
  seen(): ReadonlyMap<string, number>;
  /** The open excursions, and those whose delay is not over. */
  open(): OpenExcursion[];
  /**
   * After history was evaluated again (advance with `live` false): goes on live.
   *
   * @param previous the state before: pending delays that began live in it still fire. Null for the first evaluation.
   * @param announced the thresholds whose excursion that is held back counts as announced already
   */
  rejoin(previous: EvaluationState | null, announced: readonly number[]): void;
  save(): EvaluationState;
}

export interface CalculatedEvaluator {
  /**
   * As of a protection; answers the points to store, flagged where they rest on uncertain ones.
   *
   * @throws BudgetExceeded when the options' budget is spent
   */
  advance(blocks: Blocks, until: number, options?: BudgetedOptions): PointBlock;
  save(): EvaluationState;
}
