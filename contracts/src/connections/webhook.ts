import { z } from 'zod';
import { advisoryStates } from '../advisories/advisory.ts';
import { listBody, paging } from '../core/list.ts';
import { id, idParameter, idParams, integerBetween, requiredText, webAddress } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { level } from '../protections/threshold.ts';

/**
 * Webhooks send what happens to other systems, as messages of Standard Webhooks (https://www.standardwebhooks.com):
 * POST with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`.
 */

const tag = 'Webhooks';

export const webhookEvents = [
  'excursion.began',
  'excursion.ended',
  'level.changed',
  'advisory.changed',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent on request, whatever events a webhook asks for. */
export const testEvent = 'webhook.test';

const named = z.object({ id, name: z.string() });
const timestamp = z.iso.datetime().describe('When it happened');
const subject = {
  twin: z.object({ id, assetId: id, name: z.string(), uniqueId: z.string() }).describe('Of its asset'),
};
const excursion = {
  ...subject,
  excursion: z.object({ id, start: z.iso.datetime(), end: z.iso.datetime().nullable() }),
  protection: named,
  threshold: named.extend({ level: level.nullable() }),
};

/** What is sent, by `type`. */
export const webhookPayload = z
  .discriminatedUnion('type', [
    z
      .object({ type: z.literal('excursion.began'), timestamp, data: z.object(excursion) })
      .describe('An excursion on record began, once'),
    z
      .object({ type: z.literal('excursion.ended'), timestamp, data: z.object(excursion) })
      .describe('An excursion that was announced ended, once'),
    z
      .object({
        type: z.literal('level.changed'),
        timestamp,
        data: z.object({ ...subject, level: level.nullable(), before: level.nullable() }),
      })
      .describe('The level of a twin changed; null: it was never evaluated, or is no more'),
    z
      .object({
        type: z.literal('advisory.changed'),
        timestamp,
        data: z.object({
          ...subject,
          advisory: named.extend({
            state: z.enum(advisoryStates),
            before: z.enum(advisoryStates).nullable().describe('Null: it was made in this state by a rule'),
            level: level.nullable(),
            reason: z.string(),
          }),
        }),
      })
      .describe('The state of an advisory changed; drafts are left out'),
    z
      .object({ type: z.literal(testEvent), timestamp, data: z.object({ webhook: named }) })
      .describe('A person asked for it, to try the receiver'),
  ])
  .meta({ id: 'WebhookPayload' });
export type WebhookPayload = z.infer<typeof webhookPayload>;

export const webhookStates = ['active', 'failing', 'paused', 'stopped'] as const;
export type WebhookState = (typeof webhookStates)[number];

const chosen = {
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  minimumLevel: level.nullable().describe('Of thresholds, twins and advisories; null: all'),
  twinIds: z.array(id).describe('Of these alone'),
  assetIds: z
    .array(id)
    .describe('Of twins of these assets and all below them; without twins and assets: of all twins'),
};

export const webhook = z
  .object({
    id,
    ...chosen,
    state: z
      .enum(webhookStates)
      .describe('`failing`: the last message was not taken. `stopped`: paused after a day of failures'),
    message: z.string().describe('Why it fails or stopped'),
    failingSince: z.iso.datetime().nullable(),
    lastDeliveredAt: z.iso.datetime().nullable(),
    replacedUntil: z.iso
      .datetime()
      .nullable()
      .describe('Until when messages are signed with the secret before, too'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;

const address = webAddress(2000, 'https://receiver.plant.example/hook').refine(
  (value) => !URL.canParse(value) || (new URL(value).username === '' && new URL(value).password === ''),
  'Please leave user and password out of the address: the signature proves who sends.',
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
  .extend({ secret: z.string().describe('Signs the messages; shown only now: it is sealed') })
  .meta({ id: 'CreatedWebhook' });
export type CreatedWebhook = z.infer<typeof createdWebhook>;

export const newWebhookSecret = z
  .strictObject({
    keepHours: integerBetween(0, 168)
      .default(24)
      .describe('How long messages are signed with the one before, too'),
  })
  .meta({ id: 'NewWebhookSecret' });
export type NewWebhookSecret = z.infer<typeof newWebhookSecret>;

export const messageStates = ['waiting', 'delivered', 'failed'] as const;
export type MessageState = (typeof messageStates)[number];

export const webhookMessage = z
  .object({
    id: z.number().int(),
    messageId: z.string().describe('Header `webhook-id`, the same at every try'),
    type: z.enum([...webhookEvents, testEvent]),
    createdAt: z.iso.datetime(),
    state: z.enum(messageStates),
    attempts: z.number().int(),
    nextAttemptAt: z.iso.datetime().nullable(),
    body: z.string().describe('JSON, as it is sent'),
    tries: z
      .array(
        z.object({
          time: z.iso.datetime(),
          milliseconds: z.number().int(),
          status: z.number().int().nullable().describe('HTTP; null: there was no answer'),
          answer: z.string().describe('Its first 1,000 characters, or why there was none'),
        }),
      )
      .describe('The last ten, newest first'),
  })
  .meta({ id: 'WebhookMessage' });
export type WebhookMessage = z.infer<typeof webhookMessage>;

const messageParams = idParams.extend({ messageId: idParameter });
const common = { access: 'connections', tag } as const;

export const listWebhooks = defineRoute({
  method: 'POST',
  path: '/api/webhooks/filters',
  ...common,
  summary: 'Webhooks. Fields: Id, Name, Url, State, CreatedAt',
  query: paging,
  body: listBody,
  response: z.array(webhook),
  paged: true,
});

export const getWebhook = defineRoute({
  method: 'GET',
  path: '/api/webhooks/:id',
  ...common,
  summary: 'One webhook',
  params: idParams,
  response: webhook,
});

export const createWebhook = defineRoute({
  method: 'POST',
  path: '/api/webhooks',
  ...common,
  summary: 'Add a webhook; the answer has its secret, which is not shown again',
  body: webhookChange,
  example: {
    name: 'Maintenance',
    url: 'https://maintenance.plant.example/events',
    events: ['excursion.began'],
  },
  status: 201,
  response: createdWebhook,
});

export const updateWebhook = defineRoute({
  method: 'PUT',
  path: '/api/webhooks/:id',
  ...common,
  summary: 'Change a webhook',
  params: idParams,
  body: webhookChange,
  response: webhook,
});

export const deleteWebhook = defineRoute({
  method: 'DELETE',
  path: '/api/webhooks/:id',
  ...common,
  summary: 'Delete a webhook with its log',
  params: idParams,
  status: 204,
});

export const pauseWebhook = defineRoute({
  method: 'POST',
  path: '/api/webhooks/:id/pause',
  ...common,
  summary: 'Pause a webhook: what happens meanwhile is not sent',
  params: idParams,
  response: webhook,
});

export const resumeWebhook = defineRoute({
  method: 'POST',
  path: '/api/webhooks/:id/resume',
  ...common,
  summary: 'Resume a webhook; messages that were waiting are sent',
  params: idParams,
  response: webhook,
});

export const createWebhookSecret = defineRoute({
  method: 'POST',
  path: '/api/webhooks/:id/secret',
  ...common,
  summary: 'Give a webhook a new secret; for some hours messages are signed with both',
  params: idParams,
  body: newWebhookSecret,
  status: 201,
  response: createdWebhook,
});

export const testWebhook = defineRoute({
  method: 'POST',
  path: '/api/webhooks/:id/test',
  ...common,
  summary: 'Send a test message, once, also while the webhook is paused; its log says what came of it',
  params: idParams,
  status: 201,
  response: webhookMessage,
});

export const listWebhookMessages = defineRoute({
  method: 'POST',
  path: '/api/webhooks/:id/messages/filters',
  ...common,
  summary: 'The messages of a webhook, newest first. Fields: Id, Type, State, CreatedAt',
  params: idParams,
  query: paging,
  body: listBody,
  response: z.array(webhookMessage),
  paged: true,
});

export const sendWebhookMessage = defineRoute({
  method: 'POST',
  path: '/api/webhooks/:id/messages/:messageId/send',
  ...common,
  summary: 'Send a message again, with the id that it had',
  params: messageParams,
  response: webhookMessage,
});
