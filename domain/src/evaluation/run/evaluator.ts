import type { Budget } from '../model/budget.ts';
import type { OpenExcursion, ProtectionOutput, ProtectionStatus, StaleEvent } from '../model/output.ts';
import type { Blocks, PointBlock } from '../model/points.ts';
import type { EvaluationState } from '../model/state.ts';

export interface BudgetedOptions {
  /** Limits the work; if it interrupts an advance, the evaluator must not be used again. */
  readonly budget?: Budget | undefined;
}

export interface AdvanceOptions extends BudgetedOptions {
  /**
   * False while history is re-evaluated: then no action fires, nor does a later exit whose delay began in that history.
   */
  readonly live?: boolean | undefined;
  /** For re-evaluated history: whether a begin at a time is due to points that are not late. */
  readonly isInTime?: ((time: number) => boolean) | undefined;
  /**
   * Points after `until` and up to this time only show which points of the model's grid are answered. Only for the last
   * advance.
   */
  readonly evidence?: number | undefined;
  /** Whether to include excursions of thresholds that do not log theirs. */
  readonly unlogged?: boolean | undefined;
}

export interface ProtectionEvaluator {
  /**
   * Evaluates everything after the state's time up to `until`, inclusive. Points outside this range are ignored: a
   * point at or before the state's time is late, and requires an evaluation from an earlier state. With a model, the
   * state's time may stay behind `until`, while an answer may still follow. The points after it wait for the next
   * advance.
   * @throws BudgetExceeded if the options' budget is used up
   */
  advance(blocks: Blocks, until: number, options?: AdvanceOptions): ProtectionOutput;
  status(): ProtectionStatus;
  /** Drops the waiting points, before an advance that is passed all points after the state's time. */
  dropWaiting(): void;
  /** The next time at which a result changes, or a point is overdue, without new points; otherwise null. */
  nextChange(): number | null;
  /** Time of the newest processed point of each input, by alias; inputs without a point are absent. */
  seen(): ReadonlyMap<string, number>;
  /** The open excursions, and those with a pending delay. */
  open(): OpenExcursion[];
  /** The stale inputs that have had a point, each with the time since when it is stale. */
  stale(): StaleEvent[];
  /** The watched inputs that never had a point, by alias; none once out of service. */
  unseen(): string[];
  /**
   * Returns the time since which every watched input is stale, in epoch milliseconds; null if one is not stale, or none
   * is watched.
   * @param unseenSince time since which inputs that never had a point count as stale
   */
  silentSince(unseenSince: number): number | null;
  /**
   * Continues live after history was re-evaluated (advance with `live` false).
   * @param previous the state before: pending delays that began live in it still fire. Null for the first evaluation.
   * @param announced thresholds whose excursion with a pending delay already counts as announced
   */
  rejoin(previous: EvaluationState | null, announced: readonly number[]): void;
  save(): EvaluationState;
}

export interface CalculatedEvaluator {
  /**
   * Like `advance` of a protection. Returns the points to store, with the quality uncertain if they depend on
   * uncertain ones.
   *
   * @throws BudgetExceeded when the options' budget is used up
   */
  advance(blocks: Blocks, until: number, options?: BudgetedOptions): PointBlock;
  save(): EvaluationState;
}
