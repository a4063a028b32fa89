import { conversionBetween, createConverter, isIdentity } from '../../units/conversion.ts';
import type {
  BooleanExpression,
  Expression,
  NumberExpression,
  NumberLiteral,
  NumberSum,
  Range,
  Statement,
} from '../ast.ts';
import type { CheckOptions, UnitContext } from '../context.ts';
import { differenceUnit, findUnits, pointUnit } from './unit-names.ts';

/** A unit. `unit` is null if the code is not in the table. */
interface Known {
  readonly code: string;
  readonly unit: UnitContext | null;
}

/** The unit of a number. Plain numbers fit every unit. Null if unknown. */
type Quantity = Known | 'plain' | null;

interface UnitProblem extends Range {
  message: string;
}

const unitName = ({ code, unit }: Known): string => unit?.abbreviation ?? code;
const isKnown = (quantity: Quantity): quantity is Known => quantity !== null && quantity !== 'plain';

function isSame(one: Known, other: Known): boolean {
  if (one.code === other.code) return true;
  const conversion = one.unit && other.unit && conversionBetween(one.unit, other.unit);
  return conversion !== null && isIdentity(conversion);
}

const isConvertible = (one: Known, other: Known): boolean =>
  one.unit !== null && one.unit.categoryId === other.unit?.categoryId;

/**
 * Follows units through + - comparison, unary minus, ABS, ROUND, MIN, MAX, AVERAGE, STDDEV and variables, and not
 * through other functions. Converts numbers with a unit to the unit of what they are compared with or added to, in
 * place. The difference of two temperatures is no temperature: point - point is a difference, point + difference a
 * point.
 */
export class UnitChecker {
  /** Numbers that can't be converted: always errors. */
  readonly refused: UnitProblem[] = [];
  /** Numbers of different units that are compared or added. */
  readonly mixed: UnitProblem[] = [];
  private readonly text: string;
  private readonly options: CheckOptions;
  private readonly units: readonly UnitContext[];
  private readonly byCode: ReadonlyMap<string, UnitContext>;
  private readonly aliases: readonly Quantity[];
  /** The units of variables, by slot; absent before the first value. */
  private slots = new Map<number, Quantity>();
  /**
   * Whether this is the final pass, which reports problems and converts numbers. Before, only units of variables are
   * collected.
   */
  private isFinal = false;

  /** @param aliases names of the program's aliases */
  constructor(text: string, options: CheckOptions, aliases: readonly string[]) {
    this.text = text;
    this.options = options;
    this.units = options.units ?? [];
    this.byCode = new Map(this.units.map((unit) => [unit.code, unit]));
    const unitByAlias = new Map(options.aliases.map(({ name, unit }) => [name, unit]));
    this.aliases = aliases.map((name) => this.known(unitByAlias.get(name)));
  }

  check(statements: readonly Statement[]): void {
    // An assignment further down may leave the unit of a variable unknown.
    this.block(statements);
    this.block(statements);
    this.isFinal = true;
    this.block(statements);
  }

  private known(code: string | null | undefined): Known | null {
    return code ? { code, unit: this.byCode.get(code) ?? null } : null;
  }

  private block(statements: readonly Statement[]): void {
    for (const statement of statements) {
      if (statement.kind === 'assign') {
        const { slot, value } = statement;
        if (value.type === 'boolean') this.boolean(value);
        else if (value.kind !== 'null') this.slots.set(slot, this.joined(slot, value));
      } else if (statement.kind === 'if') {
        for (const { condition, body } of statement.branches) {
          this.boolean(condition);
          this.block(body);
        }
        if (statement.otherwise) this.block(statement.otherwise);
      } else if (statement.value?.type === 'boolean') this.boolean(statement.value);
      else if (statement.value) this.result(statement.value);
    }
  }

