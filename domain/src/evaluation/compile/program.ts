import type { LanguageError, LanguageWarning } from '../../language/index.ts';
import type { Classifier } from '../../patterns/model.ts';
import type { ClassifierDefinition, InputType, ProtectionDefinition } from '../model/definition.ts';
import type { Grid } from '../model/grid.ts';
import type { ClockComparison } from './codegen/clock.ts';
import type { Plan } from './codegen/plan.ts';
import type { Text } from './codegen/statements.ts';
import type { Difference, Runtime } from './runtime.ts';

/** An error in a threshold's logic or settings. */
export interface ThresholdError extends LanguageError {
  /** Index into the definition's thresholds; -1 for an error of the whole protection. */
  readonly threshold: number;
}

export interface ThresholdWarning extends LanguageWarning {
  readonly threshold: number;
}

/** The points of an input that must be read to resume from a saved state. */
export interface InputNeed {
  readonly alias: string;
  readonly type: InputType;
  /** Points with time in (state.time - window, state.time] are needed as history; 0 means none. */
  readonly window: number;
}

interface Program {
  /** The inputs that the text uses or whose staleness is watched; blocks of other inputs are ignored. */
  readonly inputs: readonly InputNeed[];
  /** Whether a result may change with time alone, so that `Evaluator.nextChange` is useful. */
  readonly timeDriven: boolean;
  /** Internal to the engine. */
  readonly code: ProgramCode;
}

/** The models in memory. */
export interface Models {
  /**
   * Returns the classifier with a checksum. It must not be shared by threads.
   * @throws if it was not loaded
   */
  get(checksum: string): Classifier;
}

/** How the answers of a model are computed. */
export interface ClassifierProgram {
  readonly definition: ClassifierDefinition;
  /** The condition of use as a protection with one threshold; null without a condition. */
  readonly condition: ProtectionProgram | null;
  readonly models: Models;
}

export interface ProtectionProgram extends Program {
  readonly kind: 'protection';
  readonly definition: ProtectionDefinition;
  readonly usesPatterns: boolean;
  /** Null without a model in service. */
  readonly classifier: ClassifierProgram | null;
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

/** The generated code of a program; all its evaluators share it. */
export interface ProgramCode {
  readonly plan: Plan;
  /** The compiled texts, in the order of the thresholds. */
  readonly texts: readonly Text[];
  /** Runs to `run.until`; returns the number of evaluations of the logic. */
  readonly loop: (run: Runtime) => number;
  readonly differences: (run: Runtime) => Difference[];
  readonly comparisons: readonly ClockComparison[];
  readonly wakes: boolean;
  /** Budget steps per pass of the loop. */
  readonly weight: number;
  /** By input index; null for inputs without a fixed schedule. */
  readonly grids: readonly (Grid | null)[];
  /** Distinguishes the saved states of different programs. */
  readonly fingerprint: string;
}
