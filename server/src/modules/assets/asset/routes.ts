import {
  createAsset,
  deleteAsset,
  getAsset,
  getAssets,
  listAssetChildren,
  listAssets,
  moveAsset as move,
  setAssetTaxonomy,
  updateAsset,
} from '@twinward/contracts/assets/asset';
import { listRequest, pageRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function assetRoutes({ implement }: Routing): void {
  implement(getAssets, ({ query, actor }) => service.getAssets(actor.tenant.db, query.id));
  implement(listAssets, ({ body, query, actor }) =>
    service.listAssets(actor.tenant.db, actor, listRequest(body, query), service.placeIn(query)),
  );
  implement(listAssetChildren, ({ query, actor }) =>
    service.listChildren(actor.tenant.db, query.parent, pageRequest(query)),
  );
  implement(getAsset, ({ params, actor }) => service.getAsset(actor.tenant.db, params.id));
  implement(createAsset, ({ body, actor }) => service.createAsset(actor, body));
  implement(updateAsset, ({ params, body, actor }) => service.updateAsset(actor, params.id, body));
  implement(move, ({ params, body, actor }) => service.moveAsset(actor, params.id, body));
  implement(setAssetTaxonomy, ({ params, body, actor }) => service.setTaxonomy(actor, params.id, body));
  implement(deleteAsset, ({ params, actor }) => service.deleteAsset(actor, params.id));
}
