import { type Conversion, createConverter, isIdentity } from '../units/conversion.ts';
import type {
  Assignment,
  BooleanExpression,
  CheckedProgram,
  NumberComparison,
  NumberExpression,
  Range,
  Statement,
} from './ast.ts';
import { check } from './check.ts';
import { quotedNames } from './checker/unit-names.ts';
import type { CheckOptions } from './context.ts';
import {
  findLiteralVariables,
  hasUnit,
  type Literal,
  type LiteralVariable,
  somePart,
  toLiteral,
} from './literals.ts';
import { withPlaceholders } from './parameters.ts';

/** A text whose limits of one input were converted to another unit. */
export interface ConvertedLimits {
  text: string;
  /** Whether a number was rewritten. */
  isChanged: boolean;
  /** Parts of the original text that read the input and that only a person can convert, in order of position. */
  byHand: Range[];
}

/**
 * Rewrites the numbers that a text compares with an input, after the input's unit changed. A comparison is converted if
 * it adds, subtracts or averages readings of this input and numbers; its result does not change. A variable that always
 * has one number of the text is treated as that number, if it is not read in another way. Every other use of the input
 * is left unchanged and reported.
 *
 * @param conversion from the old unit to the new one
 * @param options the context of the text; a text with errors is left to be converted by hand
 */
export function convertLimits(
  text: string,
  alias: string,
  conversion: Conversion,
  options: CheckOptions,
): ConvertedLimits {
  const checked = check(text, inOneUnit(text, options));
  if (!checked.ok) {
    const byHand = text.includes(`[${alias}]`) ? [{ from: 0, to: text.length }] : [];
    return { text, isChanged: false, byHand };
  }
  const index = checked.program.aliases.indexOf(alias);
  if (index < 0 || isIdentity(conversion)) return { text, isChanged: false, byHand: [] };
  let variables = findLiteralVariables(checked.program);
  for (;;) {
    const converter = new LimitConverter(index, conversion, variables);
    const converted = converter.convert(text, checked.program);
    const usable = converter.usableVariables();
    if (usable.size === variables.size) return converted;
    // Comparisons with unusable variables are not converted, which may make other variables in them unusable too.
    variables = usable;
  }
}

/** Returns a context in which all units are equal, so that numbers with a unit are not converted. */
function inOneUnit(text: string, options: CheckOptions): CheckOptions {
  const parameters = withPlaceholders(options.parameters ?? []);
  const names = [...quotedNames(text), ...parameters.flatMap(({ unit }) => unit ?? [])];
  const units = ['1', ...names].map((name) => ({
    code: name,
    abbreviation: name,
    name,
    categoryId: 0,
    factor: 1,
    offset: 0,
  }));
  return {
    ...options,
    units,
    parameters,
    aliases: options.aliases.map((alias) => ({ ...alias, unit: '1' })),
  };
}

/** An expression in the input's unit. */
interface Measure {
  /** How often the offset of the unit applies: 1 for a reading, 0 for a difference of two readings. */
  points: number;
  /** The numbers in it that are in the input's unit. */
  literals: Literal[];
}

const difference: Measure = { points: 0, literals: [] };
const reading: Measure = { points: 1, literals: [] };

class LimitConverter {
  readonly #alias: number;
  readonly #conversion: Conversion;
  readonly #variables: ReadonlyMap<number, LiteralVariable>;
  /** By offset. More than one text if comparisons need different numbers. */
  readonly #replacements = new Map<number, { to: number; texts: Set<string>; uses: number }>();
  readonly #byHand: Range[] = [];

  constructor(alias: number, conversion: Conversion, variables: ReadonlyMap<number, LiteralVariable>) {
    this.#alias = alias;
    this.#conversion = conversion;
    this.#variables = variables;
  }

