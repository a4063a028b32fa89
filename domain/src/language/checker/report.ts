import type { Range } from '../ast.ts';
import type { Dialect } from '../context.ts';
import type { LanguageError, LanguageErrorCode } from '../errors.ts';
import type { Positions } from '../parser/positions.ts';
import type { BrokenSteps } from '../parser/steps.ts';
import { Suggestions } from '../suggestion.ts';

/**
 * Errors that may only follow from a syntax error in the same step. A wrong name in brackets or quotes never
 * does.
 */
const uncertain: ReadonlySet<LanguageErrorCode> = new Set([
  ...(['unknown-function', 'unknown-variable', 'type', 'argument-count', 'argument'] as const),
]);

/** Collects the errors of a text and suggests corrections. */
export class Report {
  readonly suggestions = new Suggestions();
  private readonly positions: Positions;
  private readonly dialect: Dialect;
  private readonly broken: BrokenSteps;
  private readonly found: { at: number; error: LanguageError }[] = [];

  constructor(positions: Positions, dialect: Dialect, broken: BrokenSteps) {
    this.broken = broken;
    this.positions = positions;
    this.dialect = dialect;
  }

  /**
   * Adds an error unless it follows from a syntax error. Syntax errors get the wording of the dialect.
   * Returns null, as the result for a node that could not be built.
   */
  add(code: LanguageErrorCode, range: Range, message: string): null {
    if (uncertain.has(code) && this.broken.isUncertain(range)) return null;
    if (code === 'unknown-variable' && this.broken.mayDeclare(range)) return null;
    const { from, to } = this.positions.range(range);
    this.found.push({
      at: range.from,
      error: { code, message: code === 'syntax' ? this.syntax(from, message) : message, from, to },
    });
    return null;
  }

  /** Like `add`, of a word that a syntax error in its step may have cut. */
  addOfWord(code: LanguageErrorCode, range: Range, message: string): null {
    return this.broken.isUncertain(range) ? null : this.add(code, range, message);
  }

  private syntax({ line, column }: LanguageError['from'], message: string): string {
    return this.dialect === 'base'
      ? `Syntax error: [${line}, ${column}] ${message}`
      : `Invalid Expression: ${message}`;
  }

  /** In order of position. */
  get errors(): LanguageError[] {
    return this.found.toSorted((a, b) => a.at - b.at).map(({ error }) => error);
  }
}
