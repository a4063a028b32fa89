import { z } from 'zod';
import { id } from './primitives.ts';

/** The connection that a record is read from. It owns some fields, which only the other system changes. */
export const recordSource = z
  .object({
    connectionId: id,
    connectionName: z.string(),
    stream: z.string().describe('Such as `orders`'),
    key: z.string().describe('Of the record there'),
    fields: z.array(z.string()).describe('Its fields that are read from there, and read-only here'),
    goneAt: z.iso.datetime().nullable().describe('Since when it is no longer there; null: it is there'),
  })
  .meta({ id: 'RecordSource' })
  .nullable()
  .describe('Where it is read from; null: it is of our own');
export type RecordSource = NonNullable<z.infer<typeof recordSource>>;
