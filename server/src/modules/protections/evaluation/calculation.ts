import type {
  CalculatedEvaluator,
  CalculatedProgram,
  CalculatedTagContext,
  DeviationProgram,
  InputDefinition,
} from '@twinward/domain/evaluation';
import type { Points } from '../../../series/index.ts';
import type { Plan, Prepared, Sources } from './plan.ts';

/** A calculated tag in the form of the engine, with the tags of its inputs. */
export interface StoredCalculation extends Sources {
  tagId: number;
  logic: string;
  /** With which the logic is compiled: units and parameters. */
  context: CalculatedTagContext;
  /** The mapped inputs that the logic refers to. */
  inputs: readonly InputDefinition[];
  /** The model that it is a deviation of; null for a tag with logic. */
  deviation: StoredDeviation | null;
  /** Changes with the definition; states saved under another version are invalid. */
  version: number;
}

/** The model of expected values that a deviation is calculated by. */
export interface StoredDeviation {
  /** As serialised by domain/src/patterns/expected-bytes.ts. */
  expected: Uint8Array;
  stepSeconds: number;
  /** In the order of the model, with how long their values hold in milliseconds. */
  aliases: readonly string[];
  holds: readonly number[];
  /** Index of the input whose deviation it is. */
  input: number;
}

/** What calculates the points of a tag: its logic, or the model of expected values that it is a deviation of. */
export type CalculationProgram = CalculatedProgram | DeviationProgram;

export type CalculationPlan = Plan<StoredCalculation, CalculationProgram, CalculatedEvaluator>;
export type PreparedCalculation = Prepared<StoredCalculation, CalculationProgram, CalculatedEvaluator>;

/** The result of evaluating a calculated tag. */
export interface Calculated {
  prepared: PreparedCalculation;
  /** All points after this time are replaced; null if the evaluation only adds points. */
  replacesAfter: number | null;
  points: Points;
  checkpointsChanged: boolean;
}
