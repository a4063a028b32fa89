import { describe, expect, it } from 'vitest';
import { filterLabels, type TwinFilters, twinListBody, twinListOptions } from './twin-filters.ts';

const ask = (filters: TwinFilters) => twinListBody(filters, twinListOptions.defaultSort);

describe('the query of the list of twins', () => {
  it('sorts by level, then by risk, descending', () => {
    expect(ask({})).toEqual({
      filters: [],
      sorts: [
        { field: 'Level', direction: 'Descending' },
        { field: 'Risk', direction: 'Descending' },
      ],
    });
  });

  it('filters by the bounds of a level bucket', () => {
    expect(ask({ level: '251-500', state: 'active' }).filters).toEqual([
      { field: 'Level', operator: 'GreaterThanEqualTo', value: 251, dataType: 'N' },
      { field: 'Level', operator: 'LessThanEqualTo', value: 500, dataType: 'N' },
      { field: 'Active', operator: 'EqualTo', value: true, dataType: 'B' },
    ]);
    expect(ask({ level: '0-0' }).filters).toEqual([
      { field: 'Level', operator: 'EqualTo', value: 0, dataType: 'N' },
    ]);
    expect(ask({ level: 'none' }).filters).toEqual([{ field: 'Level', operator: 'IsNull', dataType: 'N' }]);
    expect(ask({ level: 'high' }).filters).toEqual([]);
  });

  it('searches the name and the id', () => {
    expect(ask({ search: 'pump' }).filters).toEqual([
      {
        operator: 'GroupOr',
        filters: [
          { field: 'AssetName', operator: 'Contains', value: 'pump', dataType: 'C' },
          { field: 'AssetUniqueId', operator: 'Contains', value: 'pump', dataType: 'C' },
        ],
      },
    ]);
  });
});

describe('the label of a filter', () => {
  it.each([
    ['search', 'pump', 'Name or id contains “pump”'],
    ['class', 'motor', 'Class contains “motor”'],
    ['level', '751-1000', 'Level 751–1000'],
    ['level', '1-1000', 'Level above 0'],
    ['level', 'none', 'Not evaluated'],
    ['state', 'inactive', 'Inactive'],
  ] as const)('for %s %s is %s', (name, value, label) => {
    expect(filterLabels[name](value)).toBe(label);
  });
});
