/**
 * The checked program of a Xen text: the output of the checker, and the input of compilers, explanations and
 * timing.
 *
 * Conventions:
 * - `kind` discriminates the nodes; every expression also has its value type as `type`, so that a compiler
 *   needs three functions: one each for NumberExpression, BooleanExpression and IntervalExpression.
 * - `from` and `to` are offsets into the text (`text.slice(from, to)` is the source of the node without the
 *   surrounding parentheses).
 * - `alias` is an index into `CheckedProgram.aliases`; `threshold` an index into `CheckOptions.thresholds`;
 *   `pattern` an index into `CheckOptions.patterns`; `slot` an index into `CheckedProgram.variables`.
 * - Windows and intervals are in whole milliseconds. A `window` of null means since the first evaluation.
 * - Chains are flat: `a + b - c` is one sum and `a AND b AND c` one conjunction, of any length, evaluated
 *   from left to right. The remaining nesting is at most a few hundred deep, so that a recursive walk is safe.
 * - Parentheses, repeated NOT and repeated unary minus are removed; a declaration is an assignment.
 */

export type ValueType = 'number' | 'boolean' | 'interval';

export interface Range {
  /** Offset of the first character. */
  from: number;
  /** Offset after the last character. */
  to: number;
}

export type Statistic = 'AVERAGE' | 'MAX' | 'MIN' | 'STDDEV';
export type TrendKind = 'INCREASING' | 'INCREASING_FIT' | 'DECREASING' | 'DECREASING_FIT';
export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type EqualityOperator = '==' | '!=';
/** Functions whose arguments are all numbers; implemented by `mathFunctions[name].evaluate`. */
export type MathFunctionName =
  | 'ABS'
  | 'SQRT'
  | 'SINE'
  | 'COSINE'
  | 'TANGENT'
  | 'ARCSINE'
  | 'ARCCOSINE'
  | 'ARCTANGENT'
  | 'MOD'
  | 'POWER'
  | 'ROUND'
  | 'PI';

// ---- numbers (null where there is no value) ----

export interface NumberLiteral extends Range {
  kind: 'number';
  type: 'number';
  /** Finite. May be negative only for a parameter or a converted number with a unit. */
  value: number;
  /**
   * The name of its unit: as written (`bar` in `2 "bar"`), or the unit code of a parameter. The value is then converted
   * to the unit of its context.
   */
  unit?: string;
  /** The name of the parameter with this value. Absent for a number in the text. */
  parameter?: string;
}

interface NullLiteral<Type extends 'number' | 'interval'> extends Range {
  kind: 'null';
  type: Type;
}

/** `[A]`: the latest value at or before the time of evaluation. */
interface AliasValue extends Range {
  kind: 'alias';
  type: 'number';
  alias: number;
}

interface Variable<Type extends 'number' | 'boolean'> extends Range {
  kind: 'variable';
  type: Type;
  slot: number;
}

interface Negation extends Range {
  kind: 'negate';
  type: 'number';
  operand: NumberExpression;
}

export interface NumberSum extends Range {
  kind: 'sum';
  type: 'number';
  first: NumberExpression;
  /** At least one. */
  rest: { operator: '+' | '-'; operand: NumberExpression }[];
}

interface Product extends Range {
  kind: 'product';
  type: 'number';
  first: NumberExpression;
  /** At least one. */
  rest: { operator: '*' | '/'; operand: NumberExpression }[];
}

/**
 * A function whose arguments are all numbers. The optional second argument of ROUND is a literal from 0 to
 * 15.
 */
interface MathCall extends Range {
  kind: 'math';
  type: 'number';
  name: MathFunctionName;
  arguments: NumberExpression[];
}

/** `AVERAGE(x, y, ...)`: over two or more numbers. */
interface ArgumentStatistic extends Range {
  kind: 'statistic';
  type: 'number';
  statistic: Statistic;
  arguments: NumberExpression[];
}

/** `AVERAGE([A], #i)`: over the points of A in (t - window, t]. */
export interface WindowStatistic extends Range {
  kind: 'window-statistic';
  type: 'number';
  statistic: Statistic;
  alias: number;
  window: number;
}

/** `COUNTER([A])` */
export interface Counter extends Range {
  kind: 'counter';
  type: 'number';
  alias: number;
}

/** `LASTCOUNTER([A])`, `AVERAGECOUNTER([A])`; `running` where the second argument is TRUE. */
export interface CounterGap extends Range {
  kind: 'counter-gap';
  type: 'number';
  gap: 'LAST' | 'AVERAGE';
  alias: number;
  running: boolean;
}

/** `EXCURSIONCOUNT("threshold")`, `EXCURSIONCOUNT("threshold", #i)` */
interface ExcursionCount extends Range {
  kind: 'excursion-count';
  type: 'number';
  threshold: number;
  window: number | null;
}

export type NumberExpression =
  | NumberLiteral
  | NullLiteral<'number'>
  | AliasValue
  | Variable<'number'>
  | Negation
  | NumberSum
  | Product
  | MathCall
  | ArgumentStatistic
  | WindowStatistic
  | Counter
  | CounterGap
  | ExcursionCount;

// ---- booleans (true, false or unknown) ----

interface BooleanLiteral extends Range {
  kind: 'boolean';
  type: 'boolean';
  value: boolean;
}

interface Not extends Range {
  kind: 'not';
  type: 'boolean';
  operand: BooleanExpression;
}

