import { z } from 'zod';
import { notification } from '../advisories/notification.ts';
import { auditEntities } from '../system/audit.ts';
import { command } from './command.ts';
import { contentTypes } from './content-types.ts';
import { id } from './primitives.ts';
import { defineRoute } from './route.ts';

/** What changes without being audited. */
const unauditedKinds = ['audit', 'mail', 'mark', 'simulation', 'user-setting'] as const;

/** Kinds of records and settings whose changes are published to open screens by their kind alone. */
export const changedKinds = [...auditEntities, ...unauditedKinds] as const;
export type ChangedKind = (typeof changedKinds)[number];

/** What changed, pushed to open screens. An event names what to ask again for; it carries little itself. */
export const liveEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('evaluated'), twinIds: z.array(id), protectionIds: z.array(id) }),
    z
      .object({ type: z.literal('twin-parts'), twinIds: z.array(id) })
      .describe('Failure modes or activities of the twins changed'),
    z.object({ type: z.literal('points'), tagIds: z.array(id) }),
    z.object({ type: z.literal('work'), tagIds: z.array(id) }).describe('Work under the tags changed'),
    z
      .object({ type: z.literal('advisories'), twinIds: z.array(id) })
      .describe('Advisories of the twins changed'),
    z
      .object({ type: z.literal('risk-analysis'), riskAnalysisId: id })
      .describe('The risk analysis or its assets changed'),
    z
      .object({ type: z.literal('changed'), kind: z.enum(changedKinds) })
      .describe(
        'Records or settings of a kind changed. `mark` (what the user watches and subscribes to) and `user-setting` go to that user',
      ),
    z.object({ type: z.literal('command'), command }),
    z.object({ type: z.literal('notification'), notification }).describe('A new one of the user’s own'),
    z.object({ type: z.literal('notifications') }).describe('Some of the user’s own were read or removed'),
    z.object({ type: z.literal('sessions') }).describe('Some of the user’s own sessions have ended'),
    z.object({ type: z.literal('opened') }).describe('The stream is open: the first event, with its id'),
    z.object({ type: z.literal('resync') }).describe('The stream began anew: events may have been missed'),
  ])
  .meta({ id: 'LiveEvent' });
export type LiveEvent = z.infer<typeof liveEvent>;

export const subscribe = defineRoute({
  method: 'GET',
  path: '/api/notifications/subscription',
  access: 'signed-in',
  personal: true,
  tag: 'Notifications',
  summary:
    'Live events, as a stream of server-sent events; with Last-Event-ID it goes on after that notification',
  response: 'stream',
  contentTypes: [contentTypes.events],
});
