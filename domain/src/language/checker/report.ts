import type { Range } from '../ast.ts';
import type { Dialect } from '../context.ts';
import type { LanguageError, LanguageErrorCode } from '../errors.ts';
import type { Positions } from '../parser/positions.ts';
import { Suggestions } from '../suggestion.ts';

/** Collects the errors of one text, and suggests what was meant. */
export class Report {
  readonly suggestions = new Suggestions();
  private readonly positions: Positions;
  private readonly dialect: Dialect;
  private readonly found: { at: number; error: LanguageError }[] = [];

  constructor(positions: Positions, dialect: Dialect) {
    this.positions = positions;
    this.dialect = dialect;
  }

  /** Adds an error; a syntax error gets the form that its dialect gives it. Returns null, as what was not built. */
  add(code: LanguageErrorCode, range: Range, message: string): null {
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
