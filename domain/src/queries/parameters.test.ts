import type { QueryFilter, QueryParameter } from '@twinward/contracts/questions/query-definition';
import { describe, expect, it } from 'vitest';
import { bindFilters, bindParameters } from './parameters.ts';

const parameter = (more: Partial<QueryParameter>): QueryParameter => ({
  name: 'site',
  caption: 'Site',
  kind: 'text',
  many: false,
  default: null,
  ...more,
});
const bySite: QueryFilter = { field: 'asset.assetName', operator: 'EqualTo', value: { parameter: 'site' } };

describe('parameters', () => {
  it('have the given value, or else their default', () => {
    const parameters = [parameter({ default: 'North' })];
    expect(bindParameters(parameters, {}).values.get('site')).toBe('North');
    expect(bindParameters(parameters, { site: 'South' }).values.get('site')).toBe('South');
    expect(bindParameters(parameters, { site: null }).values.get('site')).toBeNull();
  });

  it.each([
    [parameter({ kind: 'number' }), 'a', 'Site requires a value such as 12.5.'],
    [parameter({ kind: 'reference' }), 1.5, 'Site requires a value such as 12.'],
    [parameter({ kind: 'date' }), 'soon', 'Site requires a value such as "2026-03-31" or "now-30d".'],
    [parameter({}), ['a', 'b'], 'Site accepts only one value.'],
  ])('reject an invalid value', (one, value, message) => {
    expect(bindParameters([one], { site: value }).problems).toEqual([{ path: 'parameters.site', message }]);
  });

  it('are rejected if the query does not declare them', () => {
    expect(bindParameters([], { site: 'a' }).problems[0]?.message).toBe("The query has no parameter 'site'.");
  });
});

describe('conditions with parameters', () => {
  const bind = (filters: QueryFilter[], value: string | string[] | null) =>
    bindFilters(filters, new Map([['site', value]]));

  it('use the value of the parameter', () =>
    expect(bind([bySite], 'North')).toEqual([{ ...bySite, value: 'North' }]));
  it('accept one of several values', () =>
    expect(bind([bySite], ['a', 'b'])).toEqual([{ ...bySite, operator: 'In', value: ['a', 'b'] }]));
  it('use In for a list', () =>
    expect(bind([{ ...bySite, operator: 'In' }], 'a')).toEqual([
      { ...bySite, operator: 'In', value: ['a'] },
    ]));
  it('are omitted without a value, with their group if it is then empty', () => {
    expect(bind([bySite, { operator: 'GroupOr', filters: [bySite] }], null)).toEqual([]);
    // An empty OR group is false. A group whose conditions were all omitted does not apply.
    expect(bind([{ operator: 'GroupOr', filters: [] }], null)).toEqual([
      { operator: 'GroupOr', filters: [] },
    ]);
  });
});
