import { z } from 'zod';
import { id } from './primitives.ts';

/** The connection that a record is read from. It owns some fields, which only the other system changes. */
export const recordSource = z
  .object({
    connectionId: id,
    connectionName: z.string(),
    stream: z.string().describe('Name of the stream, such as `orders`'),
    key: z.string().describe('Key of the record in the other system'),
    fields: z.array(z.string()).describe('Fields that are read from the other system; read-only'),
    goneAt: z.iso
      .datetime()
      .nullable()
      .describe('Time since which the record is missing in the other system; null if it exists there'),
  })
  .meta({ id: 'RecordSource' })
  .nullable()
  .describe('Connection that the record is read from; null for a record without a connection');
export type RecordSource = NonNullable<z.infer<typeof recordSource>>;
