import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import { type CheckOptions, check } from '@twinward/domain/language';

type Position = { line: number; column: number };

/** An error or warning in a text; line and column count from 1. */
export interface Problem {
  severity: 'error' | 'warning';
  message: string;
  from: Position;
  to: Position;
}

/** All problems of a text in order of position, errors before warnings at the same position. An empty text has none. */
export function findProblems(text: string, options: CheckOptions): Problem[] {
  if (text.trim() === '') return [];
  const result = check(text, options);
  const errors = result.ok ? [] : result.errors;
  return [
    // Logic may be saved before its parameters have values.
    ...errors.map((error) => ({
      severity: error.code === 'parameter-value' ? ('warning' as const) : ('error' as const),
      ...error,
    })),
    ...result.warnings.map((warning) => ({ severity: 'warning' as const, ...warning })),
  ].sort((one, other) => one.from.line - other.from.line || one.from.column - other.from.column);
}

/** `2 errors, 1 warning`; null without problems. */
export function countText(problems: readonly Problem[]): string | null {
  const parts = (['error', 'warning'] as const).flatMap((severity) => {
    const count = problems.filter((problem) => problem.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  });
  return parts.length === 0 ? null : parts.join(', ');
}

export const placeText = ({ from }: Problem): string => `Line ${from.line}, column ${from.column}`;

/** The range of a problem in a document that may have changed since the check, limited to the document. */
export function toOffsets({ from, to }: Problem, document: Text): { from: number; to: number } {
  const start = offsetAt(from, document);
  return { from: start, to: Math.max(start, offsetAt(to, document)) };
}

function offsetAt({ line, column }: Position, document: Text): number {
  if (line > document.lines) return document.length;
  const found = document.line(line);
  return Math.min(found.from + column - 1, found.to);
}

export const toDiagnostics = (problems: readonly Problem[], document: Text): Diagnostic[] =>
  problems.map((problem) => ({
    ...toOffsets(problem, document),
    severity: problem.severity,
    message: problem.message,
  }));
