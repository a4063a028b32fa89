import type { ProtectionFindings } from '@twinward/contracts/protections/protection-preview';
import type {
  ExplainedThreshold,
  PointBlock,
  ProtectionDefinition,
  ThresholdError,
  ThresholdWarning,
} from '@twinward/domain/evaluation';
import type {
  LanguageError,
  LanguageWarning,
  ParameterContext,
  UnitContext,
} from '@twinward/domain/language';

/** A name available to a text, and the key of its points in the worker; null without points. */
export interface NamedPoints {
  alias: string;
  key: string | null;
  /** UCUM code of the unit of the points, or of the definition if it has a unit. */
  unit?: string | null;
}

/** Evaluates the logic of a calculated tag over points in the worker. */
export interface EvaluationRequest {
  text: string;
  /** The parameters of the twin. */
  parameters?: readonly ParameterContext[] | undefined;
  /** All known units. */
  units?: readonly UnitContext[] | undefined;
  /** UCUM code of the declared unit of the result. */
  unit?: string | null | undefined;
  inputs: readonly NamedPoints[];
  /** Results from this time on are returned, in epoch milliseconds; earlier points only fill the windows. */
  from: number;
  /** Inclusive. */
  until: number;
}

/** The errors of the text in order of position, or the calculated points. */
export type Evaluation =
  | { ok: false; errors: readonly LanguageError[] }
  | {
      ok: true;
      points: PointBlock;
      warnings: readonly LanguageWarning[];
      /** The longest window of the text, in milliseconds. */
      longestWindow: number;
    };

/** Evaluates a protection over points in the worker. */
export interface ProtectionRequest {
  definition: ProtectionDefinition;
  inputs: readonly NamedPoints[];
  /** Findings of from <= time < to are returned; earlier points only fill the windows. */
  from: number;
  to: number;
}

export type ProtectionEvaluation =
  | { ok: false; errors: readonly ThresholdError[] }
  | {
      ok: true;
      findings: ProtectionFindings;
      warnings: readonly ThresholdWarning[];
      /** Aliases that the logic refers to. */
      aliases: readonly string[];
      /** The look-back in milliseconds; infinite if all points count. */
      reach: number;
    };

/** Requests an explanation of a protection's state at a time. */
export interface ExplanationRequest {
  definition: ProtectionDefinition;
  inputs: readonly NamedPoints[];
  time: number;
}

export type Explanation =
  | { ok: false; errors: readonly ThresholdError[] }
  | { ok: true; thresholds: readonly ExplainedThreshold[] };

/**
 * The requests by name, with their answers. `saved` evaluates the saved version of the protection being edited.
 */
export interface Questions {
  calculation: { request: EvaluationRequest; answer: Evaluation };
  protection: { request: ProtectionRequest; answer: ProtectionEvaluation };
  saved: { request: ProtectionRequest; answer: ProtectionEvaluation };
  explanation: { request: ExplanationRequest; answer: Explanation };
}
export type QuestionName = keyof Questions;

type Asked = {
  [Name in QuestionName]: { question: Name; request: Questions[Name]['request'] };
}[QuestionName];

/** A message to the worker: points to store under a key, or a request with its number. */
export type Message =
  | { kind: 'points'; key: string; block: PointBlock }
  | ({ kind: 'evaluate'; number: number } & Asked);

/** A message from the worker; `failure` if the evaluation threw. */
export type Answer = { number: number; question: QuestionName } & (
  | { evaluation: Questions[QuestionName]['answer'] }
  | { failure: string }
);
