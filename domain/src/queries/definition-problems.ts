import {
  maximumConditions,
  maximumFilterDepth,
  type QueryColumn,
  type QueryDefinition,
  type QueryFilter,
} from '@twinward/contracts/questions/query-definition';
import { bindParameters, currentUser, parametersIn, type QueryProblem } from './parameters.ts';

/** Whether the rows of a result are groups of records. Columns of fields are then group columns. */
export const isGrouped = (columns: readonly QueryColumn[]): boolean =>
  columns.some(({ kind }) => kind === 'group' || kind === 'aggregate');

/** The number of conditions and the depth of filters, groups counted as conditions. */
function measure(filters: readonly QueryFilter[], depth = 1): { count: number; depth: number } {
  const total = { count: filters.length, depth: filters.length === 0 ? 0 : depth };
  for (const filter of filters) {
    if (!('filters' in filter)) continue;
    const inner = measure(filter.filters, depth + 1);
    total.count += inner.count;
    total.depth = Math.max(total.depth, inner.depth);
  }
  return total;
}

function filterProblems(filters: readonly QueryFilter[], path: string): QueryProblem[] {
  const { count, depth } = measure(filters);
  const problems: QueryProblem[] = [];
  if (count > maximumConditions)
    problems.push({
      path,
      message: `A query has at most ${maximumConditions} conditions; this one has ${count}.`,
    });
  if (depth > maximumFilterDepth)
    problems.push({
      path,
      message: `Filter groups can be nested at most ${maximumFilterDepth} levels deep.`,
    });
  return problems;
}

function namesIn(filters: readonly QueryFilter[]): string[] {
  return filters.flatMap((filter) => ('filters' in filter ? namesIn(filter.filters) : [filter.field]));
}

/** Returns the problems of a definition that can be found without the types of records. */
export function definitionProblems(definition: QueryDefinition): QueryProblem[] {
  const { columns, filters, resultFilters, parameters, sorts, display, source } = definition;
  const problems: QueryProblem[] = [];
  const tagFilters = source.kind === 'series' ? source.tagFilters : [];
  const keys = new Set<string>();
  for (const [index, column] of columns.entries()) {
    const path = `columns.${index}`;
    if (keys.has(column.key))
      problems.push({ path: `${path}.key`, message: `There are two columns '${column.key}'.` });
    keys.add(column.key);
    if (column.kind !== 'aggregate') continue;
    if (column.aggregate === 'percentile' && column.percentile === undefined)
      problems.push({ path: `${path}.percentile`, message: 'Please enter a percentile from 0 to 100.' });
    if (column.aggregate !== 'count' && column.path === undefined)
      problems.push({ path: `${path}.path`, message: 'Please choose a field.' });
  }
  const expectKey = (key: string | undefined, path: string) => {
    if (key !== undefined && !keys.has(key)) problems.push({ path, message: `There is no column '${key}'.` });
  };
  for (const [index, { field }] of sorts.entries()) expectKey(field, `sorts.${index}.field`);
  for (const key of namesIn(resultFilters)) expectKey(key, 'resultFilters');
  expectKey(display.category, 'display.category');
  expectKey(display.series, 'display.series');
  for (const [index, key] of display.values.entries()) expectKey(key, `display.values.${index}`);
  for (const [index, { column }] of display.conditionalColors.entries())
    expectKey(column, `display.conditionalColors.${index}.column`);
  problems.push(
    ...filterProblems(filters, 'filters'),
    ...filterProblems(resultFilters, 'resultFilters'),
    ...filterProblems(tagFilters, 'source.tagFilters'),
  );
  const names = new Set(parameters.map(({ name }) => name));
  if (names.size < parameters.length)
    problems.push({ path: 'parameters', message: 'Two parameters have the same name.' });
  if (names.has(currentUser))
    problems.push({
      path: 'parameters',
      message: `'${currentUser}' is reserved for the user who runs the query.`,
    });
  for (const name of parametersIn([...filters, ...resultFilters, ...tagFilters])) {
    if (!names.has(name) && name !== currentUser)
      problems.push({ path: 'filters', message: `There is no parameter '${name}'.` });
  }
  problems.push(...bindParameters(parameters, {}).problems);
  return problems;
}
