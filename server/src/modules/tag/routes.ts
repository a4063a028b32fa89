import { getTag, listTags } from '@twinward/contracts/tag';
import { listRequest } from '../../platform/list.ts';
import type { Routing } from '../../platform/routing.ts';
import { readTag, readTags } from './service.ts';

export function tagRoutes({ implement }: Routing): void {
  implement(getTag, ({ params, actor }) => readTag(actor.tenant.db, params.id));
  implement(listTags, ({ body, query, actor }) => readTags(actor.tenant.db, listRequest(body, query)));
}
