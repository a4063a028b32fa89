import type { Filter } from '@twinward/contracts/core/list';
import type { Range } from '../../ui/chart/range.ts';

/** Filters for a field of times within a range. */
export const within = (field: string, { from, to }: Range): Filter[] => [
  { field, operator: 'GreaterThanEqualTo', value: new Date(from).toISOString(), dataType: 'D' },
  { field, operator: 'LessThan', value: new Date(to).toISOString(), dataType: 'D' },
];
