import type { CalculatedEvaluator, CalculatedProgram, InputDefinition } from '@twinward/domain/evaluation';
import type { Points } from '../../../series/index.ts';
import type { Plan, Prepared, Sources } from './plan.ts';

/** A calculated tag as the engine takes it, and where its inputs come from. */
export interface StoredCalculation extends Sources {
  tagId: number;
  logic: string;
  /** The mapped inputs that the logic names. */
  inputs: readonly InputDefinition[];
  /** Changes with the definition: a state saved under another version is of no use. */
  version: number;
}

export type CalculationPlan = Plan<StoredCalculation, CalculatedProgram, CalculatedEvaluator>;
export type PreparedCalculation = Prepared<StoredCalculation, CalculatedProgram, CalculatedEvaluator>;

/** The result of evaluating a calculated tag. */
export interface Calculated {
  prepared: PreparedCalculation;
  /** All points after this time are replaced; null when the evaluation only adds to them. */
  replacesAfter: number | null;
  points: Points;
  checkpointsChanged: boolean;
}
