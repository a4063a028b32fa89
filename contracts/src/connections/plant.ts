import { z } from 'zod';
import { id, text } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { connectionPlaces, connectionStates, logLevels } from './connection.ts';
import { streamName } from './mapping.ts';
import { requestInput, requestResult } from './request.ts';

/**
 * How a process at the plant (`npm start connect`) runs a connection: it makes these calls with the token of the
 * connection; the server never calls it. Other tokens and users are refused, and so is a connection that does not run
 * at the plant.
 */

const defineRoute = routeGroup('At the plant');

const plantRoute = { access: 'connections', connection: 'only' } as const;

/** The id of the process while it runs. */
const runner = z.uuid();
/** Epoch milliseconds. */
const time = z.number();
export const longestSource = 2000;
const source = text(longestSource);
const sources = z
  .array(source)
  .max(100_000)
  .nullable()
  .describe('Null for all sources of tags that the connection feeds');

/** The maximum size of a page of records or entries in bytes: an entry may list all sources of the group. */
const largestPage = 16 * 1024 * 1024;

/** The maximum time that `lookFromPlant` waits for a change, in milliseconds. */
export const longestLook = 10_000;

const connectionHead = z.object({
  id,
  name: z.string(),
  type: z.string(),
  place: z.enum(connectionPlaces),
  connectionGroupId: id,
  isPaused: z.boolean(),
  starts: z.number().int().describe('Counter of starts; if it has changed, the connection must restart'),
  version: z.number().int(),
  trustedCertificates: z.array(z.string()),
});

export const plantView = z
  .object({
    head: connectionHead,
    group: z.object({
      id,
      isHeldByAnother: z.boolean().describe('Whether another process holds the lease of the group'),
      backfills: z.number().int().describe('Number of ranges of history that are not read yet'),
      state: z.enum(connectionStates),
      message: z.string(),
      isOutdated: z.boolean().describe('Whether a user made a change since the state was reported'),
      retryAt: time.nullable(),
    }),
    fed: z.string().describe('Changes whenever the sources that feed tags change'),
    quietAfter: z
      .number()
      .nullable()
      .describe(
        'Milliseconds without a point after which the connection is reported as quiet; null for never',
      ),
    waiting: z.number().int().describe('Number of requests of screens that are waiting'),
    canceled: z
      .array(z.uuid())
      .describe('Ids of requests that the process has taken and users have canceled'),
  })
  .meta({ id: 'PlantView' });
export type PlantView = z.infer<typeof plantView>;

const spoolSize = z.strictObject({
  points: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  limit: z.number().int().nonnegative(),
});

export const lookFromPlant = defineRoute('POST /api/plant/look', {
  ...plantRoute,
  summary: 'Get what to run at the plant; waits until it changes, at most for the time in `wait`',
  body: z.strictObject({
    runner,
    known: text(64).nullable().describe('Value of `known` in the previous response; null in the first call'),
    wait: z.number().int().min(0).max(longestLook).describe('Maximum time to wait in milliseconds'),
    spool: spoolSize.describe('Points waiting on the disk of the process'),
  }),
  response: z.object({
    known: z.string(),
    view: plantView.nullable().describe('Null if nothing has changed'),
  }),
});

export const openFromPlant = defineRoute('POST /api/plant/configuration', {
  ...plantRoute,
  summary: 'Get the configuration of the connection, with its secrets',
  response: connectionHead.extend({ configuration: z.record(z.string(), z.unknown()) }),
});

export const listPlantSources = defineRoute('POST /api/plant/sources', {
  ...plantRoute,
  summary: 'List the sources that feed tags',
  response: z.array(z.object({ source: z.string(), tagId: id })),
});

export const leaseFromPlant = defineRoute('POST /api/plant/lease', {
  ...plantRoute,
  summary: 'Take, renew or release the lease of the group; only its holder delivers',
  body: z.strictObject({ runner, action: z.enum(['take', 'renew', 'release']) }),
  response: z.object({ isHeld: z.boolean() }),
});

export const trackFromPlant = defineRoute('POST /api/plant/tracking', {
  ...plantRoute,
  summary: 'Get the progress of the group and the ranges of history that are not read yet',
  response: z.object({
    liveUntil: time.nullable(),
    backfills: z.array(
      z.object({ id, from: time, to: time, doneTo: time, sources: z.array(z.string()).nullable() }),
    ),
  }),
});

/** The maximum number of points in an entry. */
export const mostEntryPoints = 2_000;

export const plantEntry = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('points'),
    sources: z.array(source).max(mostEntryPoints),
    points: z
      .array(
        z.tuple([
          z.number().int().nonnegative().describe('Index of its source in `sources`'),
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

export const deliverFromPlant = defineRoute('POST /api/plant/entries', {
  ...plantRoute,
  summary:
    'Store points and the progress of the plant, in order; durable when the call returns, and idempotent',
  body: z.strictObject({ entries: z.array(plantEntry).min(1).max(1000) }),
  bodyLimit: largestPage,
});

const isoDate = z.iso.datetime();

export const reportFromPlant = defineRoute('POST /api/plant/reports', {
  ...plantRoute,
  summary: 'Report the state of the connection and its log entries',
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
});

export const takeRequestsFromPlant = defineRoute('POST /api/plant/requests', {
  ...plantRoute,
  summary: 'Take the waiting requests that screens make to the connection',
  body: z.strictObject({ runner, most: z.number().int().min(1).max(10) }),
  response: z.array(z.object({ id: z.uuid(), input: requestInput })),
});

export const answerRequestFromPlant = defineRoute('POST /api/plant/answers', {
  ...plantRoute,
  summary: 'Report the result of a request so far, or its end',
  body: z.strictObject({
    id: z.uuid(),
    result: requestResult.nullable().describe('Result so far; null at the end of the request'),
    message: text(2000).nullable().default(null).describe('Error message; null if the request succeeded'),
  }),
  bodyLimit: largestPage,
  response: z.object({ isOpen: z.boolean().describe('False if a user canceled the request') }),
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
  .describe(
    'Reason why nothing was done: another process has the lease, or a user reset the stream; null if it was done',
  );

export const storeRecordsFromPlant = defineRoute('POST /api/plant/records', {
  ...plantRoute,
  summary:
    'Store assets and work that were read, and the progress of reading; only for the holder of the lease',
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
      .describe(
        'Keys of the imported records: those that existed in the other system, and those that did not',
      ),
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

export const fileWorkFromPlant = defineRoute('POST /api/plant/work-requests', {
  ...plantRoute,
  summary: 'Take the next work request, or report the results of requests in the other system',
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
