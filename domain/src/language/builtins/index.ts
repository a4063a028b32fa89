import type { Dialect } from '../context.ts';
import type { Builtin } from './builtin.ts';
import { counters } from './counters.ts';
import { excursions } from './excursions.ts';
import { intervals } from './intervals.ts';
import { mathFunctions } from './mathematics.ts';
import { matchesPattern } from './patterns.ts';
import { statistics } from './statistics.ts';
import { trend } from './trend.ts';

const all: readonly Builtin[] = [
  ...Object.values(mathFunctions),
  ...statistics,
  trend,
  ...counters,
  ...intervals,
  ...excursions,
  matchesPattern,
];

const byName: ReadonlyMap<string, Builtin> = new Map(all.map((builtin) => [builtin.name, builtin]));

/** Finds a function by name; case is ignored. */
export function findBuiltin(name: string): Builtin | undefined {
  return byName.get(name.toUpperCase());
}

/** The functions of a dialect. */
export function listBuiltins(dialect: Dialect): readonly Builtin[] {
  return dialect === 'indicator' ? all : all.filter((builtin) => !builtin.indicatorOnly);
}
