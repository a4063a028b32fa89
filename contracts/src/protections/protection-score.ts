import { z } from 'zod';
import { advisoryRecord } from '../advisories/advisory.ts';
import { epochMilliseconds, id, idParameter, idParams, text, time } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { level } from './threshold.ts';

/** A stretch of time in which something is known to have been wrong, whether or not work tells of it. */
export const markedRange = z
  .object({ id, start: z.iso.datetime(), end: z.iso.datetime(), note: z.string() })
  .meta({ id: 'MarkedRange' });
export type MarkedRange = z.infer<typeof markedRange>;

/** How excursions stand against what is known to have happened. Lengths of time in milliseconds. */
const standing = {
  hits: z.number().int().describe('Events that an excursion gave notice of'),
  misses: z.number().int(),
  excursions: z.number().int(),
  falseAlarms: z.number().int().describe('Excursions that gave notice of nothing'),
  falseAlarmsPerYear: z.number().nullable().describe('Null where nothing was observed'),
  leadTimes: z
    .array(z.number())
    .describe('Of the hits, from the first excursion to the event; shortest first'),
};

export const scoredEvent = z
  .object({
    type: z.enum(['work', 'range']),
    id: id.describe('Of the first work, or of the marked range'),
    name: z.string(),
    begin: z.iso.datetime().describe('From when an excursion counts as notice'),
    time: z.iso.datetime().describe('Of the failure; of a marked range its end'),
    leadTime: z.number().nullable().describe('Null for a miss'),
    thresholds: z.array(z.number().int()).describe('Indexes of those that gave notice'),
  })
  .meta({ id: 'ScoredEvent' });
export type ScoredEvent = z.infer<typeof scoredEvent>;

export const protectionScore = z
  .object({
    from: z.iso.datetime().nullable().describe('What was observed; null where nothing was'),
    to: z.iso.datetime().nullable(),
    pfInterval: z
      .string()
      .describe('ISO 8601: how long before a failure an excursion counts as notice of it'),
    pfSource: z
      .enum(['failure-mode', 'assumed'])
      .describe('Whether it is the longest of the linked failure modes, or assumed for want of one'),
    ...standing,
    thresholds: z.array(
      z.object({ index: z.number().int(), name: z.string(), level: level.nullable(), ...standing }),
    ),
    events: z.array(scoredEvent).describe('The latest 500, oldest first'),
    ranges: z.array(markedRange).describe('All that are marked, also outside of what was observed'),
    advisories: advisoryRecord.describe('How right the advisories were that it led to'),
  })
  .meta({ id: 'ProtectionScore' });
export type ProtectionScore = z.infer<typeof protectionScore>;

const tag = 'Protections';

export const getProtectionScore = defineRoute({
  method: 'GET',
  path: '/api/indicators/:id/score',
  access: 'apps',
  tag,
  summary: 'The record of a protection: how its excursions stand against failures and marked ranges',
  params: idParams,
  response: protectionScore,
});

/** Something that is known to have happened, by which any logic can be scored. */
export const knownEvent = z
  .object({
    type: z.enum(['work', 'range']),
    id: id.describe('Of the first work, or of the marked range'),
    name: z.string(),
    begin: epochMilliseconds.describe('From when an excursion counts as notice'),
    time: epochMilliseconds.describe('Of the failure; of a marked range its end'),
    end: epochMilliseconds.describe('Until when an excursion is the event’s own: the end of the repair'),
  })
  .meta({ id: 'KnownEvent' });
export type KnownEvent = z.infer<typeof knownEvent>;

/** At most so many events are answered, the latest of them. */
export const maximumKnownEvents = 5000;

export const knownHistory = protectionScore
  .pick({ pfInterval: true, pfSource: true })
  .extend({ events: z.array(knownEvent).describe('By time, over all that there are points of') })
  .meta({ id: 'KnownHistory' });
export type KnownHistory = z.infer<typeof knownHistory>;

export const getKnownHistory = defineRoute({
  method: 'GET',
  path: '/api/indicators/:id/events',
  access: 'apps',
  tag,
  summary:
    'What a protection is scored against: failures by completed corrective work, and marked ranges; whether or not it is evaluated',
  params: idParams,
  response: knownHistory,
});

export const newMarkedRange = z
  .strictObject({ start: time, end: time, note: text(200).default('') })
  .refine(({ start, end }) => start < end, {
    path: ['end'],
    message: 'The end of the range must be after its start.',
  })
  .meta({ id: 'NewMarkedRange' });
export type NewMarkedRange = z.infer<typeof newMarkedRange>;

export const maximumMarkedRanges = 1000;

export const markRange = defineRoute({
  method: 'POST',
  path: '/api/indicators/:id/ranges',
  access: 'write:protection',
  tag,
  summary: 'Mark a range in which something is known to have been wrong',
  params: idParams,
  body: newMarkedRange,
  status: 201,
  response: markedRange,
});

export const unmarkRange = defineRoute({
  method: 'DELETE',
  path: '/api/indicators/:id/ranges/:rangeId',
  access: 'write:protection',
  tag,
  summary: 'Remove the mark of a range',
  params: z.object({ id: idParameter, rangeId: idParameter }),
  status: 204,
});
