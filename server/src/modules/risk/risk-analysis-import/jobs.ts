import { getAssetLimit } from '@twinward/contracts/system/edition';
import type { Db } from '../../../platform/database/database.ts';
import { insertNew } from '../../assets/asset/service.ts';
import { getTaxonomyByCaption } from '../../assets/taxonomy/service.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import { carryOutRows, cleanImport } from '../../jobs/row-import/service.ts';
import { getEdition } from '../../system/edition/service.ts';
import { getAnalysis, importAssets } from '../risk-analysis/service.ts';
import { type Known, type PlannedRow, planRows } from './plan.ts';
import { type RiskFileRow, readWorkbookRows } from './read-rows.ts';
import { type RiskImportInput, riskImport } from './service.ts';
import { type KnownAsset, selectKnown } from './store.ts';

/** Number of rows imported per transaction. Figures are recalculated once per transaction. */
const rowsPerRun = 250;
/** Number of unique ids per query. */
const idsPerQuery = 5000;

/** Executes commands of type import-risk-analysis-assets. */
export const importRiskAssets: CommandHandler = { run: importFile, clean: cleanImport };

async function importFile(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const input = call.input as unknown as RiskImportInput;
  const rows = await readWorkbookRows(db, input.fileId);
  const planned = planRows(rows, await readKnown(db, input, rows), input.decimalSign);
  const run = (transaction: Db, plans: readonly PlannedRow[]) => apply(transaction, input, plans);
  const options = { rowsPerRun };
  return {
    ...(await carryOutRows(call, planned, riskImport.results, input.dryRun ? null : run, options)),
  };
}

/** Executes the plan: creates missing assets, then adds all assets to the analysis. */
async function apply(db: Db, input: RiskImportInput, wanted: readonly PlannedRow[]): Promise<void> {
  const entries = await getTaxonomyByCaption(db);
  const taken = [];
  for (const { assetId, uniqueId, assetName, taxonomy, said } of wanted) {
    const id = assetId ?? (await createAsset(db, input, { uniqueId, assetName, taxonomy }, entries));
    taken.push({ assetId: id, ...said });
  }
  await importAssets(db, input, input.riskAnalysisId, taken);
}

async function createAsset(
  db: Db,
  user: RiskImportInput,
  { uniqueId, assetName, taxonomy }: Pick<PlannedRow, 'uniqueId' | 'assetName' | 'taxonomy'>,
  entries: Awaited<ReturnType<typeof getTaxonomyByCaption>>,
): Promise<number> {
  const { category, class: ofClass } = taxonomy;
  const findId = (captions: PlannedRow['taxonomy'], isGiven: unknown) =>
    isGiven === undefined ? null : (entries(captions) ?? null);
  const made = await insertNew(db, user, {
    uniqueId,
    assetName,
    technicalNumber: null,
    description: '',
    isEquipment: true,
    criticality: null,
    parentId: null,
    maintenancePlant: null,
    planningPlant: null,
    departmentId: null,
    positionId: null,
    outOfServiceAt: null,
    connectionId: null,
    categoryId: findId(category === undefined ? {} : { category }, category),
    classId: findId({ ...(category && { category }), ...(ofClass && { class: ofClass }) }, ofClass),
    typeId: findId(taxonomy, taxonomy.type),
  });
  return made.id;
}

async function readKnown(db: Db, input: RiskImportInput, rows: readonly RiskFileRow[]): Promise<Known> {
  const analysis = await getAnalysis(db, input.riskAnalysisId);
  const uniqueIds = [...new Set(rows.map(({ cells }) => cells.uniqueId ?? ''))];
  const assets = new Map<string, KnownAsset>();
  for (let start = 0; start < uniqueIds.length; start += idsPerQuery) {
    const some = uniqueIds.slice(start, start + idsPerQuery);
    for (const asset of await selectKnown(db, input.riskAnalysisId, some)) assets.set(asset.uniqueId, asset);
  }
  const entries = await getTaxonomyByCaption(db);
  return {
    assets,
    dates: analysis,
    mayMakeAssets: input.mayMakeAssets,
    isTaxonomy: (captions) => entries(captions) !== undefined,
    assetCount: analysis.assetCount,
    assetLimit: getAssetLimit(await getEdition(db)),
  };
}
