import {
  getMailPicture,
  getMailSettings,
  listMail,
  sendTestMail,
  setMailSettings,
} from '@twinward/contracts/system/mail';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as outbox from './service.ts';
import * as settings from './settings.ts';
import { tryMail } from './try.ts';

export function mailRoutes({ implement }: Routing): void {
  implement(getMailSettings, ({ actor }) => settings.getMailSettings(actor.tenant.db));
  implement(setMailSettings, ({ actor, body }) => settings.updateMailSettings(actor, body));
  implement(sendTestMail, ({ actor, body }) => tryMail(actor, body.to));
  implement(listMail, ({ actor, body, query }) => outbox.listOutbox(actor, listRequest(body, query)));
  implement(getMailPicture, async ({ actor, params, reply }) =>
    reply.type('image/png').send(await outbox.getMailPicture(actor.tenant.db, params.id, params.name)),
  );
}