  convert(text: string, { statements }: CheckedProgram): ConvertedLimits {
    this.#convertStatements(statements);
    let result = '';
    let at = 0;
    for (const [from, { to, texts }] of [...this.#replacements].sort(([one], [other]) => one - other)) {
      result += text.slice(at, from) + [...texts][0];
      at = to;
    }
    result += text.slice(at);
    this.#byHand.sort((one, other) => one.from - other.from);
    return { text: result, isChanged: result !== text, byHand: this.#byHand };
  }

  /** Returns the variables that are only read as limits of the input, each with one number in the new unit. */
  usableVariables(): Map<number, LiteralVariable> {
    const isUsable = ({ literal, uses }: LiteralVariable): boolean => {
      const replacement = this.#replacements.get(literal.from);
      return (replacement?.uses ?? 0) === uses && (replacement?.texts.size ?? 0) <= 1;
    };
    return new Map([...this.#variables].filter(([, variable]) => isUsable(variable)));
  }

  #convertStatements(statements: readonly Statement[]): void {
    for (const statement of statements) {
      if (statement.kind === 'if') {
        for (const { condition, body } of statement.branches) {
          this.#convertCondition(condition);
          this.#convertStatements(body);
        }
        this.#convertStatements(statement.otherwise ?? []);
      } else if (statement.value !== null) this.#convertValue(statement.value, statement);
    }
  }

  #convertValue(value: Assignment['value'], statement: Range): void {
    if (value.type === 'boolean') this.#convertCondition(value);
    else if (this.#reads(value)) this.#leave(statement);
  }

  #convertCondition(condition: BooleanExpression): void {
    switch (condition.kind) {
      case 'not':
        this.#convertCondition(condition.operand);
        return;
      case 'and':
      case 'or':
        for (const operand of condition.operands) this.#convertCondition(operand);
        return;
      case 'compare-booleans':
        this.#convertCondition(condition.left);
        this.#convertCondition(condition.right);
        return;
      case 'compare-numbers':
        if (this.#reads(condition)) this.#convertComparison(condition);
        return;
      case 'null-test':
        // Only a function can be null or not depending on the unit: the square root of a negative number.
        if (somePart(condition, ({ kind }) => kind === 'math') && this.#reads(condition))
          this.#leave(condition);
        return;
      default:
        // Trends, lengths of time and patterns have no numbers in the unit of an input.
        return;
    }
  }

  #convertComparison(comparison: NumberComparison): void {
    // A number with a unit means the same in any unit of the input.
    if (hasUnit(comparison)) {
      const isMixed = ({ kind, unit }: { kind?: string; unit?: unknown }) =>
        kind === 'variable' || (kind === 'number' && unit === undefined);
      if (somePart(comparison, isMixed)) this.#leave(comparison);
      return;
    }
    const left = this.#measure(comparison.left);
    const right = this.#measure(comparison.right);
    if (left === null || right === null) {
      this.#leave(comparison);
      return;
    }
    const shift = this.#conversion.b === 0 ? 0 : left.points - right.points;
    // A number alone on one side is converted with the offset of the unit.
    const alone = this.#toLimit(comparison.right) ?? this.#toLimit(comparison.left);
    const literals = [...left.literals, ...right.literals];
    const isAlone = literals.filter(({ from }) => from === alone?.from).length === 1;
    if (shift !== 0 && !isAlone) {
      this.#leave(comparison);
      return;
    }
    const sign = this.#toLimit(comparison.right) === null ? -1 : 1;
    for (const literal of literals) {
      const points = alone !== null && literal.from === alone.from ? shift * sign : 0;
      this.#replace(literal, points);
    }
  }

  /** Measures an expression in the input's unit. Null if that is not possible. */
  #measure(node: NumberExpression): Measure | null {
    const literal = this.#toLimit(node);
    if (literal !== null) return { points: 0, literals: [literal] };
    switch (node.kind) {
      case 'alias':
        return node.alias === this.#alias ? reading : null;
      case 'window-statistic':
        if (node.alias !== this.#alias) return null;
        return node.statistic === 'STDDEV' ? difference : reading;
      case 'counter':
      case 'counter-gap':
        return node.alias === this.#alias ? difference : null;
      case 'negate':
        return scaled(this.#measure(node.operand), -1);
      case 'sum':
        return addMeasures([
          this.#measure(node.first),
          ...node.rest.map(({ operator, operand }) =>
            scaled(this.#measure(operand), operator === '-' ? -1 : 1),
          ),
        ]);
      case 'product':
        return this.#measureProduct(node);
      case 'statistic': {
        const measures = node.arguments.map((argument) => this.#measure(argument));
        const sum = addMeasures(measures);
        const points = measures[0]?.points ?? 0;
        const isMixed = this.#conversion.b !== 0 && measures.some((measure) => measure?.points !== points);
        if (sum === null || isMixed) return null;
        return { ...sum, points: node.statistic === 'STDDEV' ? 0 : points };
      }
      case 'math': {
        if (node.name !== 'ABS') return null;
        const measure = this.#measure(node.arguments[0]!);
        return measure !== null && (this.#conversion.b === 0 || measure.points === 0) ? measure : null;
      }
      default:
        return null;
    }
  }

  /** A measure times or divided by plain numbers. */
  #measureProduct({ first, rest }: NumberExpression & { kind: 'product' }): Measure | null {
    let measured: NumberExpression | null = null;
    let factor = 1;
    for (const { operator, operand } of [{ operator: '*' as const, operand: first }, ...rest]) {
      if (this.#reads(operand)) {
        if (measured !== null || operator === '/') return null;
        measured = operand;
        continue;
      }
      const literal = toLiteral(operand);
      if (literal === null) return null;
      factor = operator === '*' ? factor * literal.value : factor / literal.value;
    }
    return measured === null || !Number.isFinite(factor) ? null : scaled(this.#measure(measured), factor);
  }

  /** Returns the number in the text, if the expression is one. */
  #toLimit(node: NumberExpression): Literal | null {
    return node.kind === 'variable' ? (this.#variables.get(node.slot)?.literal ?? null) : toLiteral(node);
  }

  #replace({ from, to, value }: Literal, points: number): void {
    const { a, b } = this.#conversion;
    const replacement = this.#replacements.get(from) ?? { to, texts: new Set(), uses: 0 };
    replacement.texts.add(String(createConverter({ a, b: points * b })(value)));
    replacement.uses += 1;
    this.#replacements.set(from, replacement);
  }

  #leave({ from, to }: Range): void {
    this.#byHand.push({ from, to });
  }

  /** Whether a part of the program depends on the unit of the input. */
  #reads(node: object): boolean {
    return somePart(
      node,
      (part) =>
        part.alias === this.#alias && !['interval-since', 'interval-gap', 'trend'].includes(part.kind!),
    );
  }
}

function scaled(measure: Measure | null, factor: number): Measure | null {
  return measure && { ...measure, points: measure.points * factor };
}

function addMeasures(measures: readonly (Measure | null)[]): Measure | null {
  let points = 0;
  const literals: Literal[] = [];
  for (const measure of measures) {
    if (measure === null) return null;
    points += measure.points;
    literals.push(...measure.literals);
  }
  return { points, literals };
}
