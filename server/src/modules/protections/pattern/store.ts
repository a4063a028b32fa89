import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type {
  PatternFeedbackTable,
  PatternTrainingTable,
} from '../../../platform/database/generated/rows.ts';

export type TrainingRow = Selectable<PatternTrainingTable>;

export async function selectTraining(db: Db, setId: number): Promise<TrainingRow | null> {
  const row = db.selectFrom('pattern_training').selectAll().where('pattern_set_id', '=', setId);
  return (await row.executeTakeFirst()) ?? null;
}

/** Locks the training of a command; null if a later one has replaced it, or the set was deleted. */
export async function lockTraining(db: Db, commandId: string): Promise<TrainingRow | null> {
  const row = db.selectFrom('pattern_training').selectAll().where('command_id', '=', commandId).forUpdate();
  return (await row.executeTakeFirst()) ?? null;
}

/** Replaces the training of a set, and deletes the watchers of the previous one. */
export async function replaceTraining(db: Db, training: Insertable<PatternTrainingTable>): Promise<void> {
  await sql`delete from pattern_training where pattern_set_id = ${training.pattern_set_id}`.execute(db);
  await db.insertInto('pattern_training').values(training).execute();
}

/** Updates the training of a command. Returns false if it no longer exists. */
export async function updateTraining(
  db: Db,
  commandId: string,
  { line, ...change }: Updateable<PatternTrainingTable> & { line?: string | undefined },
): Promise<boolean> {
  const updated = await db
    .updateTable('pattern_training')
    .set({
      ...change,
      ...(change.status === undefined ? {} : { status_at: sql`now()` }),
      ...(line === undefined ? {} : { log: sql`log || ${line}::text` }),
    })
    .where('command_id', '=', commandId)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Selects the outcome of a command that has ended. */
export async function selectOutcome(
  db: Db,
  commandId: string,
): Promise<{ status: string; error: string | null } | null> {
  const row = db.selectFrom('command').select(['status', 'error']).where('id', '=', commandId);
  return (await row.executeTakeFirst()) ?? null;
}

export async function selectWatchers(db: Db, setId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('pattern_training_watcher')
    .select('user_id')
    .where('pattern_set_id', '=', setId)
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export async function insertWatcher(db: Db, setId: number, userId: number): Promise<void> {
  await db
    .insertInto('pattern_training_watcher')
    .values({ pattern_set_id: setId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteWatcher(db: Db, setId: number, userId: number): Promise<void> {
  await sql`
    delete from pattern_training_watcher where pattern_set_id = ${setId} and user_id = ${userId}`.execute(db);
}

/** Deletes all watchers of a set. @returns their ids. */
export async function deleteWatchers(db: Db, setId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    delete from pattern_training_watcher where pattern_set_id = ${setId} returning user_id`.execute(db);
  return rows.map(({ user_id }) => user_id).sort((one, other) => one - other);
}

/** Stores a user's judgement of an answer, in place of an earlier one. */
export async function upsertFeedback(db: Db, feedback: Insertable<PatternFeedbackTable>): Promise<void> {
  const { pattern_set_id: _, start_at: __, end_at: ___, ...said } = feedback;
  await db
    .insertInto('pattern_feedback')
    .values(feedback)
    .onConflict((conflict) =>
      conflict
        .columns(['pattern_set_id', 'start_at', 'end_at'])
        .doUpdateSet({ ...said, created_at: sql`now()` }),
    )
    .execute();
}

export interface ProtectionOfSet {
  id: number;
  name: string;
  twinId: number;
}

/** The protection of a set. */
export async function selectProtectionOfSet(db: Db, setId: number): Promise<ProtectionOfSet | null> {
  const { rows } = await sql<ProtectionOfSet>`
    select protection.id, name, twin_id as "twinId" from protection
    join pattern_set on protection_id = protection.id where pattern_set.id = ${setId}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Locks the protection of a set (`FOR NO KEY UPDATE`), so that its thresholds and patterns don't change at the same
 * time.
 */
export async function lockProtectionOfSet(db: Db, setId: number): Promise<ProtectionOfSet | null> {
  const { rows } = await sql<ProtectionOfSet>`
    select id, name, twin_id as "twinId" from protection
    where id = (select protection_id from pattern_set where id = ${setId})
    for no key update`.execute(db);
  return rows[0] ?? null;
}

/** The inputs of points of a protection, by id. */
export async function selectInputs(db: Db, protectionId: number) {
  return db
    .selectFrom('protection_alias')
    .innerJoin('tag_alias', 'tag_alias.id', 'protection_alias.tag_alias_id')
    .leftJoin('tag', 'tag.id', 'tag_alias.mapped_tag_id')
    .select(['tag_alias.id', 'tag_alias.name', 'tag_alias.unit', 'mapped_tag_id', 'settings'])
    .select('tag.unit as mapped_tag_unit')
    .where('protection_id', '=', protectionId)
    .where('tag_alias.type', '=', 'data_point')
    .orderBy('tag_alias.id')
    .execute();
}
