import { z } from 'zod';
import { columnAggregates } from './query-definition.ts';

export const resultKinds = [
  'text',
  'number',
  'integer',
  'money',
  'boolean',
  'date',
  'date-time',
  'duration',
  'level',
  'reference',
] as const;
export type ResultKind = (typeof resultKinds)[number];

export const resultColumn = z
  .object({
    key: z
      .string()
      .describe('Of the column; a reference is followed by the column {key}.id with the id of the record'),
    caption: z.string(),
    kind: z.enum(resultKinds),
    role: z
      .enum(['group', 'value'])
      .optional()
      .describe('Groups make up the key of a row; values are of the row'),
    aggregate: z.enum(columnAggregates).optional().describe('Of an aggregate: what it calculates'),
    unit: z.string().optional().describe('UCUM code'),
    stored: z.literal(true).optional().describe('Of a number that is as it was entered, not calculated'),
    recordType: z.string().optional().describe('Of a reference: the type of the record'),
    by: z.string().optional().describe('Of a group by time: hour, day, week, month, quarter or year'),
    width: z
      .number()
      .optional()
      .describe('Of a group by number: the width of a bucket; the value is its start'),
  })
  .meta({ id: 'QueryResultColumn' });
export type ResultColumn = z.infer<typeof resultColumn>;

/**
 * A value of a result: numbers in the unit of the column; dates as yyyy-MM-dd; times as ISO 8601 in UTC; durations as a
 * number of seconds; the title of a reference.
 */
export const resultValue = z.union([z.string(), z.number(), z.boolean()]).nullable();
export type ResultValue = z.infer<typeof resultValue>;

export const queryResult = z
  .object({
    columns: z.array(resultColumn),
    rows: z.array(z.array(resultValue)),
    total: z.number().int().describe('How many rows there are; where truncated, at least so many'),
    truncated: z.boolean().describe('Whether there are more rows than these'),
    ranAt: z.iso.datetime().describe('When it ran; at most 30 s ago'),
    milliseconds: z.number().describe('How long it ran'),
    notes: z.array(z.string()).describe('What the reader should know, such as types that they may not read'),
  })
  .meta({ id: 'QueryResult' });
export type QueryResult = z.infer<typeof queryResult>;
