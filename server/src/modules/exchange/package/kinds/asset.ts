import { type Asset, newAsset } from '@twinward/contracts/assets/asset';
import { z } from 'zod';
import type { Actor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/database/database.ts';
import { refuseProblems } from '../../../../platform/rules.ts';
import {
  createAsset,
  deleteAsset,
  getAssets,
  getAssetsByUniqueId,
  updateAsset,
} from '../../../assets/asset/service.ts';
import { findTaxonomy } from '../../../assets/taxonomy/service.ts';
import { furtherValues, toFurtherChanges, toFurtherValues } from '../further-values.ts';
import { defineKind } from '../kind.ts';
import { selectKeys } from '../store.ts';

const schema = newAsset
  .omit({ parentId: true, categoryId: true, classId: true, typeId: true, connectionId: true })
  .extend({
    parent: z.string().max(100).nullable().default(null).describe('Unique id of what it stands in'),
    taxonomy: z
      .array(z.string().max(200))
      .max(3)
      .default([])
      .describe('Captions of category, class and type'),
    fields: furtherValues,
  });
type AssetRecord = z.infer<typeof schema>;

function toRecord(asset: Asset, parent: string | null, fields: AssetRecord['fields']): AssetRecord {
  const { category, class: assetClass, type } = asset;
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
    parent,
    taxonomy: [category, assetClass, type].flatMap((entry) => entry?.caption ?? []),
    fields,
  };
}

/** @param connectionId stays here: connections are no part of packages */
async function toAsset(
  db: Db,
  { parent, taxonomy, fields, ...own }: AssetRecord,
  connectionId: number | null,
) {
  const [found] = parent === null ? [] : await getAssetsByUniqueId(db, [parent]);
  if (parent !== null && !found)
    refuseProblems([{ path: 'parent', message: `There is no asset '${parent}'.` }]);
  const entry = await findTaxonomy(db, taxonomy);
  if (!entry)
    refuseProblems([{ path: 'taxonomy', message: `There is no '${taxonomy.join(' / ')}' in the taxonomy.` }]);
  return {
    ...own,
    connectionId,
    parentId: found?.id ?? null,
    ...entry!,
    fields: await toFurtherChanges(db, 'asset', fields),
  };
}

const findAsset = async ({ tenant }: Actor, uniqueId: string): Promise<Asset | undefined> =>
  (await getAssetsByUniqueId(tenant.db, [uniqueId]))[0];

/** Assets and locations, by unique id. */
export const assetKind = defineKind<AssetRecord>({
  name: 'asset',
  caption: 'Assets',
  access: 'write:asset',
  schema,
  keyOf: ({ uniqueId }) => uniqueId,
  referencesOf: ({ parent, fields }) => [
    ...(parent === null ? [] : [{ kind: 'asset', key: parent, path: 'parent' }]),
    ...(Object.keys(fields).length === 0 ? [] : [{ kind: 'record-type', key: 'asset', path: 'fields' }]),
  ],
  listKeys: ({ actor }) => selectKeys(actor.tenant.db, 'asset'),
  async read({ actor }, keys) {
    const { db } = actor.tenant;
    const assets = await getAssetsByUniqueId(db, keys);
    const parentIds = [...new Set(assets.flatMap(({ parentId }) => parentId ?? []))];
    const parents = new Map((await getAssets(db, parentIds)).map(({ id, uniqueId }) => [id, uniqueId]));
    const further = await toFurtherValues(
      db,
      'asset',
      assets.map(({ fields }) => fields),
    );
    return new Map(
      assets.map((asset, place) => [
        asset.uniqueId,
        toRecord(asset, parents.get(asset.parentId ?? 0) ?? null, further[place]!),
      ]),
    );
  },
  async create({ actor }, record) {
    await createAsset(actor, await toAsset(actor.tenant.db, record, null));
  },
  async update({ actor }, record) {
    const { id, version, connectionId } = (await findAsset(actor, record.uniqueId))!;
    await updateAsset(actor, id, { ...(await toAsset(actor.tenant.db, record, connectionId)), version });
  },
  async delete({ actor }, key) {
    const asset = await findAsset(actor, key);
    if (asset) await deleteAsset(actor, asset.id);
  },
});
