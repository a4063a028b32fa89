import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';

function optionQuery(db: Db, analysisId: number, assetId: number) {
  return db
    .selectFrom('improvement_option as option')
    .leftJoin('failure_mode', 'failure_mode.id', 'option.failure_mode_id')
    .selectAll('option')
    .select('failure_mode.name as failure_mode')
    .where('risk_analysis_id', '=', analysisId)
    .where('asset_id', '=', assetId);
}
export type OptionRow = Awaited<ReturnType<ReturnType<typeof optionQuery>['execute']>>[number];

/** Selects the options of an asset in an analysis, including those of its failure modes, oldest first. */
export function selectOptions(db: Db, analysisId: number, assetId: number): Promise<OptionRow[]> {
  return optionQuery(db, analysisId, assetId).orderBy('option.id').execute();
}

const rows = versionedTableRows('improvement_option');
export const insertOption = rows.insert;
export const updateOptionRow = rows.updateAndBump;
export const deleteOptionRow = rows.delete;

/** Updates the costs of options of an analysis. @returns the ids of the options that exist. */
export async function updateOptionCosts(
  db: Db,
  analysisId: number,
  costs: readonly { assetId: number; id: number; cost: number | null }[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    update improvement_option option set cost = given.cost, version = version + 1
    from unnest(${costs.map(({ id }) => id)}::int[], ${costs.map(({ assetId }) => assetId)}::int[],
      ${costs.map(({ cost }) => cost)}::int[]) as given (id, asset_id, cost)
    where risk_analysis_id = ${analysisId} and option.id = given.id and option.asset_id = given.asset_id
    returning option.id`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** Returns whether a failure mode belongs to the twin of an asset. */
export async function isFailureModeOfAsset(db: Db, assetId: number, failureModeId: number): Promise<boolean> {
  const row = await db
    .selectFrom('failure_mode')
    .innerJoin('twin', 'twin.id', 'failure_mode.twin_id')
    .select('failure_mode.id')
    .where('failure_mode.id', '=', failureModeId)
    .where('twin.asset_id', '=', assetId)
    .executeTakeFirst();
  return row !== undefined;
}
