import { getMailSettings, listMail, sendTestMail, setMailSettings } from '@twinward/contracts/system/mail';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { readOutbox } from './service.ts';
import { changeMailSettings, readMailSettings } from './settings.ts';
import { tryMail } from './try.ts';

export function mailRoutes({ implement }: Routing): void {
  implement(getMailSettings, ({ actor }) => readMailSettings(actor.tenant.db));
  implement(setMailSettings, ({ actor, body }) => changeMailSettings(actor, body));
  implement(sendTestMail, ({ actor, body }) => tryMail(actor, body.to));
  implement(listMail, ({ actor, body, query }) => readOutbox(actor, listRequest(body, query)));
}
