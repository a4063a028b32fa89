import type { AssetImportRow } from '@twinward/contracts/assets/asset-import';
import type { ListRequest } from '@twinward/contracts/core/list';
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

const columns = ['line', 'action', 'unique_id as uniqueId', 'asset_name as assetName', 'message'] as const;

export async function insertResults(
  db: Db,
  commandId: string,
  rows: readonly AssetImportRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('asset_import_row')
    .values(
      rows.map((row) => ({
        command_id: commandId,
        line: row.line,
        action: row.action,
        unique_id: row.uniqueId,
        asset_name: row.assetName,
        message: row.message,
      })),
    )
    .execute();
}

export function findResultPage(db: Db, commandId: string, request: ListRequest) {
  const rows = db.selectFrom('asset_import_row').select(columns).where('command_id', '=', commandId);
  return findPage(rows, compileList(request, list));
}

/** The next rows after a line. */
export function findResultsAfter(db: Db, commandId: string, line: number, limit: number) {
  return db
    .selectFrom('asset_import_row')
    .select(columns)
    .where('command_id', '=', commandId)
    .where('line', '>', line)
    .orderBy('line')
    .limit(limit)
    .execute();
}

/** The lines that were worked off, each with what became of it. */
export function findDone(db: Db, commandId: string) {
  return db
    .selectFrom('asset_import_row')
    .select(['line', 'action'])
    .where('command_id', '=', commandId)
    .execute();
}
