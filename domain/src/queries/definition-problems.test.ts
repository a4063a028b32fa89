import { type QueryFilter, queryDefinition } from '@twinward/contracts/questions/query-definition';
import { describe, expect, it } from 'vitest';
import { definitionProblems } from './definition-problems.ts';

const problems = (more: object) =>
  definitionProblems(
    queryDefinition.parse({
      source: { kind: 'records', type: 'twin' },
      columns: [{ kind: 'field', key: 'level', path: 'level' }],
      ...more,
    }),
  ).map(({ path, message }) => `${path}: ${message}`);

const condition: QueryFilter = { field: 'level', operator: 'EqualTo', value: 1 };
const nest = (depth: number): QueryFilter =>
  depth === 0 ? condition : { operator: 'GroupAnd', filters: [nest(depth - 1)] };

describe('the check of a definition', () => {
  it('accepts a valid definition', () => expect(problems({ filters: [nest(9)] })).toEqual([]));

  it('requires unique columns', () => {
    const columns = [
      { kind: 'field', key: 'a', path: 'level' },
      { kind: 'field', key: 'a', path: 'active' },
    ];
    expect(problems({ columns })).toEqual(["columns.1.key: There are two columns 'a'."]);
  });

  it('requires existing columns in sorts, displays and filters', () => {
    expect(
      problems({
        sorts: [{ field: 'b', direction: 'Ascending' }],
        resultFilters: [{ field: 'c', operator: 'IsNull' }],
        display: { view: 'bar', category: 'd', values: ['e'] },
      }),
    ).toEqual([
      "sorts.0.field: There is no column 'b'.",
      "resultFilters: There is no column 'c'.",
      "display.category: There is no column 'd'.",
      "display.values.0: There is no column 'e'.",
    ]);
  });

  it('allows at most 200 conditions, nested at most 10 deep', () => {
    const many = { operator: 'GroupOr', filters: Array.from({ length: 100 }, () => condition) };
    expect(problems({ filters: [many, many] })[0]).toContain('at most 200 conditions; this one has 202');
    expect(problems({ filters: [nest(10)] })[0]).toContain('nested at most 10 levels deep');
  });

  it('requires parameters that are used, and fields of aggregates', () => {
    const columns = [
      { kind: 'aggregate', key: 'p', aggregate: 'percentile', path: 'level' },
      { kind: 'aggregate', key: 's', aggregate: 'sum' },
    ];
    const filters = [{ field: 'level', operator: 'EqualTo', value: { parameter: 'least' } }];
    expect(problems({ columns, filters })).toEqual([
      'columns.0.percentile: Please enter a percentile from 0 to 100.',
      'columns.1.path: Please choose a field.',
      "filters: There is no parameter 'least'.",
    ]);
  });
});
