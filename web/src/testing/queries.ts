import { type QueryDisplay, queryDisplay } from '@twinward/contracts/questions/query-definition';
import type { QueryResult, ResultColumn } from '@twinward/contracts/questions/query-result';

export const createColumn = (part: Partial<ResultColumn> & { key: string }): ResultColumn => ({
  caption: part.key,
  kind: 'text',
  ...part,
});

/** Three twins in two classes with a count, and one without a count. */
export const twinResult = (part: Partial<QueryResult> = {}): QueryResult => ({
  columns: [
    createColumn({ key: 'twin', caption: 'Twin', kind: 'reference', recordType: 'twin', role: 'group' }),
    createColumn({ key: 'twin.id', caption: 'Twin', kind: 'integer' }),
    createColumn({ key: 'class', caption: 'Class', role: 'group' }),
    createColumn({ key: 'count', caption: 'Count', kind: 'integer', role: 'value', aggregate: 'count' }),
  ],
  rows: [
    ['Pump', 7, 'Pumps', 12],
    ['Fan', 8, 'Fans', 3],
    ['Pump', 9, 'Pumps', 1],
    ['Idle', 10, 'Fans', null],
  ],
  total: 4,
  truncated: false,
  ranAt: '2026-03-01T08:00:00.000Z',
  milliseconds: 4,
  notes: [],
  ...part,
});

export const createDisplay = (part: Partial<QueryDisplay> = {}): QueryDisplay => queryDisplay.parse(part);
