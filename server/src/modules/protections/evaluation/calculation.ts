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
  /** The units and parameters that the logic is compiled with. */
  context: CalculatedTagContext;
  /** The mapped inputs that the logic refers to. */
  inputs: readonly InputDefinition[];
  /** The model whose deviation it is; null for a tag with logic. */
  deviation: StoredDeviation | null;
  /** Changes with the definition; states that were saved under another version are invalid. */
  version: number;
}

/** The model of expected values that calculates a deviation. */
export interface StoredDeviation {
  /** As serialised by domain/src/patterns/expected-bytes.ts. */
  expected: Uint8Array;
  stepSeconds: number;
  /** In the order of the model, with the milliseconds for which their values hold. */
  aliases: readonly string[];
  holds: readonly number[];
  /** Index of the input that the deviation belongs to. */
  input: number;
}

/** What calculates the points of a tag: its logic, or a model of expected values. */
export type CalculationProgram = CalculatedProgram | DeviationProgram;

export type CalculationPlan = Plan<StoredCalculation, CalculationProgram, CalculatedEvaluator>;
export type PreparedCalculation = Prepared<StoredCalculation, CalculationProgram, CalculatedEvaluator>;

/** The result of evaluating a calculated tag. */
export interface Calculated {
  prepared: PreparedCalculation;
  /** Points after this time are replaced; null if the evaluation only adds points. */
  replacesAfter: number | null;
  points: Points;
  checkpointsChanged: boolean;
}
