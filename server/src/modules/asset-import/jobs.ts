import type { Asset } from '@twinward/contracts/asset';
import type { AssetImportResult } from '@twinward/contracts/asset-import';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import {
  insertNew,
  readAssetPlaces,
  readAssetsByUniqueId,
  readTaxonomy,
  updateFound,
} from '../asset/service.ts';
import type { CommandCall, CommandHandler } from '../command/service.ts';
import { deleteUpload, readUploadedRows } from '../import/service.ts';
import { type Known, type Place, type PlannedRow, planRows } from './plan.ts';
import { type FileRow, readRows } from './read-rows.ts';
import type { AssetImportInput } from './service.ts';
import { findDone, insertResults } from './store.ts';

/** Rows whose results are written in one transaction: of a check, and of an import. */
const rowsPerCheck = 1000;
const rowsPerRun = 100;
/** Unique ids that are asked for at a time. */
const idsPerQuery = 5000;

/** Carries out commands of type import-assets. */
export const importAssets: CommandHandler = {
  run: importFile,
  async clean(db, input) {
    const { dryRun, fileId } = input as unknown as AssetImportInput;
    // A file that was checked is kept, to be imported.
    if (!dryRun) await deleteUpload(db, fileId);
  },
};

type Counts = Omit<AssetImportResult, 'dryRun'>;

async function importFile(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const input = call.input as unknown as AssetImportInput;
  const rows = await readRows(readUploadedRows(db, input.fileId, input.fileName));
  const known = await readKnown(db, rows);
  const done = await findDone(db, call.commandId);
  const counts: Counts = { rows: 0, create: 0, update: 0, unchanged: 0, error: 0 };
  for (const { action } of done) count(counts, action);
  const doneLines = new Set(done.map(({ line }) => line));
  const planned = planRows(rows, known).filter(({ line }) => !doneLines.has(line));
  const store = input.dryRun
    ? storeCheck
    : createRun(input, new Map([...known.places].map(([uniqueId, { id }]) => [uniqueId, id])));
  const size = input.dryRun ? rowsPerCheck : rowsPerRun;
  for (let start = 0; start < planned.length; start += size)
    await store(call, planned.slice(start, start + size), counts, rows.length);
  return { dryRun: input.dryRun, ...counts };
}

type StoreBatch = (
  call: CommandCall,
  batch: readonly PlannedRow[],
  counts: Counts,
  total: number,
) => Promise<void>;

/** Writes down what would be done. */
const storeCheck: StoreBatch = (call, batch, counts, total) =>
  call.tenant.db.transaction().execute((db) => noteBatch(db, call, batch, counts, total, true));

/** Does what is planned. */
function createRun(user: AssetImportInput, ids: Map<string, number>): StoreBatch {
  async function apply(db: Db, plan: PlannedRow): Promise<void> {
    if (!plan.asset || plan.action === 'error' || plan.action === 'unchanged') return;
    const parentId = plan.parent === '' ? null : ids.get(plan.parent);
    if (parentId === undefined)
      throw new AppError('conflict', `Parent: The asset '${plan.parent}' could not be made.`);
    const asset = { ...plan.asset, parentId };
    const saved = plan.existing
      ? await updateFound(db, user, plan.existing.id, { ...asset, version: plan.existing.version })
      : await insertNew(db, user, asset);
    ids.set(plan.uniqueId, saved.id);
  }
  return async (call, batch, counts, total) => {
    const { db } = call.tenant;
    try {
      await db.transaction().execute(async (transaction) => {
        for (const plan of batch) await apply(transaction, plan);
        await noteBatch(transaction, call, batch, counts, total, false);
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // What others changed since the plan was made stands in the way of a row: each has its own try.
      for (const plan of batch) if (plan.action === 'create') ids.delete(plan.uniqueId);
      for (const plan of batch) await applyAlone(call, plan, counts, total, apply);
    }
  };
}

async function applyAlone(
  call: CommandCall,
  plan: PlannedRow,
  counts: Counts,
  total: number,
  apply: (db: Db, plan: PlannedRow) => Promise<void>,
): Promise<void> {
  const { db } = call.tenant;
  const note = (transaction: Db, row: PlannedRow) =>
    noteBatch(transaction, call, [row], counts, total, false);
  try {
    await db.transaction().execute(async (transaction) => {
      await apply(transaction, plan);
      await note(transaction, plan);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const refused: PlannedRow = { ...plan, action: 'error', message: error.message };
    await db.transaction().execute((transaction) => note(transaction, refused));
  }
}

/** Writes down what became of some rows, with the counts that it leads to. */
async function noteBatch(
  db: Db,
  call: CommandCall,
  batch: readonly PlannedRow[],
  counts: Counts,
  total: number,
  dryRun: boolean,
): Promise<void> {
  await insertResults(db, call.commandId, batch);
  const next = { ...counts };
  for (const { action } of batch) count(next, action);
  await call.progress(db, Math.min(99, (next.rows / total) * 100), { dryRun, ...next });
  Object.assign(counts, next);
}

function count(counts: Counts, action: PlannedRow['action']): void {
  counts.rows += 1;
  counts[action] += 1;
}

async function readKnown(db: Db, rows: readonly FileRow[]): Promise<Known> {
  const own = [...new Set(rows.map(({ cells }) => cells.uniqueId ?? ''))];
  const named = [...new Set([...own, ...rows.map(({ cells }) => cells.parent ?? '')])];
  const assets = new Map<string, Asset>();
  const places = new Map<string, Place>();
  for (const ids of chunks(own))
    for (const asset of await readAssetsByUniqueId(db, ids)) assets.set(asset.uniqueId, asset);
  for (const ids of chunks(named))
    for (const { uniqueId, id, parent } of await readAssetPlaces(db, ids))
      places.set(uniqueId, { id, parent });
  return { assets, places, taxonomy: await readTaxonomy(db) };
}

function* chunks(ids: readonly string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += idsPerQuery) yield ids.slice(start, start + idsPerQuery);
}
