import { type Asset, type NewAsset, newAsset } from '@twinward/contracts/assets/asset';
import { text, wholeDollars } from '@twinward/contracts/core/primitives';
import { consequenceChange } from '@twinward/contracts/twins/consequence';
import { failureDistributionParameters } from '@twinward/contracts/twins/probability';
import { toStableJson } from '@twinward/domain/exchange/json';
import { z } from 'zod';
import type { Actor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/database/database.ts';
import { refuseProblems } from '../../../../platform/rules.ts';
import {
  createAssetsIn,
  deleteAsset,
  getAssetsByUniqueId,
  listAssetIds,
  updateAsset,
} from '../../../assets/asset/service.ts';
import type { TaxonomyChoice } from '../../../assets/taxonomy/service.ts';
import {
  saveConsequence,
  saveProbability,
  selectConsequencesByOwner,
  selectProbabilitiesByOwner,
} from '../../../twins/failure-risk/service.ts';
import { furtherValues, listFurtherChanges, toFurtherValues } from '../further-values.ts';
import { defineKind, type KindCall } from '../kind.ts';
import { findConnections, selectConnectionNames, selectUniqueIds } from '../store.ts';
import { findEntry, toCaptions } from '../taxonomy.ts';

const schema = newAsset
  .omit({ parentId: true, categoryId: true, classId: true, typeId: true, connectionId: true })
  .extend({
    parent: z.string().max(100).nullable().default(null).describe('Unique id of what it stands in'),
    taxonomy: z
      .array(z.string().max(200))
      .max(3)
      .default([])
      .describe('Captions of category, class and type'),
    connection: z.string().max(100).nullable().default(null).describe('That takes the work requested for it'),
    fields: furtherValues,
    probability: z
      .strictObject({ parameters: failureDistributionParameters, library: z.boolean() })
      .nullable()
      .default(null)
      .describe('Of its own, for an asset without a twin'),
    consequence: z
      .strictObject({
        value: wholeDollars,
        scale: consequenceChange.shape.scale,
        description: text(500),
        library: z.boolean(),
      })
      .nullable()
      .default(null),
  });
type AssetRecord = z.infer<typeof schema>;

function toRecord(
  asset: Asset,
  own: Pick<AssetRecord, 'parent' | 'connection' | 'fields' | 'probability' | 'consequence'>,
): AssetRecord {
  return {
    uniqueId: asset.uniqueId,
    assetName: asset.assetName,
    technicalNumber: asset.technicalNumber,
    description: asset.description,
    isEquipment: asset.isEquipment,
    criticality: asset.criticality,
    maintenancePlant: asset.maintenancePlant,
    planningPlant: asset.planningPlant,
    departmentId: asset.departmentId,
    positionId: asset.positionId,
    outOfServiceAt: asset.outOfServiceAt,
    taxonomy: toCaptions(asset),
    ...own,
  };
}

/** The assets that records describe. @throws AppError `invalid-request` */
async function toAssets(db: Db, records: readonly AssetRecord[]): Promise<NewAsset[]> {
  const connections = await findConnections(db, records);
  const parents = await listAssetIds(db, [...new Set(records.flatMap(({ parent }) => parent ?? []))]);
  refuseProblems(
    records.flatMap(({ parent }) =>
      parent === null || parents.has(parent)
        ? []
        : [{ path: 'parent', message: `There is no asset '${parent}'.` }],
    ),
  );
  const further = await listFurtherChanges(
    db,
    'asset',
    records.map(({ fields }) => fields),
  );
  const entries = new Map<string, Promise<TaxonomyChoice>>();
  const assets: NewAsset[] = [];
  for (const [place, record] of records.entries()) {
    const { parent, taxonomy, connection, fields: _, probability: __, consequence: ___, ...own } = record;
    const named = taxonomy.join('\n');
    if (!entries.has(named)) entries.set(named, findEntry(db, taxonomy));
    assets.push({
      ...own,
      connectionId: connections.get(connection ?? '') ?? null,
      parentId: parents.get(parent ?? '') ?? null,
      ...(await entries.get(named)!),
      fields: further[place]!,
    });
  }
  return assets;
}

async function createAssets({ actor }: KindCall, records: readonly AssetRecord[]): Promise<void> {
  const { db } = actor.tenant;
  const ids = await createAssetsIn(db, actor, await toAssets(db, records));
  for (const [place, record] of records.entries()) await writeRisk(db, ids[place]!, record, null);
}

const findAsset = async ({ tenant }: Actor, uniqueId: string): Promise<Asset | undefined> =>
  (await getAssetsByUniqueId(tenant.db, [uniqueId]))[0];

/** Sets the risk that a record states for the asset itself. */
async function writeRisk(
  db: Db,
  id: number,
  { probability, consequence }: AssetRecord,
  before: AssetRecord | null,
): Promise<void> {
  const owner = { column: 'asset_id' as const, id };
  const isOther = (one: unknown, other: unknown) => toStableJson(one) !== toStableJson(other);
  if (isOther(probability, before?.probability ?? null)) {
    const mission = { startDate: null, missionTime: null };
    await saveProbability(db, owner, mission, {
      lifeCycleState: probability ? 'new' : 'removed',
      value: null,
      library: probability?.library ?? false,
      ...(probability ? { failureDistributionParameters: probability.parameters } : {}),
    });
  }
  if (isOther(consequence, before?.consequence ?? null)) {
    const none = { value: null, scale: '', description: '', library: false };
    await saveConsequence(db, owner, {
      lifeCycleState: consequence ? 'new' : 'removed',
      ...(consequence ?? none),
    });
  }
}

/** Assets and locations, by unique id. */
export const assetKind = defineKind<AssetRecord>({
  name: 'asset',
  caption: 'Assets',
  access: 'write:asset',
  schema,
  toKey: ({ uniqueId }) => uniqueId,
  listReferences: ({ parent, connection, fields }) => [
    ...(connection === null
      ? []
      : [{ kind: 'connection', key: connection, path: 'connection', optional: true as const }]),
    ...(parent === null ? [] : [{ kind: 'asset', key: parent, path: 'parent' }]),
    ...(Object.keys(fields).length === 0 ? [] : [{ kind: 'record-type', key: 'asset', path: 'fields' }]),
  ],
  pageSize: 1000,
  async read({ actor }, keys) {
    const { db } = actor.tenant;
    const assets = await getAssetsByUniqueId(db, keys);
    const parents = await selectUniqueIds(db, [...new Set(assets.flatMap(({ parentId }) => parentId ?? []))]);
    const further = await toFurtherValues(
      db,
      'asset',
      assets.map(({ fields }) => fields),
    );
    const ids = assets.map(({ id }) => id);
    const connections = await selectConnectionNames(
      db,
      assets.flatMap(({ connectionId }) => connectionId ?? []),
    );
    const probabilities = new Map(
      (await selectProbabilitiesByOwner(db, 'asset_id', ids)).map((row) => [row.asset_id, row]),
    );
    const consequences = new Map(
      (await selectConsequencesByOwner(db, 'asset_id', ids)).map((row) => [row.asset_id, row]),
    );
    return new Map(
      assets.map((asset, place) => {
        const probability = probabilities.get(asset.id);
        const consequence = consequences.get(asset.id);
        const record = toRecord(asset, {
          parent: parents.get(asset.parentId ?? 0) ?? null,
          connection: connections.get(asset.connectionId ?? 0) ?? null,
          fields: further[place]!,
          probability: probability
            ? { parameters: probability.failure_distribution_parameters, library: probability.library }
            : null,
          consequence: consequence
            ? {
                value: consequence.value,
                scale: consequence.scale,
                description: consequence.description,
                library: consequence.library,
              }
            : null,
        });
        return [asset.uniqueId, record];
      }),
    );
  },
  create: (call, record) => createAssets(call, [record]),
  createAll: createAssets,
  async update({ actor }, record, before) {
    const { db } = actor.tenant;
    const { id, version } = (await findAsset(actor, record.uniqueId))!;
    const [asset] = await toAssets(db, [record]);
    await updateAsset(actor, id, { ...asset!, version });
    await writeRisk(db, id, record, before);
  },
  async delete({ actor }, key) {
    const asset = await findAsset(actor, key);
    if (asset) await deleteAsset(actor, asset.id);
  },
});