interface And extends Range {
  kind: 'and';
  type: 'boolean';
  /** At least two. */
  operands: BooleanExpression[];
}

interface Or extends Range {
  kind: 'or';
  type: 'boolean';
  /** At least two. */
  operands: BooleanExpression[];
}

export interface NumberComparison extends Range {
  kind: 'compare-numbers';
  type: 'boolean';
  operator: ComparisonOperator;
  left: NumberExpression;
  right: NumberExpression;
}

interface IntervalComparison extends Range {
  kind: 'compare-intervals';
  type: 'boolean';
  operator: ComparisonOperator;
  left: IntervalExpression;
  right: IntervalExpression;
}

interface BooleanComparison extends Range {
  kind: 'compare-booleans';
  type: 'boolean';
  operator: EqualityOperator;
  left: BooleanExpression;
  right: BooleanExpression;
}

/** `x == null` and `x != null` with the bare literal: never unknown. */
interface NullTest extends Range {
  kind: 'null-test';
  type: 'boolean';
  operator: EqualityOperator;
  operand: NumberExpression | IntervalExpression;
}

/** `TREND([A], kind, #i)` */
export interface Trend extends Range {
  kind: 'trend';
  type: 'boolean';
  trend: TrendKind;
  alias: number;
  window: number;
}

/** `MATCHESPATTERN("name")` */
interface PatternMatch extends Range {
  kind: 'pattern-match';
  type: 'boolean';
  pattern: number;
}

export type BooleanExpression =
  | BooleanLiteral
  | Variable<'boolean'>
  | Not
  | And
  | Or
  | NumberComparison
  | IntervalComparison
  | BooleanComparison
  | NullTest
  | Trend
  | PatternMatch;

// ---- intervals (milliseconds; null without a value; may be negative) ----

interface IntervalLiteral extends Range {
  kind: 'interval';
  type: 'interval';
  milliseconds: number;
  /** The name of the parameter with this value. Absent for an interval in the text. */
  parameter?: string;
}

interface IntervalSum extends Range {
  kind: 'sum';
  type: 'interval';
  first: IntervalExpression;
  /** At least one. */
  rest: { operator: '+' | '-'; operand: IntervalExpression }[];
}

/** `INTERVAL([A])`: from the latest point or completed work of A to the time of evaluation. */
interface IntervalSince extends Range {
  kind: 'interval-since';
  type: 'interval';
  alias: number;
}

/** `LASTINTERVAL([A])`, `AVERAGEINTERVAL([A])`; `running` where the second argument is TRUE. */
interface IntervalGap extends Range {
  kind: 'interval-gap';
  type: 'interval';
  gap: 'LAST' | 'AVERAGE';
  alias: number;
  running: boolean;
}

/** `EXCURSIONTIME("threshold")`, `EXCURSIONTIME("threshold", #i)` */
interface ExcursionTime extends Range {
  kind: 'excursion-time';
  type: 'interval';
  threshold: number;
  window: number | null;
}

export type IntervalExpression =
  | IntervalLiteral
  | NullLiteral<'interval'>
  | IntervalSum
  | IntervalSince
  | IntervalGap
  | ExcursionTime;

export type Expression = NumberExpression | BooleanExpression | IntervalExpression;

// ---- statements ----

/** `x = 1`, `NUMBER x = 1` and `NUMBER x` (the value is then a literal null, or FALSE for BOOL). */
export type Assignment = Range &
  (
    | { kind: 'assign'; slot: number; value: NumberExpression }
    | { kind: 'assign'; slot: number; value: BooleanExpression }
  );

interface If extends Range {
  kind: 'if';
  /** IF and each ELSEIF, in order; at least one. */
  branches: { condition: BooleanExpression; body: Statement[] }[];
  /** The body of ELSE; null without one. */
  otherwise: Statement[] | null;
}

interface Return extends Range {
  kind: 'return';
  /** Of the program's result type; null for NO_CALC. */
  value: NumberExpression | BooleanExpression | null;
}

export type Statement = Assignment | If | Return;

// ---- the program ----

/** A node whose value may change with time alone, between two points of its inputs. */
export type ClockDependent = IntervalSince | IntervalGap | ExcursionCount | ExcursionTime;

/** Determines when a program is evaluated. */
interface Timing {
  /** Aliases (indices into `aliases`) whose points or completed work are times of evaluation: all of them. */
  aliases: number[];
  /**
   * Whether completions of the protection's work alias are also times of evaluation: a counter function is
   * used.
   */
  completions: boolean;
  /**
   * The nodes whose value changes with time alone: INTERVAL, the running LASTINTERVAL and AVERAGEINTERVAL,
   * EXCURSIONTIME, and EXCURSIONCOUNT with a window. In order of position.
   */
  clock: ClockDependent[];
}

export interface CheckedProgram {
  /** The type of RETURN's value: number for a calculated tag, boolean for a threshold. */
  result: 'number' | 'boolean';
  /** Names of the referenced aliases, each once, in order of first use. */
  aliases: string[];
  /**
   * Thresholds (indices into `CheckOptions.thresholds`) whose excursions the text uses, each once, ascending.
   */
  excursions: number[];
  /** Patterns (indices into `CheckOptions.patterns`) that the text uses, each once, ascending. */
  patterns: number[];
  /** By slot. Names are unique in a text. */
  variables: { name: string; type: 'number' | 'boolean' }[];
  /** A path without a RETURN yields NO_CALC. A text that is a single expression is one return. */
  statements: Statement[];
  timing: Timing;
}
