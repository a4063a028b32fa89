import { z } from 'zod';
import { id, text } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { connectionPlaces, connectionStates, logLevels } from './connection.ts';
import { streamName } from './mapping.ts';
import { requestInput, requestResult } from './request.ts';

/**
 * How a process at the plant (`npm start connect`) runs a connection: it makes these calls with the token of the
 * connection, and nobody calls it. All are refused to other tokens and to users, and unless the connection runs at the plant.
 */

const tag = 'At the plant';

const plantRoute = { access: 'connections', connection: 'only', tag } as const;

/** By which the server knows the process, as long as it runs. */
const runner = z.uuid();
/** Epoch milliseconds. */
const time = z.number();
export const longestSource = 2000;
const source = text(longestSource);
const sources = z.array(source).max(100_000).nullable().describe('Null: all that the connection feeds');

/** Bytes of a page of records, and of entries: one may name all sources of the group. */
const largestPage = 16 * 1024 * 1024;

/** Longest that a look waits until something changes, in milliseconds. */
export const longestLook = 10_000;

export const connectionHead = z.object({
  id,
  name: z.string(),
  type: z.string(),
  place: z.enum(connectionPlaces),
  connectionGroupId: id,
  isPaused: z.boolean(),
  starts: z.number().int().describe('Another one than before: it starts anew'),
  version: z.number().int(),
  trustedCertificates: z.array(z.string()),
});

export const plantView = z
  .object({
    head: connectionHead,
    group: z.object({
      id,
      isHeldByAnother: z.boolean().describe('Whether another process delivers for the group'),
      backfills: z.number().int().describe('Ranges of history that are open'),
      state: z.enum(connectionStates),
      message: z.string(),
      isOutdated: z.boolean().describe('Whether a person acted since the state was reported'),
      retryAt: time.nullable(),
    }),
    fed: z.string().describe('Changes when other sources feed tags'),
    quietAfter: z.number().nullable().describe('Milliseconds without a point after which it is quiet'),
    waiting: z.number().int().describe('Requests of screens that nobody has taken'),
    canceled: z.array(z.uuid()).describe('Requests that it took, and that people canceled'),
  })
  .meta({ id: 'PlantView' });
export type PlantView = z.infer<typeof plantView>;

export const spoolSize = z.strictObject({
  points: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  limit: z.number().int().nonnegative(),
});
export type SpoolSize = z.infer<typeof spoolSize>;

export const lookFromPlant = defineRoute({
  ...plantRoute,
  method: 'POST',
  path: '/api/plant/look',
  summary: 'What is to run at the plant; the answer waits until that changes, at most as long as asked',
  body: z.strictObject({
    runner,
    known: text(64).nullable().describe('Of the answer before'),
    wait: z.number().int().min(0).max(longestLook).describe('Milliseconds'),
    spool: spoolSize.describe('What waits on its disk'),
  }),
  response: z.object({
    known: z.string(),
    view: plantView.nullable().describe('Null: as it is known'),
  }),
});

export const openFromPlant = defineRoute({
  ...plantRoute,
  method: 'POST',
  path: '/api/plant/configuration',
  summary: 'The configuration of the connection, with its secrets',
  response: connectionHead.extend({ configuration: z.record(z.string(), z.unknown()) }),
});

export const listPlantSources = defineRoute({
  ...plantRoute,
  method: 'POST',
  path: '/api/plant/sources',
  summary: 'The sources that feed tags',
  response: z.array(z.object({ source: z.string(), tagId: id })),
});

export const leaseFromPlant = defineRoute({
  ...plantRoute,
  method: 'POST',
  path: '/api/plant/lease',
  summary: 'Take, renew or give up the lease of the group, whose holder alone delivers',
  body: z.strictObject({ runner, action: z.enum(['take', 'renew', 'release']) }),
  response: z.object({ isHeld: z.boolean() }),
});

export const trackFromPlant = defineRoute({
  ...plantRoute,
  method: 'POST',
  path: '/api/plant/tracking',
  summary: 'How far the group has come, and the ranges of history that are still to be read',
  response: z.object({
    liveUntil: time.nullable(),
    backfills: z.array(
      z.object({ id, from: time, to: time, doneTo: time, sources: z.array(z.string()).nullable() }),
    ),
  }),
});

/** Values of one entry at most. */
export const mostEntryPoints = 2_000;

export const plantEntry = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('points'),
    sources: z.array(source).max(mostEntryPoints),
    points: z
      .array(
        z.tuple([
          z.number().int().nonnegative().describe('Place of its source'),
          time,
          z.number().nullable(),
          z.number().int().min(0).max(2).describe('Quality: 0 good, 1 uncertain, 2 bad'),
        ]),
      )
      .max(mostEntryPoints),
  }),
  z.strictObject({ kind: z.literal('advance'), liveUntil: time }),
  z.strictObject({ kind: z.literal('open'), from: time, to: time, sources }),
  z.strictObject({ kind: z.literal('gap'), from: time, to: time, sources }),
  z.strictObject({ kind: z.literal('progress'), id, doneTo: time, points: z.number().int().nonnegative() }),
  z.strictObject({ kind: z.literal('end'), id, error: text(2000).nullable() }),
]);
export type PlantEntry = z.infer<typeof plantEntry>;

export const deliverFromPlant = defineRoute({
  ...plantRoute,
  method: 'POST',
  path: '/api/plant/entries',
  summary:
    'Store points, and how far the plant has come, in order; durable when answered, and the same when repeated',
  body: z.strictObject({ entries: z.array(plantEntry).min(1).max(1000) }),
  bodyLimit: largestPage,
  status: 204,
});

