import type { Expression, NumberExpression, Range, ValueType } from '../ast.ts';

/** What a built-in function finds out about one call while it is checked. Each reader reports its own errors. */
export interface Call {
  /** Of the whole call. */
  readonly range: Range;
  /** How many arguments the call has. */
  readonly count: number;
  /** A number at this place; null when it is none. */
  number(index: number): NumberExpression | null;
  /** All arguments as numbers; null when one is none. */
  numbers(): NumberExpression[] | null;
  /** Whether the argument is of this type, without an error when it is not. */
  is(index: number, type: ValueType): boolean;
  /** The index of a tag alias in the program. `points` refuses completed work, `counter` needs its settings. */
  alias(index: number, needs: 'anything' | 'points' | 'counter'): number | null;
  /** The milliseconds of a positive interval literal. */
  window(index: number): number | null;
  /** TRUE or FALSE as a literal; false where the argument is absent. */
  flag(index: number): boolean | null;
  /** A whole number literal within limits. */
  integer(index: number, least: number, most: number): NumberExpression | null;
  /** One of some words, in any case. */
  word<Word extends string>(index: number, words: readonly Word[]): Word | null;
  /** The index of the threshold that a quoted name means. */
  threshold(index: number): number | null;
  /** The index of the pattern that a quoted name means. */
  pattern(index: number): number | null;
}

/** One function of the language: everything that checker, editor and documentation know of it. */
export interface Builtin {
  /** In capitals. */
  name: string;
  /** Whether only the thresholds of a protection may call it. */
  indicatorOnly: boolean;
  result: ValueType;
  /** Its forms, as `ROUND(x, digits)`. */
  signatures: readonly string[];
  /** What it does, in a sentence or two. */
  description: string;
  /** A text that uses it. */
  example: string;
  /** What completion inserts; `#{}` marks a place to fill in. */
  snippet: string;
  /** How many arguments it takes, and what is said of any other count. */
  arguments: { least: number; most: number; message: string };
  /** The checked call, or null when `call` reported an error. Called with a count of arguments that is right. */
  check(call: Call): Expression | null;
}
