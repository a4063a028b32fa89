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
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { searchTags } from './search.ts';
import { readTag, readTagStatuses, readTags, readTagsOfAsset } from './service.ts';
import { changeTag, makeTag, removeTag } from './write.ts';

export function tagRoutes({ implement }: Routing): void {
  implement(getTag, ({ params, actor }) => readTag(actor.tenant.db, params.id));
  implement(listTags, ({ body, query, actor }) => readTags(actor.tenant.db, listRequest(body, query)));
  implement(search, ({ body, query, actor }) =>
    searchTags(actor.tenant.db, body, { pageNumber: query['page-number'], pageSize: query['page-size'] }),
  );
  implement(getAssetTags, ({ params, actor }) => readTagsOfAsset(actor.tenant.db, params.id));
  implement(createTags, async ({ body, actor }) => [await makeTag(actor, body[0]!)]);
  implement(updateTag, ({ params, body, actor }) => changeTag(actor, params.id, body));
  implement(deleteTag, ({ params, query, actor }) => removeTag(actor, params.id, query.unlink));
  implement(getTagStatus, ({ query, actor }) => readTagStatuses(actor.tenant.db, query.id));
}
