import type { QueryFilter, QueryGroupFilter } from '@twinward/contracts/questions/query-definition';
import { describe, expect, it } from 'vitest';
import { queryTypes, savedQuery } from '../../../testing/query-types.ts';
import { findPath, isManyPath, pathText, typesByName, valueAt } from '../catalogue.ts';
import { columnIn, draftOfColumn } from './column-draft.ts';
import {
  columnCaption,
  emptyDefinition,
  newKey,
  runnable,
  withColumn,
  withoutColumn,
  withSource,
} from './definition.ts';
import { addFilter, conditionText, listOperators, replaceFilter, withoutEmptyGroups } from './filters.ts';

const types = typesByName(queryTypes);
const twin = types.get('twin')!;

describe('paths', () => {
  it.each([
    ['name', 'Name', 'text'],
    ['asset', 'Asset', 'reference'],
    ['asset.assetName', 'Asset › Name', 'text'],
    ['asset.tags.name', 'Asset › Tags › Name', 'text'],
    ['fields.cost', 'Cost', 'money'],
  ])('%s is %s', (path, text, kind) => {
    expect(pathText(types, twin, path)).toBe(text);
    expect(valueAt(types, twin, path)?.kind).toBe(kind);
  });

  it.each(['nothing', 'asset.nothing', 'name.more', 'fields'])('%s is unknown', (path) => {
    expect(findPath(types, twin, path)).toBeNull();
  });

  it('report whether they lead to several records', () => {
    expect(
      ['asset.assetName', 'asset.tags', 'asset.tags.name'].map((path) => isManyPath(types, twin, path)),
    ).toEqual([...[false, true, true]]);
  });
});

describe('columns', () => {
  const empty = draftOfColumn(null);
  const value = valueAt(types, twin, 'startDate');

  it.each([
    [
      { kind: 'field' as const, path: 'startDate' },
      { kind: 'field', path: 'startDate' },
    ],
    [{ kind: 'field' as const, path: '' }, null],
    [
      { kind: 'group' as const, path: 'startDate', timeUnit: 'month' as const },
      { kind: 'group', path: 'startDate', by: 'month' },
    ],
    [{ kind: 'aggregate' as const }, { kind: 'aggregate', aggregate: 'count' }],
    [{ kind: 'aggregate' as const, aggregate: 'max' as const }, null],
    [
      { kind: 'computed' as const, expression: ' [a] / 2 ' },
      { kind: 'computed', expression: '[a] / 2' },
    ],
    [{ kind: 'computed' as const, expression: ' ' }, null],
  ])('are created from %j', (part, column) => {
    expect(columnIn({ ...empty, key: 'k', ...part }, value)).toEqual(column && { key: 'k', ...column });
  });

  it('group numbers by steps wider than zero', () => {
    const level = valueAt(types, twin, 'level');
    const draft = { ...empty, key: 'k', kind: 'group' as const, path: 'level' };
    expect(columnIn({ ...draft, width: 250 }, level)).toMatchObject({ by: { width: 250 } });
    expect(columnIn({ ...draft, width: 0 }, level)).toBeNull();
    expect(columnIn(draft, level)).toEqual({ key: 'k', kind: 'group', path: 'level' });
  });

  it('are unchanged after conversion to a draft and back', () => {
    for (const column of savedQuery().definition.columns) {
      const draft = draftOfColumn(column);
      expect(columnIn(draft, valueAt(types, twin, draft.path))).toEqual(column);
    }
  });

  it('have unique keys', () => {
    expect(newKey([{ key: 'asset_name' }, { key: 'asset_name_2' }], 'asset.name')).toBe('asset_name_3');
    expect(newKey([], '›')).toBe('column');
    const made = withColumn(emptyDefinition, {
      kind: 'aggregate',
      key: '',
      aggregate: 'sum',
      path: 'fields.cost',
    });
    expect(made.columns).toMatchObject([{ key: 'sum_fields_cost' }]);
    expect(columnCaption(types, twin, made.columns[0]!)).toBe('Sum of Cost');
  });

  it('are removed with all references', () => {
    const definition = {
      ...savedQuery().definition,
      sorts: [{ field: 'twin', direction: 'Ascending' as const }],
    };
    const left = withoutColumn(definition, 'twin');
    expect([left.columns.length, left.sorts, left.display.category, left.display.values]).toEqual([
      ...[1, [], undefined, ['count']],
    ]);
  });

  it('are initially the first fields of a source', () => {
    const made = withSource(emptyDefinition, { kind: 'records', type: 'twin' }, twin);
    expect(made.columns.map(({ key }) => key)).toEqual(['name', 'level', 'startDate', 'fields_cost']);
    expect(runnable(emptyDefinition)).toBeNull();
    expect(runnable(made)?.display).toEqual(emptyDefinition.display);
  });
});

describe('conditions', () => {
  const high = { field: 'asset.criticality', operator: 'In' as const, value: ['A', 'B'] };
  const since = { field: 'startDate', operator: 'GreaterThanEqualTo' as const, value: 'now-30d' };
  const toText = (filter: typeof high | typeof since) =>
    conditionText(
      filter,
      pathText(types, twin, filter.field),
      valueAt(types, twin, filter.field),
      () => 'Since',
    );

  it('are described in words', () => {
    expect(toText(high)).toBe('Asset › Criticality is one of High, Low');
    expect(toText(since)).toBe('Start is at or after 30 days ago');
    expect(toText({ ...since, value: { parameter: 'since' } } as never)).toBe('Start is at or after Since');
    expect(toText({ ...since, operator: 'IsNull', value: undefined } as never)).toBe('Start is empty');
  });

  it('offer the operators of the kind of their field', () => {
    expect(listOperators('boolean')).toEqual(['EqualTo', 'IsNull', 'IsNotNull']);
    expect(listOperators('text')).toContain('Contains');
    expect(listOperators('money')).not.toContain('Contains');
  });

  it('are added to groups, replaced, and removed with groups that become empty', () => {
    const group: QueryGroupFilter = { operator: 'GroupOr', filters: [high] };
    const filters: QueryFilter[] = [since, group];
    expect(addFilter(filters, group, since)).toEqual([
      since,
      { operator: 'GroupOr', filters: [high, since] },
    ]);
    expect(addFilter(filters, null, high)).toHaveLength(3);
    expect(replaceFilter(filters, high, since)).toEqual([since, { operator: 'GroupOr', filters: [since] }]);
    expect(replaceFilter(filters, high, null)).toEqual([since]);
    expect(
      withoutEmptyGroups([{ operator: 'GroupAnd', filters: [{ operator: 'GroupOr', filters: [] }] }]),
    ).toEqual([]);
  });
});
