import type { ListRequest, Page } from '@twinward/contracts/core/list';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';

const unfinished = ['queued', 'running'] as const;

const list: ListFields = {
  fields: {
    CommandId: { type: 'C', sql: sql`command.id::text` },
    Type: { type: 'C', sql: sql`command.type` },
    RecordType: { type: 'C', sql: sql`command.input ->> 'recordType'` },
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

export async function selectCommand(db: Db, id: string): Promise<CommandRow | null> {
  return (await selectCommands(db).where('command.id', '=', id).executeTakeFirst()) ?? null;
}

/** Lists the commands of one user; null for all users. */
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
  /** User id; null for commands started by the product. */
  createdBy: number | null;
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

/** The command's data at the start of a run. */
export interface BegunRun {
  type: CommandRow['type'];
  input: Record<string, unknown>;
  /** The progress recorded by an earlier run. */
  result: Record<string, unknown> | null;
  /** Fencing token: the number of the run, from 1. */
  token: number;
}

/**
 * Begins a run of a command in the caller's transaction: earlier runs can no longer commit. Waits up to 10 seconds for
 * the open transaction of an earlier run.
 * @returns null if the command has ended
 * @throws DatabaseError 55P03 (lock_not_available) after the wait
 */
export async function beginRun(db: Db, id: string): Promise<BegunRun | null> {
  await sql`set local lock_timeout = '10s'`.execute(db);
  // FOR UPDATE conflicts with the FOR KEY SHARE of `lockRun`, which an UPDATE alone does not.
  const row = await db
    .selectFrom('command')
    .select(['type', 'input', 'result', 'run_token'])
    .where('id', '=', id)
    .where('status', 'in', unfinished)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const token = row.run_token + 1;
  await db
    .updateTable('command')
    .set({ status: 'running', started_at: sql`coalesce(started_at, now())`, run_token: token })
    .where('id', '=', id)
    .execute();
  return { type: row.type, input: row.input, result: row.result, token };
}

/** Identifies a run of a command, by its fencing token. */
export interface RunKey {
  id: string;
  token: number;
}

const currentRun = ({ id, token }: RunKey) =>
  sql<boolean>`command.id = ${id} and run_token = ${token} and status = 'running'`;

/**
 * Locks the current run until the transaction ends (`FOR KEY SHARE`): no other run can begin or end the command. Does
 * not block a cancel request.
 * @returns whether cancellation was requested; null if this is not the current run
 */
export async function lockRun(db: Db, run: RunKey): Promise<boolean | null> {
  const row = await db
    .selectFrom('command')
    .select('cancel_requested')
    .where(currentRun(run))
    .forKeyShare()
    .executeTakeFirst();
  return row?.cancel_requested ?? null;
}

/** Records the progress of a run. Returns the same as `lockRun`. */
export async function updateProgress(
  db: Db,
  run: RunKey,
  percent: number,
  result: Record<string, unknown>,
): Promise<boolean | null> {
  const row = await db
    .updateTable('command')
    .set({ percent, result: JSON.stringify(result) })
    .where(currentRun(run))
    .returning('cancel_requested')
    .executeTakeFirst();
  return row?.cancel_requested ?? null;
}

export interface Outcome {
  status: 'done' | 'error' | 'canceled';
  error?: string;
  result?: Record<string, unknown>;
}

/**
 * Ends a command from its current run.
 * @returns false if this is not the current run
 */
export function endRun(db: Db, run: RunKey, outcome: Outcome): Promise<boolean> {
  return updateOutcome(db, currentRun(run), outcome);
}

async function updateOutcome(
  db: Db,
  condition: RawBuilder<boolean>,
  { status, error, result }: Outcome,
): Promise<boolean> {
  const updated = await db
    .updateTable('command')
    .set({
      status,
      error: error ?? null,
      finished_at: sql`now()`,
      ...(status === 'done' ? { percent: 100 } : {}),
      ...(result ? { result: JSON.stringify(result) } : {}),
    })
    .where(condition)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Selects the outcome and the target of a command, for its `clean` handler. */
export async function selectEnd(db: Db, id: string) {
  return db
    .selectFrom('command')
    .select(['status', 'error', 'result', 'target_id as targetId', 'target_name as targetName'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/**
 * Requests a command to stop.
 * @returns false if it has already ended
 */
export async function requestCancel(db: Db, id: string): Promise<boolean> {
  const updated = await db
    .updateTable('command')
    .set({ cancel_requested: true })
    .where('id', '=', id)
    .where('status', 'in', unfinished)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Selects the unfinished commands on a target without a cancel request, oldest first. */
export async function selectPending(
  db: Db,
  type: CommandRow['type'],
  targetType: string,
  targetId: string,
): Promise<string[]> {
  const rows = await selectUncanceled(db, { type, targetType, targetId })
    .where('status', 'in', unfinished)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.id);
}

/** Selects the running commands of a type on a target without a cancel request. */
export async function selectRunning(db: Db, target: CommandTarget): Promise<string[]> {
  const rows = await selectUncanceled(db, target).where('status', '=', 'running').execute();
  return rows.map((row) => row.id);
}

/**
 * Locks a user's queued command on a target (`FOR SHARE`), so that it does not start before the transaction ends.
 * @returns its id; null if the user has none
 */
export async function lockQueued(
  db: Db,
  { createdBy, ...target }: CommandTarget & Pick<NewCommand, 'createdBy'>,
): Promise<string | null> {
  const row = await selectUncanceled(db, target)
    .where('status', '=', 'queued')
    .where('created_by', 'is not distinct from', createdBy)
    .limit(1)
    .forShare()
    .executeTakeFirst();
  return row?.id ?? null;
}

type CommandTarget = Pick<NewCommand, 'type' | 'targetType' | 'targetId'>;

const selectUncanceled = (db: Db, { type, targetType, targetId }: CommandTarget) =>
  db
    .selectFrom('command')
    .select('id')
    .where('type', '=', type)
    .where('target_type', '=', targetType)
    .where('target_id', '=', targetId)
    .where('cancel_requested', '=', false);

/** The state of a target's latest command. */
export interface LatestCommand {
  /** Key of the target. */
  key: string;
  commandId: string;
  status: CommandRow['status'];
  percent: number;
  error: string | null;
  updatedAt: Date;
}

/** Selects the latest command of a type on each target. */
export async function selectLatestOnTargets(
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

/** Selects the latest import into each tag. An import can write one or several tags. Keys are the ids of the tags. */
export async function selectLatestImports(db: Db, tagIds: readonly number[]): Promise<LatestCommand[]> {
  const { rows } = await sql<LatestCommand>`
    select distinct on (tag_id) tag_id::text as key, ${standing}
    from command_tag join command on command.id = command_tag.command_id
    where tag_id = any(${tagIds}::int[]) and command.type = 'import-data-points'
    order by tag_id, created_at desc`.execute(db);
  return rows;
}

const standing = sql`command.id as "commandId", status, percent, error,
  coalesce(finished_at, started_at, created_at) as "updatedAt"`;

/** Records the tags that a command writes points to. The caller holds locks that prevent their deletion. */
export async function insertCommandTags(db: Db, commandId: string, tagIds: readonly number[]): Promise<void> {
  await sql`
    insert into command_tag (tag_id, command_id)
    select distinct id, ${commandId}::uuid from unnest(${tagIds}::int[]) as id
    on conflict do nothing`.execute(db);
}

/** Selects the ids of the uploaded files that unfinished commands read. */
export async function selectFilesInUse(db: Db): Promise<string[]> {
  const fileId = sql<string>`input ->> 'fileId'`;
  const rows = await db
    .selectFrom('command')
    .select(fileId.as('file_id'))
    .where('status', 'in', unfinished)
    .where(fileId, 'is not', null)
    .execute();
  return rows.map((row) => row.file_id);
}

/** Counts the unfinished commands of these types that a user started. */
export async function countUnfinished(
  db: Db,
  userId: number | null,
  types: readonly CommandRow['type'][],
): Promise<number> {
  const { count } = await db
    .selectFrom('command')
    .select(sql<number>`count(*)`.as('count'))
    .where('created_by', 'is not distinct from', userId)
    .where('type', 'in', types)
    .where('status', 'in', unfinished)
    .executeTakeFirstOrThrow();
  return count;
}

const hasNoJob = (keyPrefix: string) => sql<boolean>`not exists (
  select from graphile_worker.jobs
  where key = ${keyPrefix} || command.id and (attempts < max_attempts or locked_at is not null))`;

/** Selects unfinished commands that have no job, by job key. */
export async function selectAbandoned(db: Db, keyPrefix: string): Promise<string[]> {
  const rows = await db
    .selectFrom('command')
    .select('id')
    .where('status', 'in', unfinished)
    .where(hasNoJob(keyPrefix))
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Ends an abandoned command, so that no run of it can commit.
 * @returns its type and input; null if it has already ended
 */
export async function endAbandoned(
  db: Db,
  id: string,
  outcome: Outcome,
): Promise<Pick<CommandRow, 'type' | 'input'> | null> {
  await sql`set local lock_timeout = '10s'`.execute(db);
  const row = await db
    .selectFrom('command')
    .select(['type', 'input'])
    .where('id', '=', id)
    .where('status', 'in', unfinished)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  await updateOutcome(db, sql`command.id = ${id}`, outcome);
  return row;
}
