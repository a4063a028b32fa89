import { z } from 'zod';
import { epochMilliseconds, id, isoDuration, text, time } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { notReversed } from '../core/time-range.ts';

/** A range of time in which a twin is known to have had a problem, with or without work to confirm it. */
export const markedRange = z
  .object({
    id,
    start: z.iso.datetime(),
    end: z.iso.datetime(),
    failedAt: z.iso
      .datetime()
      .nullable()
      .describe('Time of the failure; null if unknown, then no notice is calculated'),
    failureModeId: id
      .nullable()
      .describe('Id of the failure mode; null if unknown, then it counts for every protection of the twin'),
    note: z.string(),
  })
  .meta({ id: 'MarkedRange' });
export type MarkedRange = z.infer<typeof markedRange>;

/** Maximum number of jobs returned; the latest ones. */
export const maximumKnownWork = 5000;

/** Known failures and problems of a twin. Protections are scored against them, by failure mode. */
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
          duration: z.number().nullable().describe('Milliseconds; null if unknown'),
        }),
      )
      .describe(`Completed corrective work, the latest ${maximumKnownWork} jobs, oldest first`),
    ranges: z.array(markedRange).describe('Marked ranges by start time'),
    failureModes: z.array(
      z.object({ id, mechanism: z.string().nullable(), pfInterval: isoDuration.nullable() }),
    ),
    knownUntil: epochMilliseconds.describe('Time up to which failures are known, in epoch milliseconds'),
  })
  .meta({ id: 'KnownHistory' });
export type KnownHistory = z.infer<typeof knownHistory>;

const defineRoute = routeGroup('Twins');

export const getKnownHistory = defineRoute('GET /api/twins/:id/known-history', {
  access: 'apps',
  summary: 'Get the known history of a twin: completed corrective work and marked ranges',
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

export const createMarkedRange = defineRoute('POST /api/twins/:id/marked-ranges', {
  access: 'write:protection',
  summary: 'Mark a range of time in which a twin is known to have had a problem',
  body: newMarkedRange,
  status: 201,
  response: markedRange,
});

export const deleteMarkedRange = defineRoute('DELETE /api/twins/:id/marked-ranges/:rangeId', {
  access: 'write:protection',
  summary: 'Delete a marked range',
});
