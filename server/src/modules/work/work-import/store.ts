import type { WorkImportRow } from '@twinward/contracts/assets/work-import';
import type { ListRequest } from '@twinward/contracts/core/list';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';

const list: ListFields = {
  fields: {
    Line: { type: 'N', sql: sql`line` },
    Action: { type: 'C', sql: sql`action` },
    TagName: { type: 'C', sql: sql`tag_name` },
    WorkName: { type: 'C', sql: sql`work_name` },
    Message: { type: 'C', sql: sql`message` },
  },
  key: sql`line`,
  defaultSort: [{ field: 'Line', direction: 'Ascending' }],
};

const columns = ['line', 'action', 'tag_name as tagName', 'work_name as workName', 'message'] as const;

export async function insertResults(
  db: Db,
  commandId: string,
  rows: readonly WorkImportRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('work_import_row')
    .values(
      rows.map((row) => ({
        command_id: commandId,
        line: row.line,
        action: row.action,
        tag_name: row.tagName,
        work_name: row.workName,
        message: row.message,
      })),
    )
    .execute();
}

export function findResultPage(db: Db, commandId: string, request: ListRequest) {
  const rows = db.selectFrom('work_import_row').select(columns).where('command_id', '=', commandId);
  return findPage(rows, compileList(request, list));
}

/** The next rows after a line. */
export function findResultsAfter(db: Db, commandId: string, line: number, limit: number) {
  return db
    .selectFrom('work_import_row')
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
    .selectFrom('work_import_row')
    .select(['line', 'action'])
    .where('command_id', '=', commandId)
    .execute();
}