const isoDate = z.iso.datetime();

export const reportFromPlant = defineRoute({
  ...plantRoute,
  method: 'POST',
  path: '/api/plant/reports',
  summary: 'How the connection is doing, and what it logged',
  body: z.strictObject({
    reports: z
      .array(
        z.strictObject({
          starts: z.number().int(),
          states: z
            .array(z.strictObject({ time: isoDate, state: z.enum(connectionStates), message: text(2000) }))
            .max(100),
          retryAt: isoDate.nullable().optional(),
          error: z.strictObject({ message: text(2000), time: isoDate }).optional(),
          lastPointTime: isoDate.optional(),
          lagSeconds: z.number().optional(),
          clockSeconds: z.number().optional(),
          pointsPerSecond: z.number().optional(),
          certificateEnd: isoDate.optional(),
          isQuiet: z.boolean().optional(),
        }),
      )
      .max(1),
    log: z.array(z.strictObject({ time: isoDate, level: z.enum(logLevels), message: text(2000) })).max(201),
  }),
  status: 204,
});

export const takeRequestsFromPlant = defineRoute({
  ...plantRoute,
  method: 'POST',
  path: '/api/plant/requests',
  summary: 'Take what screens ask of the connection',
  body: z.strictObject({ runner, most: z.number().int().min(1).max(10) }),
  response: z.array(z.object({ id: z.uuid(), input: requestInput })),
});

export const answerRequestFromPlant = defineRoute({
  ...plantRoute,
  method: 'POST',
  path: '/api/plant/answers',
  summary: 'What was found for a request so far, or its end',
  body: z.strictObject({
    id: z.uuid(),
    result: requestResult.nullable().describe('Null: it has ended'),
    message: text(2000).nullable().default(null).describe('Why it failed; null: it is done'),
  }),
  bodyLimit: largestPage,
  response: z.object({ isOpen: z.boolean().describe('False: people canceled it') }),
});

const keys = z.array(text(2000)).max(1_000_000);

const plantRecord = z.strictObject({
  key: text(2000),
  type: z.string(),
  changedAt: time,
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  requestKey: z.string().nullable(),
});

/** Why something was not stored. */
const refusal = z
  .enum(['lease-lost', 'stream-reset'])
  .nullable()
  .describe('Why it was not done: another has the lease, or people let the stream be read again');

export const storeRecordsFromPlant = defineRoute({
  ...plantRoute,
  method: 'POST',
  path: '/api/plant/records',
  summary:
    'Store assets and work that were read, and how far they are read; for the holder of the lease alone',
  body: z.strictObject({
    runner,
    stream: streamName,
    call: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('progress') }),
      z.strictObject({
        kind: z.literal('take'),
        records: z.array(plantRecord).max(10_000),
        advance: z.strictObject({ from: time.nullable(), to: time }).nullable(),
      }),
      z.strictObject({
        kind: z.literal('refused'),
        after: text(2000),
        age: z.number(),
        most: z.number().int().min(1).max(1000),
      }),
      z.strictObject({ kind: z.literal('note-read') }),
      z.strictObject({ kind: z.literal('note-error'), message: text(2000) }),
      z.strictObject({ kind: z.literal('known-keys') }),
      z.strictObject({ kind: z.literal('gone'), keys }),
      z.strictObject({ kind: z.literal('read-again') }),
    ]),
  }),
  bodyLimit: largestPage,
  response: z.object({
    refusal,
    progress: z.object({ watermark: time.nullable(), lastCompared: time.nullable() }).optional(),
    counts: z
      .object({ created: z.number().int(), changed: z.number().int(), refused: z.number().int() })
      .optional(),
    records: z.array(plantRecord).optional(),
    keys: z
      .object({ present: z.array(z.string()), gone: z.array(z.string()) })
      .optional()
      .describe('Of the records here: those that were there too, and those that were not'),
  }),
});

const filedWork = z.strictObject({
  number: text(200),
  status: text(200),
  phase: z.enum(['open', 'completed', 'canceled']),
  url: text(2000).nullable(),
});
const numbers = z.array(text(200)).max(1000);
const milliseconds = z.number().int().nonnegative();

export const fileWorkFromPlant = defineRoute({
  ...plantRoute,
  method: 'POST',
  path: '/api/plant/work-requests',
  summary: 'Take the next request of work, and say what became of requests in the other system',
  body: z.strictObject({
    runner,
    call: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('take'), takenFor: milliseconds }),
      z.strictObject({ kind: z.literal('filed'), id, work: filedWork }),
      z.strictObject({
        kind: z.literal('failed'),
        id,
        attempts: z.number().int(),
        message: text(2000),
        pause: z.strictObject({ delay: milliseconds, hold: milliseconds }),
      }),
      z.strictObject({ kind: z.literal('open'), age: milliseconds, most: z.number().int().min(1).max(1000) }),
      z.strictObject({ kind: z.literal('states'), asked: numbers, found: z.array(filedWork).max(1000) }),
    ]),
  }),
  response: z.object({
    refusal,
    due: z
      .object({
        id,
        attempts: z.number().int(),
        work: z.object({
          key: z.string(),
          type: z.string().nullable(),
          priority: z.string().nullable(),
          status: z.string().nullable(),
          shortDescription: z.string(),
          description: z.string(),
          asset: z.object({
            uniqueId: z.string(),
            technicalNumber: z.string().nullable(),
            isEquipment: z.boolean(),
            maintenancePlant: z.string().nullable(),
            planningPlant: z.string().nullable(),
            departmentId: z.string().nullable(),
          }),
        }),
      })
      .nullable()
      .optional(),
    numbers: z.array(z.string()).optional(),
  }),
});
