import { z } from 'zod';
import { advisoryStates } from '../advisories/advisory.ts';
import { listCall } from '../core/list.ts';
import { id, integerBetween, requiredText, webAddress } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { level } from '../protections/threshold.ts';

/**
 * Webhooks send events to other systems as messages of Standard Webhooks (https://www.standardwebhooks.com): POST
 * with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`.
 */

const defineRoute = routeGroup('Webhooks');

export const webhookEvents = [
  'excursion.began',
  'excursion.ended',
  'level.changed',
  'advisory.changed',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent on request only, independent of the events of a webhook. */
export const testEvent = 'webhook.test';

const named = z.object({ id, name: z.string() });
const timestamp = z.iso.datetime().describe('Time of the event');
const subject = {
  twin: z
    .object({ id, assetId: id, name: z.string(), uniqueId: z.string() })
    .describe('Twin, with the name and unique id of its asset'),
};
const excursion = {
  ...subject,
  excursion: z.object({ id, start: z.iso.datetime(), end: z.iso.datetime().nullable() }),
  protection: named,
  threshold: named.extend({ level: level.nullable() }),
};

/** The body of a message, by `type`. */
export const webhookPayload = z
  .discriminatedUnion('type', [
    z
      .object({ type: z.literal('excursion.began'), timestamp, data: z.object(excursion) })
      .describe('A recorded excursion began; sent once'),
    z
      .object({ type: z.literal('excursion.ended'), timestamp, data: z.object(excursion) })
      .describe('An announced excursion ended; sent once'),
    z
      .object({
        type: z.literal('level.changed'),
        timestamp,
        data: z.object({ ...subject, level: level.nullable(), before: level.nullable() }),
      })
      .describe('The level of a twin changed; null if it was never evaluated or is no longer evaluated'),
    z
      .object({
        type: z.literal('advisory.changed'),
        timestamp,
        data: z.object({
          ...subject,
          advisory: named.extend({
            state: z.enum(advisoryStates),
            before: z
              .enum(advisoryStates)
              .nullable()
              .describe('Previous state; null if a rule created it in this state'),
            level: level.nullable(),
            reason: z.string(),
          }),
        }),
      })
      .describe('The state of an advisory changed; not sent for drafts'),
    z
      .object({ type: z.literal(testEvent), timestamp, data: z.object({ webhook: named }) })
      .describe('A test message that a user requested'),
  ])
  .meta({ id: 'WebhookPayload' });
export type WebhookPayload = z.infer<typeof webhookPayload>;

const webhookStates = ['active', 'failing', 'paused', 'stopped'] as const;
export type WebhookState = (typeof webhookStates)[number];

const chosen = {
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  minimumLevel: level.nullable().describe('Minimum level of thresholds, twins and advisories; null for all'),
  twinIds: z.array(id).describe('Only events of these twins'),
  assetIds: z
    .array(id)
    .describe(
      'Only events of the twins of these assets and their descendants; all twins if both twins and assets are empty',
    ),
};

export const webhook = z
  .object({
    id,
    ...chosen,
    state: z
      .enum(webhookStates)
      .describe('`failing`: the last message was not accepted. `stopped`: paused after a day of failures'),
    message: z.string().describe('Reason why it fails or was stopped'),
    failingSince: z.iso.datetime().nullable(),
    lastDeliveredAt: z.iso.datetime().nullable(),
    replacedUntil: z.iso
      .datetime()
      .nullable()
      .describe('Time until which messages are also signed with the previous secret'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;

const address = webAddress(2000, 'https://receiver.plant.example/hook').refine(
  (value) => !URL.canParse(value) || (new URL(value).username === '' && new URL(value).password === ''),
  'Please remove user and password from the address. The signature proves who sent a message.',
);

export const webhookChange = z
  .strictObject({
    name: requiredText(100),
    url: address.min(1, 'Required.'),
    events: z.array(z.enum(webhookEvents)).min(1, 'Please choose an event.').max(webhookEvents.length),
    minimumLevel: level.nullable().default(null),
    twinIds: z.array(id).max(1000).default([]),
    assetIds: z.array(id).max(1000).default([]),
  })
  .meta({ id: 'WebhookChange' });
export type WebhookChange = z.infer<typeof webhookChange>;

export const createdWebhook = webhook
  .extend({ secret: z.string().describe('Secret that signs the messages; returned only once') })
  .meta({ id: 'CreatedWebhook' });
export type CreatedWebhook = z.infer<typeof createdWebhook>;

export const newWebhookSecret = z
  .strictObject({
    keepHours: integerBetween(0, 168)
      .default(24)
      .describe('Hours for which messages are also signed with the previous secret'),
  })
  .meta({ id: 'NewWebhookSecret' });
export type NewWebhookSecret = z.infer<typeof newWebhookSecret>;

const messageStates = ['waiting', 'delivered', 'failed'] as const;
export type MessageState = (typeof messageStates)[number];

export const webhookMessage = z
  .object({
    id: z.number().int(),
    messageId: z.string().describe('Header `webhook-id`, the same for every attempt'),
    type: z.enum([...webhookEvents, testEvent]),
    createdAt: z.iso.datetime(),
    state: z.enum(messageStates),
    attempts: z.number().int(),
    nextAttemptAt: z.iso.datetime().nullable(),
    body: z.string().describe('JSON text as sent'),
    tries: z
      .array(
        z.object({
          time: z.iso.datetime(),
          milliseconds: z.number().int(),
          status: z.number().int().nullable().describe('HTTP status; null if there was no response'),
          answer: z
            .string()
            .describe('First 1,000 characters of the response, or the reason why there was none'),
        }),
      )
      .describe('Last ten attempts, newest first'),
  })
  .meta({ id: 'WebhookMessage' });
export type WebhookMessage = z.infer<typeof webhookMessage>;

export const listWebhooks = defineRoute('POST /api/webhooks/filters', {
  access: 'connections',
  summary: 'List webhooks. Fields: Id, Name, Url, State, CreatedAt',
  ...listCall,
  response: z.array(webhook),
});

export const getWebhook = defineRoute('GET /api/webhooks/:id', {
  access: 'connections',
  summary: 'Get a webhook',
  response: webhook,
});

export const createWebhook = defineRoute('POST /api/webhooks', {
  access: 'connections',
  summary: 'Add a webhook; its secret is returned only once',
  body: webhookChange,
  example: {
    name: 'Maintenance',
    url: 'https://maintenance.plant.example/events',
    events: ['excursion.began'],
  },
  status: 201,
  response: createdWebhook,
});

export const updateWebhook = defineRoute('PUT /api/webhooks/:id', {
  access: 'connections',
  summary: 'Change a webhook',
  body: webhookChange,
  response: webhook,
});

export const deleteWebhook = defineRoute('DELETE /api/webhooks/:id', {
  access: 'connections',
  summary: 'Delete a webhook with its log',
});

export const pauseWebhook = defineRoute('POST /api/webhooks/:id/pause', {
  access: 'connections',
  summary: 'Pause a webhook; events are not sent while it is paused',
  response: webhook,
});

export const resumeWebhook = defineRoute('POST /api/webhooks/:id/resume', {
  access: 'connections',
  summary: 'Resume a webhook; waiting messages are sent',
  response: webhook,
});

export const createWebhookSecret = defineRoute('POST /api/webhooks/:id/secret', {
  access: 'connections',
  summary: 'Create a new secret for a webhook; messages are signed with both secrets for some hours',
  body: newWebhookSecret,
  status: 201,
  response: createdWebhook,
});

export const testWebhook = defineRoute('POST /api/webhooks/:id/test', {
  access: 'connections',
  summary: 'Send a test message once, even while the webhook is paused; its log has the result',
  status: 201,
  response: webhookMessage,
});

export const listWebhookMessages = defineRoute('POST /api/webhooks/:id/messages/filters', {
  access: 'connections',
  summary: 'List the messages of a webhook, newest first. Fields: Id, Type, State, CreatedAt',
  ...listCall,
  response: z.array(webhookMessage),
});

export const sendWebhookMessage = defineRoute('POST /api/webhooks/:id/messages/:messageId/send', {
  access: 'connections',
  summary: 'Send a message again, with the same id',
  response: webhookMessage,
});
