import type { Range } from '../ast.ts';
import type { Dialect } from '../context.ts';
import type { LanguageError, LanguageErrorCode } from '../errors.ts';
import type { Positions } from '../parser/positions.ts';
import type { BrokenSteps } from '../parser/steps.ts';
import { Suggestions } from '../suggestion.ts';

/** What may be a mere consequence of a syntax error in the same step; a wrong name between marks never is. */
const uncertain: ReadonlySet<LanguageErrorCode> = new Set([
  ...(['unknown-function', 'unknown-variable', 'type', 'argument-count', 'argument'] as const),
]);

/** Collects the errors of one text, and suggests what was meant. */
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
   * Adds an error, unless it only follows from a syntax error. A syntax error gets the form that its dialect gives it.
   * Returns null, as what was not built.
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
