import { z } from 'zod';
import { contentTypes } from '../core/content-types.ts';
import { id, idParams, integerBetween, isoTime, requiredText } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { dashboard, dashboardId } from './dashboard.ts';
import { queryLengths } from './query-definition.ts';

/**
 * Displays show dashboards on a wall without a sign-in. A display has a token, which reads those dashboards and nothing
 * else, with the rights of the user who made it.
 */

/** Begins every token of a display, to distinguish it from the id of a session. */
export const displayTokenPrefix = 'display-';

const tag = 'Displays';

export const newDisplay = z
  .strictObject({
    name: requiredText(queryLengths.name).describe('Where it hangs'),
    dashboards: z.array(dashboardId).min(1, 'Please choose a dashboard.').max(20).describe('Shown in turn'),
    seconds: integerBetween(10, 3600).default(60).describe('How long each is shown'),
    expiresAt: isoTime.describe('At most two years ahead'),
  })
  .meta({ id: 'NewDisplay' });
export type NewDisplay = z.infer<typeof newDisplay>;

export const display = z
  .object({
    id,
    name: z.string(),
    dashboards: z.array(z.object({ id: dashboardId, name: z.string().nullable().describe('Null: deleted') })),
    seconds: z.number().int(),
    createdBy: z.string().describe('User name'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime().nullable().describe('To the hour; null for one that was never opened'),
  })
  .meta({ id: 'Display' });
export type Display = z.infer<typeof display>;

export const createdDisplay = display
  .extend({ token: z.string().describe('Shown only now: it is stored as a hash') })
  .meta({ id: 'CreatedDisplay' });
export type CreatedDisplay = z.infer<typeof createdDisplay>;

/** What a display shows. */
export const displayContent = z
  .object({
    name: z.string(),
    dashboards: z.array(dashboard),
    seconds: z.number().int(),
    timeZone: z.string().describe('Of the user who made it'),
    currencySymbol: z.string(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'DisplayContent' });
export type DisplayContent = z.infer<typeof displayContent>;

export const listDisplays = defineRoute({
  method: 'GET',
  path: '/api/displays',
  access: 'queries',
  tag,
  summary: 'The displays of the user; of all users for administrators',
  response: z.array(display),
});

export const createDisplay = defineRoute({
  method: 'POST',
  path: '/api/displays',
  access: 'queries',
  personal: true,
  tag,
  summary: 'Add a display; the answer has its token, which is not shown again',
  body: newDisplay,
  status: 201,
  response: createdDisplay,
});

export const deleteDisplay = defineRoute({
  method: 'DELETE',
  path: '/api/displays/:id',
  access: 'queries',
  tag,
  summary: 'Delete a display: its token opens nothing from now on',
  params: idParams,
  status: 204,
});

export const getDisplayContent = defineRoute({
  method: 'GET',
  path: '/api/displays/content',
  access: 'apps',
  display: true,
  tag,
  summary: 'The dashboards of the display whose token makes the call',
  response: displayContent,
});

export const followDisplay = defineRoute({
  method: 'GET',
  path: '/api/displays/events',
  access: 'apps',
  personal: true,
  display: true,
  tag,
  summary:
    'Live events for a display, as a stream of server-sent events: what concerns a single user is left out',
  response: 'stream',
  contentTypes: [contentTypes.events],
});
