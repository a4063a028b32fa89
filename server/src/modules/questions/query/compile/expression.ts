import type {
  BooleanExpression,
  CheckedProgram,
  Expression,
  NumberExpression,
} from '@twinward/domain/language';
import { check, type UnitContext } from '@twinward/domain/language';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { refuse } from './path.ts';

/** A column that an expression can refer to. */
interface ExpressionInput {
  key: string;
  unit: string | null;
  /** A number. */
  sql: RawBuilder<unknown>;
}

interface CompiledExpression {
  kind: 'number' | 'boolean';
  unit: string | null;
  sql: RawBuilder<unknown>;
}

/**
 * Checks an expression in the base dialect, without functions over time, and compiles it to SQL. As in the language,
 * the result is null for null inputs, division by zero, and arguments outside a function's domain.
 * @throws AppError `invalid-request` naming the first error.
 */
export function compileExpression(
  text: string,
  inputs: readonly ExpressionInput[],
  units: readonly UnitContext[],
  at: string,
): CompiledExpression {
  const checkAs = (result: 'number' | 'boolean', unit: string | null = null) =>
    check(text, {
      dialect: 'base',
      result,
      unit,
      units,
      mixedUnits: 'error',
      aliases: inputs.map(({ key, unit: own }) => ({ name: key, type: 'data_point', unit: own })),
    });
  const asNumber = checkAs('number');
  const checked = asNumber.ok ? asNumber : checkAs('boolean');
  if (!checked.ok) refuse(at, (asNumber.ok ? checked : asNumber).errors[0]!.message);
  const { program } = checked;
  const [statement, ...others] = program.statements;
  if (statement?.kind !== 'return' || !statement.value || others.length > 0)
    refuse(at, 'Please give one expression, without statements.');
  const compiler = new Compiler(program, new Map(inputs.map(({ key, sql: value }) => [key, value])), at);
  const { type } = statement.value;
  const unit = type === 'number' ? findUnit(inputs, (code) => checkAs('number', code).ok) : null;
  return { kind: type, unit, sql: compiler.expression(statement.value) };
}

/** A code that no unit has. Declared as the unit of a result, the check refuses it if the result has a unit. */
const noUnit = '?';

/** Returns the unit of the result: the unit of an input that the check accepts; null if the result has no unit. */
function findUnit(inputs: readonly ExpressionInput[], isUnit: (code: string) => boolean): string | null {
  const codes = [...new Set(inputs.flatMap(({ unit }) => unit ?? []))];
  return codes.length === 0 || isUnit(noUnit) ? null : (codes.find(isUnit) ?? null);
}

const comparisons = {
  '==': sql`=`,
  '!=': sql`<>`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
} as const;

class Compiler {
  readonly #program: CheckedProgram;
  readonly #inputs: ReadonlyMap<string, RawBuilder<unknown>>;
  readonly #at: string;

  constructor(program: CheckedProgram, inputs: ReadonlyMap<string, RawBuilder<unknown>>, at: string) {
    this.#program = program;
    this.#inputs = inputs;
    this.#at = at;
  }

  expression(node: NumberExpression | BooleanExpression): RawBuilder<unknown> {
    return node.type === 'number' ? this.number(node) : this.boolean(node);
  }

  number(node: NumberExpression): RawBuilder<unknown> {
    switch (node.kind) {
      case 'number':
        return sql`${node.value}::float8`;
      case 'null':
        return sql`null::float8`;
      case 'alias':
        return sql`${this.#inputs.get(this.#program.aliases[node.alias]!)!}`;
      case 'negate':
        return sql`(- ${this.number(node.operand)})`;
      case 'sum':
      case 'product':
        return this.#chain(node);
      case 'math':
        return this.#math(node);
      case 'statistic':
        return this.#statistic(node);
      default:
        return refuse(this.#at, 'A computed column has only the values of its row: there is no time in it.');
    }
  }

  #chain(node: Extract<NumberExpression, { kind: 'sum' | 'product' }>): RawBuilder<unknown> {
    const parts = [this.number(node.first)];
    for (const { operator, operand } of node.rest) {
      const value = this.number(operand);
      if (operator === '+') parts.push(sql` + ${value}`);
      else if (operator === '-') parts.push(sql` - ${value}`);
      else if (operator === '*') parts.push(sql` * ${value}`);
      else parts.push(sql` / nullif(${value}, 0)`);
    }
    return sql`(${sql.join(parts, sql``)})`;
  }

