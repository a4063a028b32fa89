/**
 * The evaluation engine: compiles logic, and runs it over blocks of points. Live evaluation, recalculation and
 * simulation all use it, and get the same answers from the same points, however these are split.
 */
import type {
  CalculatedEvaluator,
  CalculatedProgram,
  CompiledCalculatedTag,
  CompiledProtection,
  InputDefinition,
  ProtectionDefinition,
  ProtectionEvaluator,
  ProtectionProgram,
  Resume,
} from './types.ts';

export * from './types.ts';

/** Checks and compiles a protection: all errors of all thresholds, in list order and position. */
export declare function compileProtection(definition: ProtectionDefinition): CompiledProtection;

/** Checks and compiles a calculated tag's text (base dialect) over the aliases that it may name. */
export declare function compileCalculatedTag(
  text: string,
  inputs: readonly InputDefinition[],
): CompiledCalculatedTag;

/** An evaluator at its beginning, or where a saved one left off. */
export declare function createProtectionEvaluator(
  program: ProtectionProgram,
  resume?: Resume,
): ProtectionEvaluator;

/** An evaluator at its beginning, or where a saved one left off. */
export declare function createCalculatedEvaluator(
  program: CalculatedProgram,
  resume?: Resume,
): CalculatedEvaluator;
