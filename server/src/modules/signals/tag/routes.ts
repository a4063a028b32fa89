import { getAssetTags } from '@twinward/contracts/assets/asset';
import {
  createTags,
  deleteTag,
  getTag,
  getTagStatus,
  listTags,
  searchTags as search,
  updateTag,
} from '@twinward/contracts/signals/tag';
import { listRequest, pageRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { searchTags } from './search.ts';
import * as service from './service.ts';
import * as write from './write.ts';

export function tagRoutes({ implement }: Routing): void {
  implement(getTag, ({ params, actor }) => service.getTag(actor.tenant.db, params.id));
  implement(listTags, ({ body, query, actor }) =>
    service.listTags(actor.tenant.db, actor, listRequest(body, query)),
  );
  implement(search, ({ body, query, actor }) => searchTags(actor.tenant.db, body, pageRequest(query)));
  implement(getAssetTags, ({ params, actor }) => service.listTagsOfAsset(actor.tenant.db, params.id));
  implement(createTags, async ({ body, actor }) => [await write.createTag(actor, body[0]!)]);
  implement(updateTag, ({ params, body, actor }) => write.updateTag(actor, params.id, body));
  implement(deleteTag, ({ params, query, actor }) => write.deleteTag(actor, params.id, query.unlink));
  implement(getTagStatus, ({ query, actor }) => service.listTagStatuses(actor.tenant.db, query.id));
}
