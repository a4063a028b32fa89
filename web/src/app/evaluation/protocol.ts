import type { PointBlock } from '@twinward/domain/evaluation';
import type { LanguageError, LanguageWarning } from '@twinward/domain/language';

/** Logic of a calculated tag to be evaluated over points that the worker holds. */
export interface EvaluationRequest {
  text: string;
  /** What the text may name, and the points behind each name; a name without a key has no points. */
  inputs: readonly { alias: string; key: string | null }[];
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

/** What is sent to the worker: points to keep under a key, or a request with the number of its answer. */
export type Message =
  | { kind: 'points'; key: string; block: PointBlock }
  | { kind: 'evaluate'; number: number; request: EvaluationRequest };

/** What the worker answers; `failure` when the evaluation itself broke. */
export type Answer = { number: number } & ({ evaluation: Evaluation } | { failure: string });
