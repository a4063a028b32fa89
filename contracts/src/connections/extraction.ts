import { z } from 'zod';
import { routeGroup } from '../core/route.ts';
import { streamKinds, streamName } from './mapping.ts';

/** The progress of a connection in reading the assets and work of its system. */

const defineRoute = routeGroup('Connections');

/** A record that could not be imported; it is retried until it can be imported. */
export const refusedRecord = z
  .object({
    key: z.string().describe('Key of the record in the other system'),
    message: z.string().describe('Reason why it could not be imported'),
    time: z.iso.datetime().describe('Time of the last attempt'),
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
      .describe('Time up to which changes in the other system are imported; null if none were read yet'),
    created: z
      .number()
      .int()
      .describe(
        'Number of created records since the stream was last read from the start date; the other counts begin then too',
      ),
    changed: z.number().int(),
    unchanged: z.number().int(),
    gone: z
      .number()
      .int()
      .describe(
        'Number of records that no longer exist in the other system; assets among them are out of service',
      ),
    refused: z.number().int().describe('Number of records that could not be imported so far'),
    refusedRecords: z.array(refusedRecord).describe('Latest 20 records that could not be imported'),
    lastRead: z.iso.datetime().nullable().describe('Time at which all changes were last read'),
    lastCompared: z.iso
      .datetime()
      .nullable()
      .describe('Time at which its keys were last compared with those of the imported records'),
    lastError: z.string().nullable(),
    lastErrorTime: z.iso.datetime().nullable(),
  })
  .meta({ id: 'StreamExtraction' });
export type StreamExtraction = z.infer<typeof streamExtraction>;

export const listExtraction = defineRoute('GET /api/connections/:id/extraction', {
  access: 'connections',
  summary: 'Get the progress of a connection in reading the streams of its system',
  response: z.array(streamExtraction),
});

export const readAgain = defineRoute('POST /api/connections/:id/extraction/read-again', {
  access: 'connections',
  summary:
    'Read one stream or all streams again from the extraction start date; existing records are updated, not duplicated',
  body: z.strictObject({
    stream: streamName.nullable().default(null).describe('Name of the stream; null for all streams'),
  }),
});
