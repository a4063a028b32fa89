import { z } from 'zod';
import { idParams } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { streamKinds, streamName } from './mapping.ts';

/** How far a connection has read the assets and work of its system. */

const tag = 'Connections';

/** A record that could not be taken; it is tried again until it can be. */
export const refusedRecord = z
  .object({
    key: z.string().describe('Of the record there'),
    message: z.string().describe('Why'),
    time: z.iso.datetime().describe('Last try'),
  })
  .meta({ id: 'RefusedRecord' });
export type RefusedRecord = z.infer<typeof refusedRecord>;

export const streamExtraction = z
  .object({
    stream: z.string(),
    kind: z.enum(streamKinds),
    label: z.string(),
    watermark: z.iso
      .datetime()
      .nullable()
      .describe('Changes there are taken up to this time; null: none was read yet'),
    created: z.number().int().describe('Since it was last read from the start date, as the other counts'),
    changed: z.number().int(),
    unchanged: z.number().int(),
    gone: z.number().int().describe('No longer there: out of service here'),
    refused: z.number().int().describe('That could not be taken so far'),
    refusedRecords: z.array(refusedRecord).describe('The latest 20 of them'),
    lastRead: z.iso.datetime().nullable().describe('When all changes had been read last'),
    lastCompared: z.iso.datetime().nullable().describe('When its keys were last compared with those here'),
    lastError: z.string().nullable(),
    lastErrorTime: z.iso.datetime().nullable(),
  })
  .meta({ id: 'StreamExtraction' });
export type StreamExtraction = z.infer<typeof streamExtraction>;

export const listExtraction = defineRoute({
  method: 'GET',
  path: '/api/connections/:id/extraction',
  access: 'connections',
  tag,
  summary: 'How far a connection has read the streams of its system',
  params: idParams,
  response: z.array(streamExtraction),
});

export const readAgain = defineRoute({
  method: 'POST',
  path: '/api/connections/:id/extraction/read-again',
  access: 'connections',
  tag,
  summary:
    'Read a stream, or all, from the extraction start date again; records are changed, and no record is made twice',
  params: idParams,
  body: z.strictObject({ stream: streamName.nullable().default(null).describe('Null: all') }),
  status: 204,
});
