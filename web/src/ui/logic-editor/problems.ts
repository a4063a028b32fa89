import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import { type CheckOptions, check } from '@twinward/domain/language';

type Position = { line: number; column: number };

/** Something wrong with a text, or probably not meant; line and column from 1. */
export interface Problem {
  severity: 'error' | 'warning';
  message: string;
  from: Position;
  to: Position;
}

/**
 * All that the checker says of a text, in order of position, errors before warnings at one place. A text that is not
 * begun yet has no problems.
 */
export function problemsOf(text: string, options: CheckOptions): Problem[] {
  if (text.trim() === '') return [];
  const result = check(text, options);
  const errors = result.ok ? [] : result.errors;
  return [
    ...errors.map((error) => ({ severity: 'error' as const, ...error })),
    ...result.warnings.map((warning) => ({ severity: 'warning' as const, ...warning })),
  ].sort((one, other) => one.from.line - other.from.line || one.from.column - other.from.column);
}

/** `2 errors, 1 warning`; null when there is nothing to say. */
export function countText(problems: readonly Problem[]): string | null {
  const parts = (['error', 'warning'] as const).flatMap((severity) => {
    const count = problems.filter((problem) => problem.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  });
  return parts.length === 0 ? null : parts.join(', ');
}

export const placeText = ({ from }: Problem): string => `Line ${from.line}, column ${from.column}`;

/** Where a problem lies in a document, which may have changed since: kept inside it. */
export function offsetsOf({ from, to }: Problem, document: Text): { from: number; to: number } {
  const start = offsetAt(from, document);
  return { from: start, to: Math.max(start, offsetAt(to, document)) };
}

function offsetAt({ line, column }: Position, document: Text): number {
  if (line > document.lines) return document.length;
  const found = document.line(line);
  return Math.min(found.from + column - 1, found.to);
}

export const diagnosticsOf = (problems: readonly Problem[], document: Text): Diagnostic[] =>
  problems.map((problem) => ({
    ...offsetsOf(problem, document),
    severity: problem.severity,
    message: problem.message,
  }));
