import { maximumPlacements, type PlacementAssets } from '@twinward/contracts/library/placement';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { listAssetIdsInPlace } from '../../assets/asset/service.ts';
import { getQuery, runDefinition } from '../../questions/query/service.ts';

/**
 * Returns the distinct ids of the chosen assets, in ascending order.
 * @throws AppError `not-found` for an unknown place or query; `invalid-request` for a query of other records, or more
 *   than 20,000 assets.
 */
export async function findAssetIds(actor: Actor, assets: PlacementAssets): Promise<number[]> {
  const ids = await readIds(actor, assets);
  if (ids.length > maximumPlacements) {
    throw new AppError(
      'invalid-request',
      'At most 20,000 assets in one call. Please choose fewer by filters.',
    );
  }
  return [...new Set(ids)].sort((one, other) => one - other);
}

async function readIds(actor: Actor, assets: PlacementAssets): Promise<number[]> {
  const limit = maximumPlacements + 1;
  switch (assets.kind) {
    case 'ids':
      return assets.assetIds;
    case 'list':
      return listAssetIdsInPlace(actor.tenant.db, actor, assets.filters, { under: assets.under, limit });
    case 'query':
      return readIdsOfQuery(actor, assets.queryId, limit);
  }
}

async function readIdsOfQuery(actor: Actor, queryId: number, limit: number): Promise<number[]> {
  const { definition } = await getQuery(actor, queryId);
  if (definition.source.kind !== 'records' || definition.source.type !== 'asset') {
    refuseProblems([{ path: 'assets.queryId', message: 'Please choose a query of assets.' }]);
  }
  const rows = { mark: {}, page: { offset: 0, limit } };
  const { columns, rows: records } = await runDefinition(actor, {
    definition,
    parameters: {},
    maximumAge: 0,
    rows,
  });
  const place = columns.findIndex(({ key }) => key === 'record.id');
  return records.map((record) => Number(record[place]));
}
