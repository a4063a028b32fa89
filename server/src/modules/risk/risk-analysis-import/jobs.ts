import type { RiskImportResult } from '@twinward/contracts/risk/risk-analysis-import';
import { assetLimitOf } from '@twinward/contracts/system/edition';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { insertNew } from '../../assets/asset/service.ts';
import { readTaxonomyByCaption } from '../../assets/taxonomy/service.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import { readEdition } from '../../system/edition/service.ts';
import { deleteUpload } from '../../system/file/service.ts';
import { readAnalysis, takeIn } from '../risk-analysis/service.ts';
import { type Known, type PlannedRow, planRows } from './plan.ts';
import { type FileRow, readRows } from './read-rows.ts';
import type { RiskImportInput } from './service.ts';
import { findDone, findKnown, insertResults, type KnownAsset } from './store.ts';

/** Rows whose results are written in one transaction: of a check, and of an import. */
const rowsPerCheck = 1000;
const rowsPerRun = 250;
/** Unique ids that are asked for at a time. */
const idsPerQuery = 5000;

/** Carries out commands of type import-risk-analysis-assets. */
export const importRiskAssets: CommandHandler = {
  run: importFile,
  async clean(db, input) {
    const { dryRun, fileId } = input as unknown as RiskImportInput;
    // A file that was checked is kept, to be imported.
    if (!dryRun) await deleteUpload(db, fileId);
  },
};

type Counts = Omit<RiskImportResult, 'dryRun'>;

async function importFile(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const input = call.input as unknown as RiskImportInput;
  const rows = await readRows(db, input.fileId);
  const known = await readKnown(db, input, rows);
  const done = await findDone(db, call.commandId);
  const counts: Counts = { rows: 0, create: 0, update: 0, unchanged: 0, error: 0 };
  for (const { action } of done) count(counts, action);
  const doneLines = new Set(done.map(({ line }) => line));
  const planned = planRows(rows, known).filter(({ line }) => !doneLines.has(line));
  const size = input.dryRun ? rowsPerCheck : rowsPerRun;
  for (let start = 0; start < planned.length; start += size) {
    const batch = planned.slice(start, start + size);
    const write = (rowsOfIt: readonly PlannedRow[]) =>
      call.transaction(async (transaction) => {
        if (!input.dryRun) await apply(transaction, input, rowsOfIt);
        return note(transaction, call, rowsOfIt, counts, rows.length, input.dryRun);
      });
    Object.assign(counts, await writeOrSplit(batch, write));
  }
  return { dryRun: input.dryRun, ...counts };

  /** What others changed since the plan was made stands in the way of a row: each then has its own try. */
  async function writeOrSplit(
    batch: readonly PlannedRow[],
    write: (rowsOfIt: readonly PlannedRow[]) => Promise<Counts>,
  ): Promise<Counts> {
    try {
      return await write(batch);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (batch.length > 1) {
        for (const plan of batch) Object.assign(counts, await writeOrSplit([plan], write));
        return counts;
      }
      const refused: PlannedRow = { ...batch[0]!, action: 'error', message: error.message };
      return call.transaction((transaction) =>
        note(transaction, call, [refused], counts, rows.length, false),
      );
    }
  }
}

/** Does what is planned: makes what assets are missing, then takes all into the analysis. */
async function apply(db: Db, input: RiskImportInput, batch: readonly PlannedRow[]): Promise<void> {
  const wanted = batch.filter(({ action }) => action === 'create' || action === 'update');
  if (wanted.length === 0) return;
  const entries = await readTaxonomyByCaption(db);
  const taken = [];
  for (const { assetId, uniqueId, assetName, taxonomy, said } of wanted) {
    const id = assetId ?? (await makeAsset(db, input, { uniqueId, assetName, taxonomy }, entries));
    taken.push({ assetId: id, ...said });
  }
  await takeIn(db, input, input.riskAnalysisId, taken);
}

async function makeAsset(
  db: Db,
  user: RiskImportInput,
  { uniqueId, assetName, taxonomy }: Pick<PlannedRow, 'uniqueId' | 'assetName' | 'taxonomy'>,
  entries: Awaited<ReturnType<typeof readTaxonomyByCaption>>,
): Promise<number> {
  const { category, class: ofClass } = taxonomy;
  const idOf = (captions: PlannedRow['taxonomy'], isGiven: unknown) =>
    isGiven === undefined ? null : (entries(captions) ?? null);
  const made = await insertNew(db, user, {
    uniqueId,
    assetName,
    ...{ technicalNumber: null, description: '', isEquipment: true, criticality: null, parentId: null },
    ...{ maintenancePlant: null, planningPlant: null, departmentId: null, positionId: null },
    categoryId: idOf(category === undefined ? {} : { category }, category),
    classId: idOf({ ...(category && { category }), ...(ofClass && { class: ofClass }) }, ofClass),
    typeId: idOf(taxonomy, taxonomy.type),
  });
  return made.id;
}

/** Writes down what became of some rows. @returns the counts that it leads to. */
async function note(
  db: Db,
  call: CommandCall,
  batch: readonly PlannedRow[],
  counts: Counts,
  total: number,
  dryRun: boolean,
): Promise<Counts> {
  await insertResults(db, call.commandId, batch);
  const next = { ...counts };
  for (const { action } of batch) count(next, action);
  await call.progress(db, Math.min(99, (next.rows / total) * 100), { dryRun, ...next });
  return next;
}

function count(counts: Counts, action: PlannedRow['action']): void {
  counts.rows += 1;
  counts[action] += 1;
}

async function readKnown(db: Db, input: RiskImportInput, rows: readonly FileRow[]): Promise<Known> {
  const analysis = await readAnalysis(db, input.riskAnalysisId);
  const uniqueIds = [...new Set(rows.map(({ cells }) => cells.uniqueId ?? ''))];
  const assets = new Map<string, KnownAsset>();
  for (let start = 0; start < uniqueIds.length; start += idsPerQuery) {
    const some = uniqueIds.slice(start, start + idsPerQuery);
    for (const asset of await findKnown(db, input.riskAnalysisId, some)) assets.set(asset.uniqueId, asset);
  }
  const entries = await readTaxonomyByCaption(db);
  return {
    assets,
    dates: analysis,
    mayMakeAssets: input.mayMakeAssets,
    isTaxonomy: (captions) => entries(captions) !== undefined,
    assetCount: analysis.assetCount,
    assetLimit: assetLimitOf(await readEdition(db)),
  };
}
