import type {
  CalculatedEvaluator,
  CalculatedProgram,
  CalculatedTagUnits,
  InputDefinition,
} from '@twinward/domain/evaluation';
import type { Points } from '../../../series/index.ts';
import type { Plan, Prepared, Sources } from './plan.ts';

/** A calculated tag in the form of the engine, with the tags of its inputs. */
export interface StoredCalculation extends Sources {
  tagId: number;
  logic: string;
  /** By which the logic is compiled. */
  units: CalculatedTagUnits;
  /** The mapped inputs that the logic refers to. */
  inputs: readonly InputDefinition[];
  /** Changes with the definition; states saved under another version are invalid. */
  version: number;
}

export type CalculationPlan = Plan<StoredCalculation, CalculatedProgram, CalculatedEvaluator>;
export type PreparedCalculation = Prepared<StoredCalculation, CalculatedProgram, CalculatedEvaluator>;

/** The result of evaluating a calculated tag. */
export interface Calculated {
  prepared: PreparedCalculation;
  /** All points after this time are replaced; null if the evaluation only adds points. */
  replacesAfter: number | null;
  points: Points;
  checkpointsChanged: boolean;
}
