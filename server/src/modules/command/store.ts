import type { ListRequest, Page } from '@twinward/contracts/list';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { compileList, findPage, type ListFields } from '../../platform/list.ts';
import './tables.ts';

const list: ListFields = {
  fields: {
    CommandId: { type: 'C', sql: sql`command.id::text` },
    Type: { type: 'C', sql: sql`command.type` },
    TargetName: { type: 'C', sql: sql`target_name` },
    Status: { type: 'C', sql: sql`status` },
    Percent: { type: 'N', sql: sql`percent` },
    CreatedBy: { type: 'C', sql: sql`user_name` },
    CreatedAt: { type: 'D', sql: sql`command.created_at` },
    FinishedAt: { type: 'D', sql: sql`finished_at` },
  },
  key: sql`command.id`,
  defaultSort: [{ field: 'CreatedAt', direction: 'Descending' }],
};

function selectCommands(db: Db) {
  return db
    .selectFrom('command')
    .leftJoin('app_user', 'app_user.id', 'command.created_by')
    .selectAll('command')
    .select('app_user.user_name');
}
export type CommandRow = Awaited<ReturnType<ReturnType<typeof selectCommands>['execute']>>[number];

export async function findCommand(db: Db, id: string): Promise<CommandRow | null> {
  return (await selectCommands(db).where('command.id', '=', id).executeTakeFirst()) ?? null;
}

/** The commands of one user, or of all when null. */
export function listCommandRows(
  db: Db,
  request: ListRequest,
  userId: number | null,
): Promise<Page<CommandRow>> {
  const visible = selectCommands(db).$if(userId !== null, (query) =>
    query.where('command.created_by', '=', userId),
  );
  return findPage(visible, compileList(request, list));
}

export interface NewCommand {
  type: CommandRow['type'];
  targetType: string;
  targetId: string;
  targetName: string;
  input: Record<string, unknown>;
  createdBy: number;
}

export async function insertCommand(db: Db, command: NewCommand): Promise<string> {
  const { id } = await db
    .insertInto('command')
    .values({
      type: command.type,
      target_type: command.targetType,
      target_id: command.targetId,
      target_name: command.targetName,
      input: JSON.stringify(command.input),
      created_by: command.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Marks a command as running unless it has ended; returns whether it may go on. */
export async function markRunning(db: Db, id: string): Promise<boolean> {
  const result = await db
    .updateTable('command')
    .set({ status: 'running', started_at: sql`coalesce(started_at, now())` })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Notes how far a command is; returns whether its cancellation was asked for. */
export async function markProgress(
  db: Db,
  id: string,
  percent: number,
  result: Record<string, unknown>,
): Promise<boolean> {
  const row = await db
    .updateTable('command')
    .set({ percent, result: JSON.stringify(result) })
    .where('id', '=', id)
    .returning('cancel_requested')
    .executeTakeFirst();
  return row?.cancel_requested ?? true;
}

export interface Outcome {
  status: 'done' | 'error' | 'canceled';
  error?: string;
  result?: Record<string, unknown>;
}

/** Ends a command, once; returns whether this call did. */
export async function markEnded(db: Db, id: string, { status, error, result }: Outcome): Promise<boolean> {
  const updated = await db
    .updateTable('command')
    .set({
      status,
      error: error ?? null,
      finished_at: sql`now()`,
      ...(status === 'done' ? { percent: 100 } : {}),
      ...(result ? { result: JSON.stringify(result) } : {}),
    })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Asks a command to stop; returns false when it has ended already. */
export async function requestCancel(db: Db, id: string): Promise<boolean> {
  const updated = await db
    .updateTable('command')
    .set({ cancel_requested: true })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** The commands on a target that have not ended and were not asked to, oldest first. */
export async function findPending(
  db: Db,
  type: CommandRow['type'],
  targetType: string,
  targetId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('command')
    .select('id')
    .where('type', '=', type)
    .where('target_type', '=', targetType)
    .where('target_id', '=', targetId)
    .where('status', 'in', ['queued', 'running'])
    .where('cancel_requested', '=', false)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.id);
}

/** How the latest command on something stands. */
export interface LatestCommand {
  /** Of what it is the latest. */
  key: string;
  commandId: string;
  status: CommandRow['status'];
  percent: number;
  error: string | null;
  updatedAt: Date;
}

/** The latest command of a type on each target. */
export async function findLatestOnTargets(
  db: Db,
  type: CommandRow['type'],
  targetType: string,
  targetIds: readonly string[],
): Promise<LatestCommand[]> {
  const { rows } = await sql<LatestCommand>`
    select distinct on (target_id) target_id as key, ${standing}
    from command
    where type = ${type} and target_type = ${targetType} and target_id = any(${targetIds}::text[])
    order by target_id, created_at desc`.execute(db);
  return rows;
}

/** The latest import into each tag, whether into it alone or into many at once; keys are the tags' ids. */
export async function findLatestImports(db: Db, tagIds: readonly number[]): Promise<LatestCommand[]> {
  const { rows } = await sql<LatestCommand>`
    select distinct on (tag_id) tag_id::text as key, ${standing}
    from command_tag join command on command.id = command_tag.command_id
    where tag_id = any(${tagIds}::int[]) and command.type = 'import-data-points'
    order by tag_id, created_at desc`.execute(db);
  return rows;
}

const standing = sql`command.id as "commandId", status, percent, error,
  coalesce(finished_at, started_at, created_at) as "updatedAt"`;

/** Notes which tags a command writes points to. A tag that is deleted meanwhile is left out. */
export async function insertCommandTags(db: Db, commandId: string, tagIds: readonly number[]): Promise<void> {
  await sql`
    insert into command_tag (tag_id, command_id)
    select id, ${commandId} from tag where id = any(${tagIds}::int[])
    on conflict do nothing`.execute(db);
}

/** Commands that have not ended though no job is left to carry them out, by the keys of their jobs. */
export async function findAbandoned(db: Db, keyPrefix: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from command where status in ('queued', 'running') and not exists (
      select from graphile_worker.jobs
      where key = ${keyPrefix} || command.id and (attempts < max_attempts or locked_at is not null))`.execute(
    db,
  );
  return rows.map((row) => row.id);
}