  /** Returns the unit of a variable after an assignment of this value. */
  private joined(slot: number, value: NumberExpression): Quantity {
    const before = this.slots.get(slot) ?? 'plain';
    const now = this.number(value);
    if (before === 'plain') return now;
    if (now === 'plain' || before === null) return before;
    if (now === null) return null;
    if (!isSame(before, now)) {
      this.mix(
        value,
        `The variable is in ${unitName(before)}, but ${this.source(value)} is in ${unitName(now)}.`,
      );
    }
    return before;
  }

  private result(value: NumberExpression): void {
    const declared = this.known(this.options.unit);
    if (declared && isNamed(value)) {
      this.convert(value, declared);
      return;
    }
    const unit = this.number(value);
    if (!declared || !isKnown(unit) || isSame(unit, declared)) return;
    const conversion = unit.unit && declared.unit && conversionBetween(unit.unit, declared.unit);
    const factor =
      conversion?.b === 0 ? `, or multiply the result by ${Number(conversion.a.toPrecision(12))}` : '';
    this.mix(
      value,
      `The result is in ${unitName(unit)}, but the unit of the tag is ${unitName(declared)}. Set the unit of the tag to ${unitName(unit)}${factor}.`,
    );
  }

  private boolean(expression: BooleanExpression): void {
    switch (expression.kind) {
      case 'not':
        this.boolean(expression.operand);
        return;
      case 'and':
      case 'or':
        for (const operand of expression.operands) this.boolean(operand);
        return;
      case 'compare-numbers':
        this.group([expression.left, expression.right]);
        return;
      case 'compare-booleans':
        this.boolean(expression.left);
        this.boolean(expression.right);
        return;
      case 'null-test':
        if (expression.operand.type === 'number') this.alone(expression.operand);
    }
  }

  private number(expression: NumberExpression): Quantity {
    if (isNamed(expression)) {
      const own = this.ownUnit(expression);
      this.convert(expression, own);
      return own;
    }
    switch (expression.kind) {
      case 'number':
      case 'null':
        return 'plain';
      case 'alias':
        return this.aliases[expression.alias] ?? null;
      case 'variable':
        return this.slots.get(expression.slot) ?? 'plain';
      case 'negate':
        return this.number(expression.operand);
      case 'sum':
        return this.sum(expression);
      case 'product': {
        const operands = [expression.first, ...expression.rest.map(({ operand }) => operand)];
        const known = operands.filter((operand) => !isOfParameters(operand)).map((one) => this.alone(one));
        const factors = operands
          .filter(isOfParameters)
          .map((operand) => this.factor(operand, known.filter(isKnown)));
        const all = [...known, ...factors];
        return all.every((one) => one === 'plain') ? 'plain' : null;
      }
      case 'math': {
        const [first, ...others] = expression.arguments;
        const keeps = expression.name === 'ABS' || expression.name === 'ROUND';
        const unit = first === undefined ? 'plain' : keeps ? this.number(first) : this.alone(first);
        for (const other of others) this.alone(other);
        return keeps || unit === 'plain' ? unit : null;
      }
      case 'statistic': {
        const unit = this.group(expression.arguments);
        return expression.statistic === 'STDDEV' && isKnown(unit) ? this.difference(unit) : unit;
      }
      case 'window-statistic': {
        const unit = this.aliases[expression.alias] ?? null;
        return expression.statistic === 'STDDEV' && isKnown(unit) ? this.difference(unit) : unit;
      }
      default:
        return null;
    }
  }

  /** Returns the unit of differences between values of a unit. */
  private difference(known: Known): Known {
    if (!known.unit) return known;
    const unit = differenceUnit(known.unit, this.units);
    return { code: unit.code, unit };
  }

  /** Returns the unit of points for a unit of differences. Other units are returned unchanged. */
  private point(known: Known): Known {
    const unit = known.unit && pointUnit(known.unit, this.units);
    return unit ? { code: unit.code, unit } : known;
  }

