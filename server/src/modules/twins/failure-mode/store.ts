import { type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../../platform/database/database.ts';
import type { FailureModeTable } from '../../../platform/database/generated/rows.ts';
import { findPage } from '../../../platform/database/list.ts';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';

function selectFailureModes(db: Db) {
  return db
    .selectFrom('failure_mode')
    .leftJoin('probability', 'probability.failure_mode_id', 'failure_mode.id')
    .leftJoin('consequence', 'consequence.failure_mode_id', 'failure_mode.id')
    .selectAll('failure_mode')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('protection_of_failure_mode')
          .select('protection_id as id')
          .whereRef('protection_of_failure_mode.failure_mode_id', '=', 'failure_mode.id')
          .orderBy('protection_id'),
      ).as('protections'),
    );
}
export type FailureModeRow = Awaited<ReturnType<ReturnType<typeof selectFailureModes>['execute']>>[number];

/** Selects a page of a twin's failure modes: highest risk first, those without a risk last. */
export function selectFailureModesOfTwin(db: Db, twinId: number, limit: number, offset: number) {
  return findPage(selectFailureModes(db).where('failure_mode.twin_id', '=', twinId), {
    orderBy: sql`probability.value * consequence.value::float8 desc nulls last, failure_mode.name, failure_mode.id`,
    limit,
    offset,
  });
}

export async function selectFailureMode(db: Db, id: number): Promise<FailureModeRow | null> {
  return (await selectFailureModes(db).where('failure_mode.id', '=', id).executeTakeFirst()) ?? null;
}

const rows = versionedTableRows('failure_mode');
export const lockFailureMode = rows.lock;
export const insertFailureMode = rows.insert;
export const updateFailureModeRow = rows.updateAndBump;
export const deleteFailureModeRow = rows.delete;

export type FailureModeFields = Pick<
  Selectable<FailureModeTable>,
  'name' | 'description' | 'mechanism' | 'cause' | 'pf_interval'
>;

type CodeColumn = 'mechanism' | 'cause';

/** Counts the failure modes by failure code. */
export function selectCodeCounts(db: Db, column: CodeColumn): Promise<{ value: string; count: number }[]> {
  return db
    .selectFrom('failure_mode')
    .select([sql<string>`${sql.ref(column)}`.as('value'), sql<number>`count(*)`.as('count')])
    .where(column, 'is not', null)
    .groupBy(column)
    .execute();
}

/** Replaces a failure code. Returns the changed failure modes. */
export function updateCode(db: Db, column: CodeColumn, before: string, now: string) {
  return db
    .updateTable('failure_mode')
    .set({ [column]: now, version: sql`version + 1` })
    .where(column, '=', before)
    .returning(['id', 'twin_id', 'name'])
    .execute();
}
