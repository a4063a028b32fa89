import type { ProtectionFindings } from '@twinward/contracts/protections/protection-preview';
import type {
  ExplainedThreshold,
  PointBlock,
  ProtectionDefinition,
  ThresholdError,
  ThresholdWarning,
} from '@twinward/domain/evaluation';
import type { LanguageError, LanguageWarning } from '@twinward/domain/language';

/** What a text may name, and the points behind it, which the worker holds under a key; null without points. */
export interface NamedPoints {
  alias: string;
  key: string | null;
}

/** Logic of a calculated tag to be evaluated over points that the worker holds. */
export interface EvaluationRequest {
  text: string;
  inputs: readonly NamedPoints[];
  /** Results from this time on are answered, in epoch milliseconds; earlier points only warm the windows. */
  from: number;
  /** Inclusive. */
  until: number;
}

/** The errors of the text, in order of position, or the points that it gives. */
export type Evaluation =
  | { ok: false; errors: readonly LanguageError[] }
  | {
      ok: true;
      points: PointBlock;
      warnings: readonly LanguageWarning[];
      /** The longest window that the text looks back over, in milliseconds. */
      longestWindow: number;
    };

/** A protection to be evaluated over points that the worker holds. */
export interface ProtectionRequest {
  definition: ProtectionDefinition;
  inputs: readonly NamedPoints[];
  /** What is found is answered for from <= time < to; earlier points only warm the windows. */
  from: number;
  to: number;
}

export type ProtectionEvaluation =
  | { ok: false; errors: readonly ThresholdError[] }
  | {
      ok: true;
      findings: ProtectionFindings;
      warnings: readonly ThresholdWarning[];
      /** Aliases whose points the logic refers to. */
      aliases: readonly string[];
      /** How far back points count, in milliseconds; infinite where all do. */
      reach: number;
    };

/** Asks why a protection says at a time what it says. */
export interface ExplanationRequest {
  definition: ProtectionDefinition;
  inputs: readonly NamedPoints[];
  time: number;
}

export type Explanation =
  | { ok: false; errors: readonly ThresholdError[] }
  | { ok: true; thresholds: readonly ExplainedThreshold[] };

/**
 * What can be asked, by name, with its answer. Of each the newest is answered: `saved` is another protection beside
 * the one that is being edited.
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

/** What is sent to the worker: points to keep under a key, or a question with the number of its answer. */
export type Message =
  | { kind: 'points'; key: string; block: PointBlock }
  | ({ kind: 'evaluate'; number: number } & Asked);

/** What the worker answers; `failure` when the evaluation itself broke. */
export type Answer = { number: number; question: QuestionName } & (
  | { evaluation: Questions[QuestionName]['answer'] }
  | { failure: string }
);
