import { compileProtection, defineCondition, type ProtectionProgram } from '@twinward/domain/evaluation';
import type { ParameterContext } from '@twinward/domain/language';
import { type Grid, rowCount } from '@twinward/domain/patterns/grid';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { getTimeZone } from '../../system/setting/service.ts';
import { type InputSources, readLogicUnits } from '../definition/service.ts';
import { simulate } from '../evaluation/service.ts';

/** An input that a condition of use can refer to. */
export interface ConditionInput {
  name: string;
  /** UCUM code of the unit in which values are read. */
  unit: string | null;
}

/**
 * @param parameters of the protection's twin
 * @throws AppError `invalid-expression` with every error of the condition.
 */
export async function compileCondition(
  db: Db,
  condition: string,
  inputs: readonly ConditionInput[],
  parameters: readonly ParameterContext[],
): Promise<ProtectionProgram> {
  const units = await readLogicUnits(
    db,
    [condition],
    inputs.map(({ unit }) => ({ unit, mapped_tag_unit: null })),
    parameters,
  );
  const definition = defineCondition(condition, {
    inputs: inputs.map(({ name, unit }) => ({ alias: name, type: 'data_point', unit })),
    parameters,
    units,
    timeZone: await getTimeZone(db),
  });
  const compiled = compileProtection(definition, () => true);
  if (compiled.ok) return compiled.program;
  const errors = compiled.errors.map(({ message, code, from, to }) => ({
    path: 'condition',
    message,
    code,
    from,
    to,
  }));
  throw new AppError('invalid-expression', errors[0]!.message, { errors });
}

/** A range of time in epoch milliseconds; the end is excluded. */
export type Span = readonly [start: number, end: number];

/**
 * Finds when a condition is true within from <= time < to, by start.
 * @param onStep called between parts of the work; it may throw to cancel
 */
export async function findTrueSpans(
  db: Db,
  program: ProtectionProgram,
  sources: InputSources,
  { from, to }: { from: number; to: number },
  onStep: () => Promise<void> = async () => undefined,
): Promise<Span[]> {
  const ends = new Map<number, number>();
  await simulate(db, { programs: [program], sources, from, to }, async ({ parts }) => {
    for (const { start, end } of parts[0]?.excursions ?? []) ends.set(start, end ?? to);
    await onStep();
  });
  return [...ends].sort(([one], [other]) => one - other);
}

/**
 * Clears the rows of a grid at which a condition is not true.
 * @param lead rows at the beginning that are not counted
 * @returns the number of cleared rows
 */
export function maskGrid(grid: Grid, spans: readonly Span[], lead = 0): number {
  let masked = 0;
  let next = 0;
  for (let row = 0; row < rowCount(grid); row++) {
    const time = grid.start + row * grid.step;
    while (next < spans.length && spans[next]![1] <= time) next += 1;
    if (next < spans.length && spans[next]![0] <= time) continue;
    grid.values.fill(Number.NaN, row * grid.inputs, (row + 1) * grid.inputs);
    if (row >= lead) masked += 1;
  }
  return masked;
}