  /**
   * Handles a number in a place without a unit, where numbers with a unit can't be converted. A parameter is used in
   * its own unit, because it can't be written without one.
   */
  private alone(expression: NumberExpression): Quantity {
    if (isOfParameters(expression)) return this.factor(expression, []);
    return this.notAlone(expression);
  }

  /** Converts parameters in a product to the unit of another factor of the same category, else keeps their own unit. */
  private factor(expression: NumberExpression, others: readonly Known[]): Quantity {
    const own = this.ownUnit(expression);
    this.convert(expression, others.find((other) => isConvertible(own, other)) ?? own);
    return null;
  }

  /** Rejects a number with a unit that is compared with, or added to, a value without a known unit. */
  private notAlone(expression: NumberExpression): Quantity {
    if (!isNamed(expression)) return this.number(expression);
    this.refuse(
      expression,
      `${this.source(expression)} can't be converted here: a number with a unit is compared with, or added to, what has a known unit.`,
    );
    return null;
  }

  /** Checks numbers that are compared with or added to one another. */
  private group(members: readonly NumberExpression[]): Quantity {
    const quantities = members.map((member) => (isNamed(member) ? 'named' : this.number(member)));
    const reference = this.reference(members, quantities);
    if (!isKnown(reference)) return reference;
    const first = members[quantities.indexOf(reference)] ?? members[0]!;
    members.forEach((member, index) => {
      const quantity = quantities[index]!;
      if (quantity === 'named') this.convert(member, reference);
      else if (isKnown(quantity) && !isSame(quantity, reference)) {
        this.differs(member, quantity, first, reference);
      }
    });
    return quantities.includes(null) ? null : reference;
  }

  private sum(sum: NumberSum): Quantity {
    const members = [sum.first, ...sum.rest.map(({ operand }) => operand)];
    const signs = [1, ...sum.rest.map(({ operator }) => (operator === '+' ? 1 : -1))];
    const quantities = members.map((member) => (isNamed(member) ? 'named' : this.number(member)));
    const reference = this.reference(members, quantities);
    if (!isKnown(reference)) return reference;
    const point = this.point(reference);
    const difference = this.difference(point);
    const first = members[quantities.indexOf(reference)] ?? members[0]!;
    let points = 0;
    const pointLiterals: NumberExpression[] = [];
    for (const [index, member] of members.entries()) {
      const quantity = quantities[index]!;
      const sign = signs[index]!;
      if (quantity === 'named') {
        const isPoint = this.convert(member, point, difference);
        if (isPoint) pointLiterals.push(member);
        if (isPoint) points += sign;
      } else if (isKnown(quantity)) {
        if (isSame(quantity, point)) points += sign;
        else if (!isSame(quantity, difference)) this.differs(member, quantity, first, reference);
      }
    }
    if (quantities.includes(null)) return null;
    if (point.code === difference.code || points === 1) return point;
    if (points === 0) return difference;
    for (const literal of points > 1 ? pointLiterals : []) {
      this.refuse(
        literal,
        `${this.source(literal)} can't be added to a value in ${unitName(point)}: write a difference, in "${difference.code}".`,
      );
    }
    return null;
  }

  /** Returns the reference unit of a group: the first known unit, else that of the first number with a unit. */
  private reference(
    members: readonly NumberExpression[],
    quantities: readonly (Quantity | 'named')[],
  ): Quantity {
    const known = quantities.find((one): one is Known => one !== 'named' && isKnown(one));
    if (known) return known;
    const named = members.filter((_, index) => quantities[index] === 'named');
    if (quantities.includes(null)) {
      for (const member of named) this.notAlone(member);
      return null;
    }
    return named[0] === undefined ? 'plain' : this.ownUnit(named[0]);
  }

  /** Returns the unit of a constant that contains a number with a unit. */
  private ownUnit(expression: NumberExpression): Known {
    const [name] = namesIn(expression);
    const [unit] = findUnits(name!, this.units);
    return { code: unit!.code, unit: unit! };
  }

