import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { Threshold } from '@twinward/contracts/protections/threshold';
import { check } from './language/check.ts';
import type {
  BooleanExpression,
  ComparisonOperator,
  LanguageContext,
  NumberExpression,
  ParameterContext,
  UnitContext,
} from './language/index.ts';

/** A number that a threshold compares a tag with, for a line on its chart. */
export interface Limit {
  protectionId: number;
  protectionName: string;
  thresholdId: number;
  thresholdName: string;
  level: number | null;
  /** With the tag on the left: `> 85` also for `85 < [Temperature]`. */
  operator: '<' | '<=' | '>' | '>=';
  value: number;
  /** UCUM code of the unit of the input that it is compared with. */
  unit: string | null;
  /** The unit as shown after the value. Null or absent without one. */
  unitText?: string | null;
  /** The statistic and window that is compared; absent for the value itself. */
  of?: { statistic: string; window: number };
}

/** The part of a protection that limits are read from. */
export interface Limiting extends Pick<ProtectionSummary, 'id' | 'name'> {
  inputs: readonly { alias: string; tagId: number; unit: string | null }[];
  thresholds: readonly Pick<Threshold, 'id' | 'name' | 'alias' | 'logic' | 'level'>[];
  /** The twin's parameters that its logic uses. */
  parameters?: readonly ParameterContext[] | undefined;
}

/**
 * Returns the limits of a protection for a tag: comparisons of the tag, or of its statistic over a window, with a
 * constant, if the comparison alone makes a threshold true. Other logic can't be shown as a line.
 */
export function limitsFor(protection: Limiting, tagId: number, units: readonly UnitContext[] = []): Limit[] {
  return protection.thresholds.flatMap((_, position) =>
    limitsAt(protection, position, units).flatMap(({ alias, ...limit }) =>
      protection.inputs.find((input) => input.alias === alias)?.tagId === tagId ? [limit] : [],
    ),
  );
}

/** A limit with the name of the input that is compared. */
type LimitOfInput = Limit & { alias: string };

/** Returns the limits of one threshold of a protection, as `limitsFor` does. */
export const limitsOfThreshold = (
  protection: Limiting,
  thresholdId: number,
  units: readonly UnitContext[],
): LimitOfInput[] =>
  limitsAt(
    protection,
    protection.thresholds.findIndex(({ id }) => id === thresholdId),
    units,
  );

function limitsAt(protection: Limiting, position: number, units: readonly UnitContext[]): LimitOfInput[] {
  const threshold = protection.thresholds[position];
  if (threshold === undefined) return [];
  const context: LanguageContext = {
    dialect: 'indicator',
    aliases: protection.inputs.map(({ alias, unit }) => ({ name: alias, type: 'data_point', unit })),
    thresholds: protection.thresholds.map(({ name, alias }) => ({ name, alias })),
    position,
    parameters: protection.parameters,
    units,
  };
  const checked = check(threshold.logic, { ...context, result: 'boolean' });
  if (!checked.ok) return [];
  const [statement, ...more] = checked.program.statements;
  if (statement?.kind !== 'return' || more.length > 0 || statement.value?.type !== 'boolean') return [];
  const names = checked.program.aliases;
  return sufficient(statement.value).flatMap((comparison) => {
    const crossing = findCrossing(comparison);
    const input = crossing && protection.inputs.find(({ alias }) => alias === names[crossing.alias]);
    if (!crossing || !input) return [];
    return [
      {
        protectionId: protection.id,
        protectionName: protection.name,
        thresholdId: threshold.id,
        thresholdName: threshold.name,
        level: threshold.level,
        unit: input.unit,
        ...crossing,
        alias: input.alias,
      },
    ];
  });
}

/** The operands of OR, each of which makes the whole expression true. */
function sufficient(expression: BooleanExpression): BooleanExpression[] {
  return expression.kind === 'or' ? expression.operands.flatMap(sufficient) : [expression];
}

interface Crossing extends Pick<Limit, 'operator' | 'value' | 'of'> {
  alias: number;
}

const mirrored: Record<ComparisonOperator, ComparisonOperator> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};

function findCrossing(expression: BooleanExpression): Crossing | null {
  if (expression.kind !== 'compare-numbers') return null;
  const { left, right, operator } = expression;
  return asCrossing(left, operator, right) ?? asCrossing(right, mirrored[operator], left);
}

function asCrossing(
  signal: NumberExpression,
  operator: ComparisonOperator,
  limit: NumberExpression,
): Crossing | null {
  const value = constant(limit);
  if (value === null || operator === '==' || operator === '!=') return null;
  if (signal.kind === 'alias') return { alias: signal.alias, operator, value };
  if (signal.kind !== 'window-statistic' || signal.statistic === 'STDDEV') return null;
  const { alias, statistic, window } = signal;
  return { alias, operator, value, of: { statistic, window } };
}

function constant(expression: NumberExpression): number | null {
  if (expression.kind === 'number') return expression.value;
  if (expression.kind !== 'negate') return null;
  const value = constant(expression.operand);
  return value === null ? null : -value;
}
