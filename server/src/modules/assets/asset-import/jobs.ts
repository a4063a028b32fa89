import type { Asset } from '@twinward/contracts/assets/asset';
import type { NumberOptions } from '@twinward/contracts/core/file-options';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import {
  carryOutRows,
  cleanImport,
  createCellNumbers,
  type FileRow,
  openFurtherColumns,
  type RowImportInput,
  readRows,
} from '../../jobs/row-import/service.ts';
import { openUploadedRows } from '../../system/file/service.ts';
import { getAssetsByUniqueId, insertNew, readAssetPlaces, updateFound } from '../asset/service.ts';
import { listTaxonomy } from '../taxonomy/service.ts';
import { type AssetColumn, columns } from './columns.ts';
import { type Known, type Place, type PlannedAsset, planRows } from './plan.ts';
import { assetImport } from './service.ts';

/** Number of unique ids per query. */
const idsPerQuery = 5000;

/** Executes commands of type import-assets. */
export const importAssets: CommandHandler = { run: importFile, clean: cleanImport };

async function importFile(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const input = call.input as unknown as RowImportInput & NumberOptions;
  const source = await openUploadedRows(db, input.fileId, input.fileName);
  const further = await openFurtherColumns(db, 'asset', columns);
  const rows = await readRows<AssetColumn>(source.rows, [...columns, ...further.columns], ['uniqueId']);
  const { separator } = source;
  const numbers = createCellNumbers<string>(rows, further.numeric, {
    separator,
    decimalSign: input.decimalSign,
  });
  const known = await readKnown(db, rows, await further.read(rows, numbers));
  const planned = await further.refuse(
    input,
    planRows(rows, known),
    ({ existing, asset }) => asset && { existing, changes: asset.fields ?? {} },
  );
  if (input.dryRun) return { ...(await carryOutRows(call, planned, assetImport.results, null)) };
  const ids = new Map([...known.places].map(([uniqueId, { id }]) => [uniqueId, id]));
  async function apply(transaction: Db, plan: PlannedAsset): Promise<void> {
    if (!plan.asset) return;
    const parentId = plan.parent === '' ? null : ids.get(plan.parent);
    if (parentId === undefined)
      throw new AppError('conflict', `Parent: The asset '${plan.parent}' could not be created.`);
    const asset = { ...plan.asset, parentId };
    const saved = plan.existing
      ? await updateFound(transaction, input, plan.existing.id, { ...asset, version: plan.existing.version })
      : await insertNew(transaction, input, asset);
    ids.set(plan.uniqueId, saved.id);
  }
  const forget = (undone: readonly PlannedAsset[]): void => {
    for (const plan of undone) if (plan.action === 'create') ids.delete(plan.uniqueId);
  };
  const applyAll = async (transaction: Db, plans: readonly PlannedAsset[]): Promise<void> => {
    for (const plan of plans) await apply(transaction, plan);
  };
  return { ...(await carryOutRows(call, planned, assetImport.results, applyAll, { undone: forget })) };
}

async function readKnown(
  db: Db,
  rows: readonly FileRow<AssetColumn>[],
  fields: Known['fields'],
): Promise<Known> {
  const own = [...new Set(rows.map(({ cells }) => cells.uniqueId ?? ''))];
  const named = [...new Set([...own, ...rows.map(({ cells }) => cells.parent ?? '')])];
  const assets = new Map<string, Asset>();
  const places = new Map<string, Place>();
  for (const ids of chunks(own))
    for (const asset of await getAssetsByUniqueId(db, ids)) assets.set(asset.uniqueId, asset);
  for (const ids of chunks(named))
    for (const { uniqueId, id, parent } of await readAssetPlaces(db, ids))
      places.set(uniqueId, { id, parent });
  return { assets, places, taxonomy: await listTaxonomy(db), fields };
}

function* chunks(ids: readonly string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += idsPerQuery) yield ids.slice(start, start + idsPerQuery);
}
