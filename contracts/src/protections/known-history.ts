import { z } from 'zod';
import { epochMilliseconds, id, idParameter, idParams, isoDuration, text, time } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { notReversed } from '../core/time-range.ts';

/** A range of a twin in which something is known to have been wrong, whether or not work shows it. */
export const markedRange = z
  .object({
    id,
    start: z.iso.datetime(),
    end: z.iso.datetime(),
    failedAt: z.iso.datetime().nullable().describe('Time of the failure; null: notice is not measured'),
    failureModeId: id.nullable().describe('Null: not known, it counts for every protection of the twin'),
    note: z.string(),
  })
  .meta({ id: 'MarkedRange' });
export type MarkedRange = z.infer<typeof markedRange>;

/** At most so many items of work are answered, the latest. */
export const maximumKnownWork = 5000;

/** What is known to have happened to a twin. Any logic is scored against it, by the failure modes it is for. */
export const knownHistory = z
  .object({
    work: z
      .array(
        z.object({
          id,
          name: z.string(),
          mechanism: z.string().nullable().describe('Code of ISO 14224, table B.2'),
          start: epochMilliseconds.nullable(),
          completed: epochMilliseconds,
          duration: z.number().nullable().describe('Milliseconds'),
        }),
      )
      .describe(`Completed corrective work, the latest ${maximumKnownWork}, oldest first`),
    ranges: z.array(markedRange).describe('By start'),
    failureModes: z.array(
      z.object({ id, mechanism: z.string().nullable(), pfInterval: isoDuration.nullable() }),
    ),
    knownUntil: epochMilliseconds.describe('Until when failures would be known'),
  })
  .meta({ id: 'KnownHistory' });
export type KnownHistory = z.infer<typeof knownHistory>;

const tag = 'Twins';

export const getKnownHistory = defineRoute({
  method: 'GET',
  path: '/api/twins/:id/known-history',
  access: 'apps',
  tag,
  summary: 'What is known to have happened to a twin: completed corrective work and marked ranges',
  params: idParams,
  response: knownHistory,
});

export const newMarkedRange = z
  .strictObject({
    start: time,
    end: time,
    failedAt: time.nullable().default(null),
    failureModeId: id.nullable().default(null),
    note: text(200).default(''),
  })
  .refine(({ start, end }) => start < end, notReversed('end'))
  .refine(({ start, end, failedAt }) => failedAt === null || (failedAt > start && failedAt <= end), {
    path: ['failedAt'],
    message: 'The time of the failure must be in the range, after its start.',
  })
  .meta({ id: 'NewMarkedRange' });
export type NewMarkedRange = z.infer<typeof newMarkedRange>;
export type NewMarkedRangeInput = z.input<typeof newMarkedRange>;

export const maximumMarkedRanges = 1000;

export const createMarkedRange = defineRoute({
  method: 'POST',
  path: '/api/twins/:id/marked-ranges',
  access: 'write:protection',
  tag,
  summary: 'Mark a range in which something is known to have been wrong',
  params: idParams,
  body: newMarkedRange,
  status: 201,
  response: markedRange,
});

export const deleteMarkedRange = defineRoute({
  method: 'DELETE',
  path: '/api/twins/:id/marked-ranges/:rangeId',
  access: 'write:protection',
  tag,
  summary: 'Remove the mark of a range',
  params: z.object({ id: idParameter, rangeId: idParameter }),
  status: 204,
});
