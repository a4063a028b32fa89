import type { LanguageError, LanguageWarning } from '../../language/index.ts';
import type { InputType, ProtectionDefinition } from '../model/definition.ts';
import type { Grid } from '../model/grid.ts';
import type { ClockComparison } from './codegen/clock.ts';
import type { Plan } from './codegen/plan.ts';
import type { Text } from './codegen/statements.ts';
import type { Difference, Runtime } from './runtime.ts';

/** An error of one threshold's logic or settings. */
export interface ThresholdError extends LanguageError {
  /** Index into the definition's thresholds; -1 where it is of the protection as a whole. */
  readonly threshold: number;
}

export interface ThresholdWarning extends LanguageWarning {
  readonly threshold: number;
}

/** What of an input must be read before an evaluation can go on from a saved state. */
export interface InputNeed {
  readonly alias: string;
  readonly type: InputType;
  /** Points with time in (state.time - window, state.time] are handed over as history; 0 needs none. */
  readonly window: number;
}

interface Program {
  /** Inputs that the text refers to (or whose staleness is watched); blocks of others are ignored. */
  readonly inputs: readonly InputNeed[];
  /** Whether passing time alone can change an answer, so that `Evaluator.nextChange` is worth asking. */
  readonly timeDriven: boolean;
  /** The engine's own. */
  readonly code: ProgramCode;
}

export interface ProtectionProgram extends Program {
  readonly kind: 'protection';
  readonly definition: ProtectionDefinition;
  readonly usesPatterns: boolean;
}

export interface CalculatedProgram extends Program {
  readonly kind: 'calculated';
}

export type CompiledProtection =
  | { readonly ok: true; readonly program: ProtectionProgram; readonly warnings: readonly ThresholdWarning[] }
  | { readonly ok: false; readonly errors: readonly ThresholdError[] };

export type CompiledCalculatedTag =
  | { readonly ok: true; readonly program: CalculatedProgram; readonly warnings: readonly LanguageWarning[] }
  | { readonly ok: false; readonly errors: readonly LanguageError[] };

/** The code that is generated for a program; all its evaluators share it. */
export interface ProgramCode {
  readonly plan: Plan;
  /** What was compiled, in the order of the thresholds. */
  readonly texts: readonly Text[];
  /** Runs to `run.until`; returns how many times the logic was evaluated. */
  readonly loop: (run: Runtime) => number;
  readonly differences: (run: Runtime) => Difference[];
  readonly comparisons: readonly ClockComparison[];
  readonly wakes: boolean;
  /** Steps of a budget that one pass of the loop counts as. */
  readonly weight: number;
  /** Of each input, by index; null for those without a fixed schedule. */
  readonly grids: readonly (Grid | null)[];
  /** Distinguishes the saved states of different programs. */
  readonly fingerprint: string;
}
