import {
  createWebhook,
  createWebhookSecret,
  deleteWebhook,
  getWebhook,
  listWebhookMessages,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  sendWebhookMessage,
  testWebhook,
  updateWebhook,
} from '@twinward/contracts/connections/webhook';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function webhookRoutes({ implement }: Routing): void {
  implement(listWebhooks, ({ actor, body, query }) =>
    service.listWebhooks(actor.tenant.db, listRequest(body, query)),
  );
  implement(getWebhook, ({ actor, params }) => service.getWebhook(actor.tenant.db, params.id));
  implement(createWebhook, ({ actor, body }) => service.createWebhook(actor, body));
  implement(updateWebhook, ({ actor, params, body }) => service.updateWebhook(actor, params.id, body));
  implement(deleteWebhook, ({ actor, params }) => service.deleteWebhook(actor, params.id));
  implement(pauseWebhook, ({ actor, params }) => service.pauseWebhook(actor, params.id));
  implement(resumeWebhook, ({ actor, params }) => service.resumeWebhook(actor, params.id));
  implement(createWebhookSecret, ({ actor, params, body }) =>
    service.createWebhookSecret(actor, params.id, body),
  );
  implement(testWebhook, ({ actor, params }) => service.testWebhook(actor, params.id));
  implement(listWebhookMessages, ({ actor, params, body, query }) =>
    service.listMessages(actor.tenant.db, params.id, listRequest(body, query)),
  );
  implement(sendWebhookMessage, ({ actor, params }) =>
    service.sendMessage(actor, params.id, params.messageId),
  );
}