  /**
   * Converts the numbers of a constant.
   * @returns whether it is a point, not a difference
   */
  private convert(expression: NumberExpression, to: Known, difference = this.difference(to)): boolean {
    switch (expression.kind) {
      case 'number':
        return this.convertLiteral(expression, expression, 1, to, difference);
      case 'negate':
        if (expression.operand.kind === 'number') {
          return this.convertLiteral(expression.operand, expression, -1, to, difference);
        }
        return this.convert(expression.operand, to, difference);
      case 'sum': {
        const first = this.convert(expression.first, to, difference);
        const others = expression.rest.map(({ operand }) => this.convert(operand, to, difference));
        return first || others.includes(true);
      }
      default:
        return false;
    }
  }

  private convertLiteral(
    literal: NumberLiteral,
    range: Range,
    sign: 1 | -1,
    point: Known,
    difference: Known,
  ): boolean {
    if (literal.unit === undefined) {
      this.refuse(range, 'Write the unit of each number of this sum.');
      return true;
    }
    if (literal.unit === point.code) return true;
    for (const to of [point, difference]) {
      const from = findUnits(literal.unit, this.units).find(
        (unit) => unit.categoryId === to.unit?.categoryId,
      );
      if (!from || !to.unit) continue;
      if (this.isFinal) {
        const convert = createConverter(conversionBetween(from, to.unit)!);
        literal.value = sign * convert(sign * literal.value);
      }
      return to === point;
    }
    this.refuse(
      range,
      `${this.source(range)} can't be converted to ${unitName(point)}: they measure different things.`,
    );
    return true;
  }

  private differs(member: NumberExpression, unit: Known, first: NumberExpression, reference: Known): void {
    const advice = isConvertible(unit, reference)
      ? 'Give them the same unit.'
      : 'They measure different things.';
    this.mix(
      member,
      `${this.source(member)} is in ${unitName(unit)}, but ${this.source(first)} is in ${unitName(reference)}. ${advice}`,
    );
  }

  private refuse({ from, to }: Range, message: string): void {
    if (this.isFinal) this.refused.push({ from, to, message });
  }

  private mix({ from, to }: Range, message: string): void {
    if (this.isFinal) this.mixed.push({ from, to, message });
  }

  private source({ from, to }: Range): string {
    const text = this.text.slice(from, to).replace(/\s+/g, ' ');
    return text.length > 60 ? `${text.slice(0, 60)}…` : text;
  }
}

/** Whether an expression consists only of numbers, some of which have a unit. */
function isNamed(expression: Expression): boolean {
  return isConstant(expression) && namesIn(expression).length > 0;
}

/** Whether an expression consists only of parameters with units. */
function isOfParameters(expression: Expression): boolean {
  if (expression.kind === 'number')
    return expression.parameter !== undefined && expression.unit !== undefined;
  if (expression.kind === 'negate') return isOfParameters(expression.operand);
  if (expression.kind !== 'sum' || expression.type !== 'number') return false;
  return isOfParameters(expression.first) && expression.rest.every(({ operand }) => isOfParameters(operand));
}

function isConstant(expression: Expression): boolean {
  if (expression.kind === 'number') return true;
  if (expression.kind === 'negate') return isConstant(expression.operand);
  if (expression.kind !== 'sum' || expression.type !== 'number') return false;
  return isConstant(expression.first) && expression.rest.every(({ operand }) => isConstant(operand));
}

/** The names of units in a constant, in order. */
function namesIn(expression: Expression): string[] {
  if (expression.kind === 'number') return expression.unit === undefined ? [] : [expression.unit];
  if (expression.kind === 'negate') return namesIn(expression.operand);
  if (expression.kind !== 'sum') return [];
  return [expression.first, ...expression.rest.map(({ operand }) => operand)].flatMap(namesIn);
}
