import type { ListRequest } from '@twinward/contracts/core/list';
import type { RiskImportAction } from '@twinward/contracts/risk/risk-analysis-import';
import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import './tables.ts';

const list: ListFields = {
  fields: {
    Line: { type: 'N', sql: sql`line` },
    Action: { type: 'C', sql: sql`action` },
    UniqueId: { type: 'C', sql: sql`unique_id` },
    AssetName: { type: 'C', sql: sql`asset_name` },
    Message: { type: 'C', sql: sql`message` },
  },
  key: sql`line`,
  defaultSort: [{ field: 'Line', direction: 'Ascending' }],
};

export interface ResultRow {
  line: number;
  action: RiskImportAction;
  uniqueId: string;
  assetName: string;
  message: string | null;
}

export async function insertResults(db: Db, commandId: string, rows: readonly ResultRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('risk_analysis_import_row')
    .values(
      rows.map(({ line, action, uniqueId, assetName, message }) => ({
        ...{ command_id: commandId, line, action, message },
        ...{ unique_id: uniqueId, asset_name: assetName },
      })),
    )
    .execute();
}

export function findResultPage(db: Db, commandId: string, request: ListRequest) {
  const rows = db
    .selectFrom('risk_analysis_import_row')
    .select(['line', 'action', 'unique_id as uniqueId', 'asset_name as assetName', 'message'])
    .where('command_id', '=', commandId);
  return findPage(rows, compileList(request, list));
}

/** The next rows after a line. */
export function findResultsAfter(db: Db, commandId: string, line: number, limit: number) {
  return db
    .selectFrom('risk_analysis_import_row')
    .select(['line', 'action', 'unique_id as uniqueId', 'asset_name as assetName', 'message'])
    .where('command_id', '=', commandId)
    .where('line', '>', line)
    .orderBy('line')
    .limit(limit)
    .execute();
}

/** The lines that were worked off, each with what became of it. */
export function findDone(db: Db, commandId: string) {
  return db
    .selectFrom('risk_analysis_import_row')
    .select(['line', 'action'])
    .where('command_id', '=', commandId)
    .execute();
}

/** Makes whoever starts the import of a checked file wait for the others who do. */
export async function lockCheck(db: Db, commandId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('risk import'), hashtext(${commandId}))`.execute(db);
}

/** An asset of the file as the database knows it. */
export interface KnownAsset {
  id: number;
  uniqueId: string;
  assetName: string;
  twinStart: Date | null;
  isIn: boolean;
  improve: boolean;
  improveDescription: string;
  ownConsequence: number | null;
  parameters: FailureDistributionParameters | null;
}

export async function findKnown(
  db: Db,
  analysisId: number,
  uniqueIds: readonly string[],
): Promise<KnownAsset[]> {
  const { rows } = await sql<KnownAsset>`
    select asset.id, unique_id as "uniqueId", asset_name as "assetName", twin.start_date as "twinStart",
      entry.asset_id is not null as "isIn", coalesce(improve, false) as improve,
      coalesce(improve_description, '') as "improveDescription", own_consequence as "ownConsequence",
      own.failure_distribution_parameters as parameters
    from asset
    left join twin on twin.asset_id = asset.id
    left join risk_analysis_asset entry on entry.asset_id = asset.id and entry.risk_analysis_id = ${analysisId}
    left join risk_analysis_probability own on own.asset_id = asset.id
      and own.risk_analysis_id = ${analysisId} and own.failure_mode_id is null
    where unique_id = any(${uniqueIds}::text[])`.execute(db);
  return rows;
}
