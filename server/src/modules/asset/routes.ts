import { getAssets, getAssetTags } from '@twinward/contracts/asset';
import type { Routing } from '../../platform/routing.ts';
import { readAssets, readAssetTags } from './service.ts';

export function assetRoutes({ implement }: Routing): void {
  implement(getAssets, ({ query, actor }) => readAssets(actor.tenant.db, query.id));
  implement(getAssetTags, ({ params, actor }) => readAssetTags(actor.tenant.db, params.id));
}