  #math({ name, arguments: given }: Extract<NumberExpression, { kind: 'math' }>): RawBuilder<unknown> {
    const values = given.map((one) => this.number(one));
    const [x, y] = values as [RawBuilder<unknown>, RawBuilder<unknown>];
    switch (name) {
      case 'ABS':
        return sql`abs(${x})`;
      case 'SQRT':
        return sql`(select case when v >= 0 then sqrt(v) end from (select ${x} as v) as of)`;
      case 'SINE':
        return sql`sin(${x})`;
      case 'COSINE':
        return sql`cos(${x})`;
      case 'TANGENT':
        return sql`tan(${x})`;
      case 'ARCSINE':
        return sql`(select case when v between -1 and 1 then asin(v) end from (select ${x} as v) as of)`;
      case 'ARCCOSINE':
        return sql`(select case when v between -1 and 1 then acos(v) end from (select ${x} as v) as of)`;
      case 'ARCTANGENT':
        return sql`atan(${x})`;
      case 'MOD':
        return sql`(select v - w * trunc(v / nullif(w, 0)) from (select ${x} as v, ${y} as w) as of)`;
      case 'POWER':
        return sql`(select case when v > 0 or (v < 0 and w = trunc(w)) or (v = 0 and w >= 0) then power(v, w) end
          from (select ${x} as v, ${y} as w) as of)`;
      case 'ROUND':
        return sql`(round(${x}::numeric, ${given[1] ? Number((given[1] as { value: number }).value) : 0}::int)::float8)`;
      case 'PI':
        return sql`pi()`;
    }
  }

  /** Null if any argument is null. */
  #statistic(node: Extract<NumberExpression, { kind: 'statistic' }>): RawBuilder<unknown> {
    const functions = { AVERAGE: sql`avg`, MAX: sql`max`, MIN: sql`min`, STDDEV: sql`stddev_samp` };
    const rows = node.arguments.map((one) => sql`(${this.number(one)})`);
    return sql`(select case when count(v) = count(*) then ${functions[node.statistic]}(v) end
      from (values ${sql.join(rows)}) as of (v))`;
  }

  boolean(node: BooleanExpression): RawBuilder<SqlBool> {
    switch (node.kind) {
      case 'boolean':
        return node.value ? sql`true` : sql`false`;
      case 'not':
        return sql`(not ${this.boolean(node.operand)})`;
      case 'and':
      case 'or': {
        const operands = node.operands.map((one) => this.boolean(one));
        return sql`(${sql.join(operands, node.kind === 'and' ? sql` and ` : sql` or `)})`;
      }
      case 'compare-numbers':
        return sql`(${this.number(node.left)} ${comparisons[node.operator]} ${this.number(node.right)})`;
      case 'compare-booleans':
        return sql`(${this.boolean(node.left)} ${comparisons[node.operator]} ${this.boolean(node.right)})`;
      case 'null-test':
        return this.#nullTest(node.operand, node.operator === '==');
      default:
        return refuse(this.#at, 'A computed column has only the values of its row: there is no time in it.');
    }
  }

  #nullTest(operand: Expression, isNull: boolean): RawBuilder<SqlBool> {
    if (operand.type !== 'number')
      refuse(this.#at, 'A computed column has only the values of its row: there is no time in it.');
    const value = this.number(operand);
    return isNull ? sql`(${value} is null)` : sql`(${value} is not null)`;
  }
}
