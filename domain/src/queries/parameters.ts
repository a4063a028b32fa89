import type { FilterValue } from '@twinward/contracts/core/list';
import type {
  ParameterValue,
  ParameterValues,
  QueryFieldFilter,
  QueryFilter,
  QueryParameter,
} from '@twinward/contracts/questions/query-definition';
import { isRelativeTime, resolveTime } from './relative-time.ts';

/** A parameter that every query has: the id of the user who runs it. */
export const currentUser = 'currentUser';

export interface QueryProblem {
  /** Path in the request, with dots. */
  path: string;
  message: string;
}

const examples: Readonly<Record<QueryParameter['kind'], string>> = {
  text: '"Pump"',
  number: '12.5',
  boolean: 'true',
  date: '"2026-03-31" or "now-30d"',
  'date-time': '"2026-03-31T14:00:00Z" or "now-1h"',
  reference: '12',
};

function fits(value: FilterValue, kind: QueryParameter['kind']): boolean {
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (kind === 'reference') return typeof value === 'number' && Number.isInteger(value);
  if (kind === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'string') return false;
  return kind === 'text' || isRelativeTime(value) || resolveTime(value, 0, 'UTC') !== null;
}

/**
 * Returns the value of each parameter: the given one, else its default. An empty list counts as no value.
 * @returns the values, or the problems
 */
export function bindParameters(
  parameters: readonly QueryParameter[],
  given: ParameterValues,
): { values: Map<string, ParameterValue>; problems: QueryProblem[] } {
  const problems: QueryProblem[] = [];
  const values = new Map<string, ParameterValue>();
  for (const { name, caption, kind, many, default: initial } of parameters) {
    const value = Object.hasOwn(given, name) ? given[name]! : initial;
    const all = Array.isArray(value) ? value : value === null ? [] : [value];
    const path = `parameters.${name}`;
    if (Array.isArray(value) && !many) problems.push({ path, message: `${caption} accepts only one value.` });
    if (all.some((one) => !fits(one, kind)))
      problems.push({ path, message: `${caption} requires a value such as ${examples[kind]}.` });
    values.set(name, all.length === 0 ? null : value);
  }
  for (const name of Object.keys(given)) {
    if (!values.has(name))
      problems.push({ path: `parameters.${name}`, message: `The query has no parameter '${name}'.` });
  }
  return { values, problems };
}

/**
 * Inserts the values of parameters into filters. A condition whose parameter has no value is omitted, and so is a group
 * that loses all its conditions. A parameter of several values turns `EqualTo` into `In`.
 */
export function bindFilters(
  filters: readonly QueryFilter[],
  values: ReadonlyMap<string, ParameterValue>,
): QueryFilter[] {
  return filters.flatMap((filter): QueryFilter[] => {
    if ('filters' in filter) {
      const inner = bindFilters(filter.filters, values);
      return inner.length === 0 && filter.filters.length > 0 ? [] : [{ ...filter, filters: inner }];
    }
    const { value } = filter;
    if (typeof value !== 'object' || Array.isArray(value)) return [filter];
    const bound = values.get(value.parameter) ?? null;
    return bound === null ? [] : [withValue(filter, bound)];
  });
}

function withValue(filter: QueryFieldFilter, value: FilterValue | FilterValue[]): QueryFieldFilter {
  if (filter.operator === 'In') return { ...filter, value: Array.isArray(value) ? value : [value] };
  if (Array.isArray(value) && filter.operator === 'EqualTo') return { ...filter, operator: 'In', value };
  return { ...filter, value };
}

/** The names of the parameters that filters use. */
export const parametersIn = (filters: readonly QueryFilter[]): string[] =>
  filters.flatMap((filter) => {
    if ('filters' in filter) return parametersIn(filter.filters);
    const { value } = filter;
    return typeof value === 'object' && !Array.isArray(value) ? [value.parameter] : [];
  });
