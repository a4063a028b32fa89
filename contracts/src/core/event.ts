import { z } from 'zod';
import { notification } from '../advisories/notification.ts';
import { auditEntities } from '../system/audit.ts';
import { command } from './command.ts';
import { contentTypes } from './content-types.ts';
import { id } from './primitives.ts';
import { routeGroup } from './route.ts';

const defineRoute = routeGroup('Notifications');

/** Kinds of records that change without an entry in the audit trail. */
const unauditedKinds = ['audit', 'mail', 'mark', 'simulation', 'user-setting'] as const;

/** Kinds of records and settings whose live events contain only the kind. */
export const changedKinds = [...auditEntities, ...unauditedKinds] as const;
export type ChangedKind = (typeof changedKinds)[number];

/** A change, pushed to open screens. An event says what to reload and contains little data itself. */
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
        'Records or settings of a kind changed. `mark` (what the user watches and subscribes to) and `user-setting` are sent to that user only',
      ),
    z.object({ type: z.literal('command'), command }),
    z.object({ type: z.literal('notification'), notification }).describe('A new notification of the user'),
    z.object({ type: z.literal('notifications') }).describe('Notifications of the user were read or removed'),
    z.object({ type: z.literal('sessions') }).describe('Sessions of the user have ended'),
    z
      .object({ type: z.literal('opened') })
      .describe('The stream is open. This is the first event; it has an id'),
    z
      .object({ type: z.literal('resync') })
      .describe('The stream was restarted and events may be missing: reload everything'),
  ])
  .meta({ id: 'LiveEvent' });
export type LiveEvent = z.infer<typeof liveEvent>;

export const subscribe = defineRoute('GET /api/notifications/subscription', {
  access: 'signed-in',
  personal: true,
  summary:
    'Stream live events as server-sent events; with the header Last-Event-ID, it resumes after that notification',
  response: 'stream',
  contentTypes: [contentTypes.events],
});
