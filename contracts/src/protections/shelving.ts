import { z } from 'zod';
import { id, isoTime, requiredText } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Protections');

/** Why and until when the notifications of a protection are suppressed. */
export const shelving = z
  .object({
    until: z.iso.datetime(),
    since: z.iso.datetime(),
    by: z.string().nullable().describe('Name of the user who shelved it; null if the user was deleted'),
    reason: z.string(),
  })
  .meta({ id: 'Shelving' });
export type Shelving = z.infer<typeof shelving>;

/** Maximum days of shelving. Make a protection inactive to suppress it for longer. */
export const maximumShelvingDays = 30;

const ids = z
  .array(id)
  .min(1, 'Required.')
  .max(1000)
  .refine((all) => new Set(all).size === all.length, 'Please enter a unique value.');

/** Number of changed protections. */
const changed = z.object({ changed: z.number().int() });

export const shelveProtections = defineRoute('POST /api/indicators/shelve', {
  access: 'write:protection',
  summary:
    'Shelve protections for at most 30 days. They are evaluated, but send no notifications and do not count in the level of their twin. Protections already shelved get the new time and reason',
  body: z.strictObject({ ids, until: isoTime, reason: requiredText(500) }),
  response: changed,
});

export const unshelveProtections = defineRoute('POST /api/indicators/unshelve', {
  access: 'write:protection',
  summary: 'Unshelve protections before their time. Protections that are not shelved are unchanged',
  body: z.strictObject({ ids }),
  response: changed,
});
