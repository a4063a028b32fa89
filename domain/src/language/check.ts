import type { CheckedProgram } from './ast.ts';
import type { CheckOptions } from './context.ts';
import type { LanguageError, LanguageWarning } from './errors.ts';

export type CheckResult =
  | { ok: true; program: CheckedProgram; warnings: LanguageWarning[] }
  | { ok: false; errors: LanguageError[]; warnings: LanguageWarning[] };

/**
 * Parses and checks a text in its context.
 *
 * @returns the checked program, or every error in order of position; never throws, whatever the text
 */
export declare function check(text: string, options: CheckOptions): CheckResult;
