import type { Expression, NumberExpression, Range, ValueType } from '../ast.ts';

/** A call of a built-in function while it is checked. Each reader reports its own errors. */
export interface Call {
  /** Range of the whole call. */
  readonly range: Range;
  /** Number of arguments. */
  readonly count: number;
  /** The argument as a number; null when it is not one. */
  number(index: number): NumberExpression | null;
  /** All arguments as numbers; null when one is not. */
  numbers(): NumberExpression[] | null;
  /** Whether the argument has this type; reports no error. */
  is(index: number, type: ValueType): boolean;
  /**
   * The argument's index in the program's aliases. `points` rejects completed work, `counter` needs counter
   * settings.
   */
  alias(index: number, needs: 'anything' | 'points' | 'counter'): number | null;
  /** The argument as a positive interval literal, in milliseconds. */
  window(index: number): number | null;
  /** The argument as a literal TRUE or FALSE; false when it is absent. */
  flag(index: number): boolean | null;
  /** The argument as a whole-number literal within limits. */
  integer(index: number, least: number, most: number): NumberExpression | null;
  /** The argument as one of some words; case is ignored. */
  word<Word extends string>(index: number, words: readonly Word[]): Word | null;
  /** The index of the threshold with the quoted name. */
  threshold(index: number): number | null;
  /** The index of the pattern with the quoted name. */
  pattern(index: number): number | null;
}

/** A built-in function: everything that the checker, editor and documentation know about it. */
export interface Builtin {
  /** In upper case. */
  name: string;
  /** Whether it is limited to the thresholds of a protection. */
  indicatorOnly: boolean;
  result: ValueType;
  /** Its signatures, such as `ROUND(x, digits)`. */
  signatures: readonly string[];
  /** What it does, in a sentence or two. */
  description: string;
  /** A text that uses the function. */
  example: string;
  /** Inserted by completion; `#{}` marks a placeholder. */
  snippet: string;
  /** The allowed number of arguments, and the message for any other number. */
  arguments: { least: number; most: number; message: string };
  /** The checked call, or null when `call` reported an error. The number of arguments is already checked. */
  check(call: Call): Expression | null;
}
