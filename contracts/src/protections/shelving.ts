import { z } from 'zod';
import { id, isoTime, requiredText } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** Why a protection notifies nobody for now, and until when. */
export const shelving = z
  .object({
    until: z.iso.datetime(),
    since: z.iso.datetime(),
    by: z.string().nullable().describe('User name; null where the user is gone'),
    reason: z.string(),
  })
  .meta({ id: 'Shelving' });
export type Shelving = z.infer<typeof shelving>;

/** So long a protection is shelved at most, in days: what is to be silent for longer is made inactive. */
export const maximumShelvingDays = 30;

const ids = z
  .array(id)
  .min(1, 'Required.')
  .max(1000)
  .refine((all) => new Set(all).size === all.length, 'Please enter a unique value.');

/** The answer of both: how many protections it changed. */
const changed = z.object({ changed: z.number().int() });

export const shelveProtections = defineRoute({
  method: 'POST',
  path: '/api/indicators/shelve',
  access: 'write:protection',
  tag: 'Protections',
  summary:
    'Shelve protections for at most 30 days: they are evaluated, but notify nobody and do not count in the level of their twin; one that is shelved gets the new time and reason',
  body: z.strictObject({ ids, until: isoTime, reason: requiredText(500) }),
  response: changed,
});

export const unshelveProtections = defineRoute({
  method: 'POST',
  path: '/api/indicators/unshelve',
  access: 'write:protection',
  tag: 'Protections',
  summary:
    'Take protections back from the shelf before their time; those that are not shelved stay as they are',
  body: z.strictObject({ ids }),
  response: changed,
});
