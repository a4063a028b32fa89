import { expect, it } from 'vitest';
import { workListBody, workListOptions } from './work-list.ts';

const sort = workListOptions.defaultSort;
const under = { field: 'TagId', operator: 'In', value: [4, 5], dataType: 'N' };

it('requests the work of the tags, latest start first', () => {
  expect(workListBody([4, 5], 'all', { filters: {}, sort }, 'UTC')).toEqual({
    filters: [under],
    sorts: [{ field: 'Start', direction: 'Descending' }],
  });
});

it.each([
  ['completed', 'IsNotNull'],
  ['planned', 'IsNull'],
] as const)('requests %s work by its completion: %s', (mode, operator) => {
  const { filters } = workListBody([4, 5], mode, { filters: {}, sort }, 'UTC');
  expect(filters).toEqual([under, { field: 'Completed', operator, dataType: 'D' }]);
});

it('converts a range of days to the user’s time zone, and filters by completion, else plan, else start', () => {
  const { filters } = workListBody(
    [4, 5],
    'all',
    { filters: { from: '2024-03-01', to: '2024-03-31' }, sort },
    'Europe/Berlin',
  );
  const within = (field: string) => [
    { field, operator: 'GreaterThanEqualTo', value: '2024-02-29T23:00:00.000Z', dataType: 'D' },
    // In daylight saving time.
    { field, operator: 'LessThan', value: '2024-03-31T22:00:00.000Z', dataType: 'D' },
  ];
  const missing = (field: string) => ({ field, operator: 'IsNull', dataType: 'D' });
  expect(filters[1]).toEqual({
    operator: 'GroupOr',
    filters: [
      { operator: 'GroupAnd', filters: within('Completed') },
      { operator: 'GroupAnd', filters: [missing('Completed'), ...within('Planned')] },
      { operator: 'GroupAnd', filters: [missing('Completed'), missing('Planned'), ...within('Start')] },
    ],
  });
});

it('searches name and number, and ignores an invalid day', () => {
  const { filters } = workListBody(
    [4, 5],
    'all',
    { filters: { search: 'seal', kind: 'corrective', from: 'soon' }, sort },
    'UTC',
  );
  expect(filters.slice(1)).toEqual([
    {
      operator: 'GroupOr',
      filters: [
        { field: 'Name', operator: 'Contains', value: 'seal', dataType: 'C' },
        { field: 'Number', operator: 'Contains', value: 'seal', dataType: 'C' },
      ],
    },
    { field: 'Kind', operator: 'EqualTo', value: 'corrective', dataType: 'C' },
  ]);
});
