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
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import {
  addAsset,
  changeAsset,
  moveAsset,
  readAsset,
  readAssetList,
  readAssets,
  readChildren,
  removeAsset,
  setTaxonomy,
} from './service.ts';

export function assetRoutes({ implement }: Routing): void {
  implement(getAssets, ({ query, actor }) => readAssets(actor.tenant.db, query.id));
  implement(listAssets, ({ body, query, actor }) =>
    readAssetList(actor.tenant.db, listRequest(body, query), query.under),
  );
  implement(listAssetChildren, ({ query, actor }) =>
    readChildren(actor.tenant.db, query.parent, {
      pageNumber: query['page-number'],
      pageSize: query['page-size'],
    }),
  );
  implement(getAsset, ({ params, actor }) => readAsset(actor.tenant.db, params.id));
  implement(createAsset, ({ body, actor }) => addAsset(actor, body));
  implement(updateAsset, ({ params, body, actor }) => changeAsset(actor, params.id, body));
  implement(move, ({ params, body, actor }) => moveAsset(actor, params.id, body));
  implement(setAssetTaxonomy, ({ params, body, actor }) => setTaxonomy(actor, params.id, body));
  implement(deleteAsset, ({ params, actor }) => removeAsset(actor, params.id));
}
