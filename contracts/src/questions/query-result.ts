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
      .describe(
        'Key of the column; a reference is followed by the column {key}.id with the id of the record',
      ),
    caption: z.string(),
    kind: z.enum(resultKinds),
    role: z.enum(['group', 'value']).optional().describe('Groups identify a row; values are its results'),
    aggregate: z.enum(columnAggregates).optional().describe('Function of an aggregate'),
    unit: z.string().optional().describe('UCUM code of the unit'),
    stored: z
      .literal(true)
      .optional()
      .describe('Whether the number is stored as entered; absent for calculated numbers'),
    recordType: z.string().optional().describe('Record type of a reference'),
    by: z.string().optional().describe('Unit of a group by time: hour, day, week, month, quarter or year'),
    width: z
      .number()
      .optional()
      .describe('Bucket width of a group by number; the value is the start of the bucket'),
  })
  .meta({ id: 'QueryResultColumn' });
export type ResultColumn = z.infer<typeof resultColumn>;

/**
 * A value of a result: numbers in the unit of the column; dates as yyyy-MM-dd; times as ISO 8601 in UTC;
 * durations in seconds; references as the title of the record.
 */
export const resultValue = z.union([z.string(), z.number(), z.boolean()]).nullable();
export type ResultValue = z.infer<typeof resultValue>;

export const queryResult = z
  .object({
    columns: z.array(resultColumn),
    rows: z.array(z.array(resultValue)),
    total: z.number().int().describe('Number of rows; the minimum number if truncated'),
    truncated: z.boolean().describe('Whether there are more rows than returned'),
    ranAt: z.iso.datetime().describe('Time of the run; at most 30 s ago'),
    milliseconds: z.number().describe('Duration of the run in milliseconds'),
    notes: z.array(z.string()).describe('Notes for the reader, such as types that they may not read'),
  })
  .meta({ id: 'QueryResult' });
export type QueryResult = z.infer<typeof queryResult>;
