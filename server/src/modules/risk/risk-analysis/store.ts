import type { Permissions } from '@twinward/contracts/access/access';
import type { ListRequest } from '@twinward/contracts/core/list';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';
import { withSystemFields } from '../../records/record-type/service.ts';

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`risk_analysis.id` },
    Name: { type: 'C', sql: sql`risk_analysis.name` },
    Description: { type: 'C', sql: sql`risk_analysis.description` },
    StartDate: { type: 'D', sql: sql`risk_analysis.start_date` },
    EndDate: { type: 'D', sql: sql`risk_analysis.end_date` },
    ProbabilityThreshold: { type: 'N', sql: sql`risk_analysis.probability_threshold` },
    Owner: { type: 'C', sql: sql`app_user.user_name` },
    AssetCount: { type: 'N', sql: sql`risk_analysis.asset_count` },
    OverThreshold: { type: 'N', sql: sql`risk_analysis.over_threshold` },
    Risk: { type: 'N', sql: sql`risk_analysis.risk` },
    UpdatedAt: { type: 'D', sql: sql`risk_analysis.updated_at` },
  },
  key: sql`risk_analysis.id`,
  defaultSort: [{ field: 'Risk', direction: 'Descending' }],
};

function selectAnalyses(db: Db) {
  return db
    .selectFrom('risk_analysis')
    .leftJoin('app_user', 'app_user.id', 'risk_analysis.owner_id')
    .selectAll('risk_analysis')
    .select('app_user.user_name');
}
export type AnalysisRow = Awaited<ReturnType<ReturnType<typeof selectAnalyses>['execute']>>[number];

export async function selectAnalysisPage(db: Db, reader: Permissions, request: ListRequest) {
  const fields = await withSystemFields(db, reader, 'risk-analysis', list, request);
  return findPage(selectAnalyses(db), compileList(request, fields));
}

export async function selectAnalysis(db: Db, id: number): Promise<AnalysisRow | null> {
  return (await selectAnalyses(db).where('risk_analysis.id', '=', id).executeTakeFirst()) ?? null;
}

const rows = versionedTableRows('risk_analysis', { hasUpdateTime: true });
/** Locks the row of an analysis (`FOR UPDATE`). Assets must be locked before it. */
export const lockAnalysis = rows.lock;
export const insertAnalysis = rows.insert;
export const updateAnalysisRow = rows.updateAndBump;
export const deleteAnalysisRow = rows.delete;

/** Selects the ids of the analyses whose conditional probabilities are not as of a midnight. */
export async function selectOutdatedAnalyses(db: Db, asOf: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('risk_analysis')
    .select('id')
    .where('as_of', 'is distinct from', asOf)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Sets the midnight as of which conditional probabilities are calculated, and thereby locks the analysis.
 * @returns null if the midnight is unchanged.
 */
export async function updateAsOfTime(db: Db, id: number, asOf: Date) {
  const row = await db
    .updateTable('risk_analysis')
    .set({ as_of: asOf })
    .where('id', '=', id)
    .where('as_of', 'is distinct from', asOf)
    .returning(['id', 'name', 'owner_id as ownerId', 'asset_count as assetCount'])
    .executeTakeFirst();
  return row ?? null;
}

/** Updates the time at which the inputs of an analysis last changed. */
export async function touchAnalysis(db: Db, id: number): Promise<void> {
  await db.updateTable('risk_analysis').set({ updated_at: sql`now()` }).where('id', '=', id).execute();
}

/**
 * Marks whether figures of an analysis may be outdated. With new inputs, no scenario is valid until the recalculation.
 */
export async function markOutdated(
  db: Db,
  id: number,
  isOutdated: boolean,
  hasNewInputs = isOutdated,
): Promise<void> {
  await db
    .updateTable('risk_analysis')
    .set({ is_outdated: isOutdated, ...(hasNewInputs ? { fingerprint: null } : {}) })
    .where('id', '=', id)
    .where('is_outdated', '!=', isOutdated)
    .execute();
}

/** Selects the analyses that contain the asset of a twin, latest first. */
export function selectAnalysesOfTwin(db: Db, twinId: number) {
  return db
    .selectFrom('twin')
    .innerJoin('risk_analysis_asset as entry', 'entry.asset_id', 'twin.asset_id')
    .innerJoin('risk_analysis', 'risk_analysis.id', 'entry.risk_analysis_id')
    .select(['risk_analysis.id', 'name', 'risk_analysis.start_date', 'end_date', 'entry.asset_id'])
    .select(['probability_value', 'entry.risk'])
    .where('twin.id', '=', twinId)
    .orderBy('risk_analysis.id', 'desc')
    .execute();
}

/** Selects the scenarios that are valid for the current inputs of an analysis, latest first. */
export function selectValidScenarios(db: Db, id: number) {
  return db
    .selectFrom('scenario')
    .innerJoin('risk_analysis', 'risk_analysis.id', 'scenario.risk_analysis_id')
    .select(['scenario.id', 'scenario.name', 'scenario.created_at'])
    .where('risk_analysis.id', '=', id)
    .whereRef('scenario.fingerprint', '=', 'risk_analysis.fingerprint')
    .orderBy('scenario.id', 'desc')
    .execute();
}
