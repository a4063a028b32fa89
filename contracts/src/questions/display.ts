import { z } from 'zod';
import { contentTypes } from '../core/content-types.ts';
import { id, integerBetween, isoTime, requiredText } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { dashboard, dashboardId } from './dashboard.ts';
import { queryLengths } from './query-definition.ts';

/**
 * Displays show dashboards on a wall screen without sign-in. A display has a token that can only read its
 * dashboards, with the rights of the user who created it.
 */

/** Prefix of display tokens, to distinguish them from session ids. */
export const displayTokenPrefix = 'display-';

const defineRoute = routeGroup('Displays');

export const newDisplay = z
  .strictObject({
    name: requiredText(queryLengths.name).describe('Name of the display, such as its place'),
    dashboards: z
      .array(dashboardId)
      .min(1, 'Please choose a dashboard.')
      .max(20)
      .describe('Dashboards to show in turn'),
    seconds: integerBetween(10, 3600).default(60).describe('Seconds for which each dashboard is shown'),
    expiresAt: isoTime.describe('Expiry time, at most two years ahead'),
  })
  .meta({ id: 'NewDisplay' });
export type NewDisplay = z.infer<typeof newDisplay>;

export const display = z
  .object({
    id,
    name: z.string(),
    dashboards: z.array(
      z.object({
        id: dashboardId,
        name: z.string().nullable().describe('Name; null if the dashboard was deleted'),
      }),
    ),
    seconds: z.number().int(),
    createdBy: z.string().describe('User name of the creator'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    lastSeenAt: z.iso
      .datetime()
      .nullable()
      .describe('Time of the last use, to the hour; null if the display was never opened'),
  })
  .meta({ id: 'Display' });
export type Display = z.infer<typeof display>;

export const createdDisplay = display
  .extend({ token: z.string().describe('Token, returned only once: it is stored as a hash') })
  .meta({ id: 'CreatedDisplay' });
export type CreatedDisplay = z.infer<typeof createdDisplay>;

/** The content of a display. */
export const displayContent = z
  .object({
    name: z.string(),
    dashboards: z.array(dashboard),
    seconds: z.number().int(),
    timeZone: z.string().describe('Time zone of the user who created the display'),
    currencySymbol: z.string(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'DisplayContent' });
export type DisplayContent = z.infer<typeof displayContent>;

export const listDisplays = defineRoute('GET /api/displays', {
  access: 'queries',
  summary: 'List the displays of the user; administrators see those of all users',
  response: z.array(display),
});

export const createDisplay = defineRoute('POST /api/displays', {
  access: 'queries',
  personal: true,
  summary: 'Create a display. The response contains its token, which is not shown again',
  body: newDisplay,
  status: 201,
  response: createdDisplay,
});

export const deleteDisplay = defineRoute('DELETE /api/displays/:id', {
  access: 'queries',
  summary: 'Delete a display. Its token becomes invalid',
});

export const getDisplayContent = defineRoute('GET /api/displays/content', {
  access: 'apps',
  display: true,
  summary: 'Get the dashboards of the display that the token belongs to',
  response: displayContent,
});

export const followDisplay = defineRoute('GET /api/displays/events', {
  access: 'apps',
  personal: true,
  display: true,
  summary: 'Stream live events for a display as server-sent events, without events for single users',
  response: 'stream',
  contentTypes: [contentTypes.events],
});
