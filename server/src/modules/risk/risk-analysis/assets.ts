import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { RiskAnalysisAsset } from '@twinward/contracts/risk/risk-analysis-asset';
import { signedDuration } from '@twinward/domain/risk/analysis';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { type AuditActor, EntityAudit } from '../../system/audit/service.ts';
import { assertMayAddAssets, assertMayRemoveAssets } from '../../system/edition/service.ts';
import {
  deleteEntries,
  type EntryRow,
  insertEntries,
  selectEntry,
  selectEntryPage,
  selectKnownAssets,
} from './asset-store.ts';
import { publishAnalysis, recalculate } from './figures.ts';
import { lockAssetsForReading, updateTotals } from './figures-store.ts';
import { lockAnalysis, selectAnalysis, touchAnalysis } from './store.ts';

/** Returns a page of an analysis' assets. @throws AppError `not-found`. */
export async function listEntries(
  db: Db,
  analysisId: number,
  request: ListRequest,
): Promise<Page<RiskAnalysisAsset>> {
  found(await selectAnalysis(db, analysisId), 'Risk analysis');
  const { records, total } = await selectEntryPage(db, analysisId, request);
  return { records: records.map(toEntry), total };
}

/** @throws AppError `not-found` for an unknown analysis, or an asset that is not in it. */
export async function getEntry(db: Db, analysisId: number, assetId: number): Promise<RiskAnalysisAsset> {
  found(await selectAnalysis(db, analysisId), 'Risk analysis');
  return toEntry(found(await selectEntry(db, analysisId, assetId), 'Asset of the risk analysis'));
}

/**
 * Adds assets to an analysis.
 * @returns the number of newly added assets.
 * @throws AppError `not-found`; `invalid-request` for unknown assets; `conflict` above the limit.
 */
export function addAssets(actor: Doer, analysisId: number, assetIds: readonly number[]): Promise<number> {
  return withTransaction(actor.tenant.db, (db) => addAssetsIn(db, actor, analysisId, assetIds, ''));
}

/**
 * Like `addAssets`, in the caller's transaction.
 * @param path path of the ids in the request
 */
export async function addAssetsIn(
  db: Db,
  actor: AuditActor,
  analysisId: number,
  assetIds: readonly number[],
  path: string,
): Promise<number> {
  await lockAssetsForReading(db, assetIds);
  await lockAnalysis(db, analysisId);
  const analysis = found(await selectAnalysis(db, analysisId), 'Risk analysis');
  const known = await selectKnownAssets(db, assetIds);
  refuseProblems(
    assetIds.flatMap((assetId, place) =>
      known.has(assetId)
        ? []
        : [
            {
              path: [path, place].filter((part) => part !== '').join('.'),
              message: `There is no asset ${assetId}.`,
            },
          ],
    ),
  );
  const added = await insertEntries(db, analysisId, assetIds);
  await assertMayAddAssets(db, analysis.asset_count, added.length);
  await recalculate(db, analysisId, added);
  await recordAssetChange(db, actor, analysis, { added: added.length }, added.length > 0);
  return added.length;
}

/**
 * Removes assets from an analysis.
 * @returns the number of removed assets.
 * @throws AppError `not-found`; `conflict` if the edition disallows it.
 */
export function removeAssets(actor: Doer, analysisId: number, assetIds: readonly number[]): Promise<number> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockAnalysis(db, analysisId);
    const analysis = found(await selectAnalysis(db, analysisId), 'Risk analysis');
    await assertMayRemoveAssets(db);
    const removed = await deleteEntries(db, analysisId, assetIds);
    await updateTotals(db, analysisId);
    const names = removed.slice(0, 20).map(({ name }) => name);
    await recordAssetChange(db, actor, analysis, { removed: removed.length, names }, removed.length > 0);
    return removed.length;
  });
}

/** Recalculates an asset of an analysis after a change of its inputs in the analysis, and records an audit entry. */
export async function recalculateEntry(
  db: Db,
  actor: AuditActor,
  analysisId: number,
  before: RiskAnalysisAsset,
): Promise<RiskAnalysisAsset> {
  await recalculate(db, analysisId, [before.assetId]);
  await touchAnalysis(db, analysisId);
  const after = await getEntry(db, analysisId, before.assetId);
  await audit.updated(db, actor, { analysisId, entry: before }, { analysisId, entry: after });
  await publishAnalysis(db, analysisId);
  return after;
}

/** Records a change of the assets of an analysis, unless nothing changed. */
export async function recordAssetChange(
  db: Db,
  actor: AuditActor,
  { id, name }: { id: number; name: string },
  facts: Record<string, unknown>,
  hasChanged: boolean,
): Promise<void> {
  if (!hasChanged) return;
  await touchAnalysis(db, id);
  await new EntityAudit('risk-analysis').changed(db, actor, { id, name }, { new: facts });
  await publishAnalysis(db, id);
}

const audit = new EntityAudit('risk-analysis-asset', ({ analysisId, entry }: AuditedEntry) => {
  const { improve, improveDescription, probabilityValue, probabilitySource, shape } = entry;
  const { probabilityFailureDistributionScale: characteristicLife, distributionType } = entry;
  const { consequenceValue, consequenceSource } = entry;
  const facts = {
    improve,
    improveDescription,
    probabilityValue,
    probabilitySource,
    distributionType,
    shape,
    characteristicLife,
    consequenceValue,
    consequenceSource,
  };
  return { id: `${analysisId}/${entry.assetId}`, name: entry.assetName, facts };
});

interface AuditedEntry {
  analysisId: number;
  entry: RiskAnalysisAsset;
}

function toEntry(row: EntryRow): RiskAnalysisAsset {
  const captions = [row.category, row.class, row.type].filter((caption) => caption !== null);
  return {
    assetId: row.asset_id,
    assetName: row.asset_name,
    assetUniqueId: row.unique_id,
    assetClass: captions.length === 0 ? null : captions.join('//'),
    assetClassLabel: captions.join(' - '),
    categoryId: row.category_id,
    classId: row.class_id,
    typeId: row.type_id,
    twinId: row.twin_id,
    twinStartDate: row.twin_start?.toISOString() ?? null,
    outOfServiceAt: row.out_of_service_at?.toISOString() ?? null,
    twinMissionTime: row.twin_mission,
    improve: row.improve,
    improveDescription: row.improve_description,
    probabilityValue: row.probability_value,
    probabilitySource: row.probability_source,
    probabilityFailureDistributionScale: row.scale,
    distributionType: row.distribution,
    shape: row.shape,
    library: row.library,
    consequenceValue: row.consequence_value,
    consequenceSource: row.consequence_source,
    risk: row.risk,
    opportunity: row.opportunity,
    conditionalProbability: row.conditional_value,
    conditionalRisk: row.conditional_risk,
    renewedAt: row.renewed_at?.toISOString() ?? null,
    underRepair: row.under_repair,
    comparativeMtbf: row.comparative_days === null ? null : signedDuration(row.comparative_days),
    benchmarkIsExample: row.benchmark_is_example ?? false,
    benchmarkLevel: row.benchmark_level,
    asset: {
      failureData: row.calculated_at === null ? null : { mtbf: row.mtbf, previousMtbf: row.previous_mtbf },
    },
    version: row.version,
  };
}
