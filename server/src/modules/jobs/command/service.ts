import type { Command, CommandType } from '@twinward/contracts/core/command';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { deleteOldUploads } from '../../system/file/service.ts';
import { classOf, jobNameOf, typesOf } from './classes.ts';
import {
  type CommandRow,
  countUnfinished,
  endAbandoned,
  insertCommand,
  listCommandRows,
  lockQueued,
  type NewCommand,
  requestCancel,
  selectAbandoned,
  selectCommand,
  selectFilesInUse,
  selectPending,
  selectRunning,
} from './store.ts';

export {
  insertCommandTags as noteTags,
  type LatestCommand,
  selectLatestImports as readLatestImports,
  selectLatestOnTargets as readLatestOnTargets,
} from './store.ts';

/** A command that takes its process down with it is given up after so many tries. */
const maximumAttempts = 5;
export const givenUp = 'Something went wrong on our side. It has been logged.';

const jobKey = (commandId: string) => `command:${commandId}`;

/** What a command's handler is given. A run is one try of one process to carry the command out. */
export interface CommandCall {
  /** Its `db` only reads. */
  tenant: Tenant;
  commandId: string;
  input: Record<string, unknown>;
  /** What an earlier run recorded before it was cut off; null on the first. */
  resumed: Record<string, unknown> | null;
  /** Fires when the run is to stop: the process ends, or another one may take the command. */
  signal: AbortSignal;
  /**
   * Runs `work` in a transaction that commits only while this is the command's current run: every write of a handler
   * belongs in one. Throws when the command is to stop: let it through.
   */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Records how far it is, 0 to 100, with the counts so far, in a transaction of this run. Throws as above. */
  progress(db: Db, percent: number, result: Record<string, unknown>): Promise<void>;
}

/** Carries out the commands of one type. */
export interface CommandHandler {
  /** Does the work; returns the final result. An AppError ends the command with its message. */
  run(call: CommandCall): Promise<Record<string, unknown>>;
  /** Removes what the command needed, in the transaction that ends it, however it ended. */
  clean?(db: Db, input: Record<string, unknown>, commandId: string): Promise<void>;
}

const highestPriority = 10_000;
/** Most commands of a user and class that have not ended. */
const mostUnfinished = 1000;
/** Seconds after which a command that was refused may be tried again. */
const retryAfter = 60;

/**
 * Starts a long call inside the caller's transaction: it is carried out once that commits. Of one user's commands of
 * a class one runs at a time, and users take turns: each further command of a user comes after the first ones of others.
 * @throws AppError `too-many-requests` when the user has 1,000 of the class that have not ended.
 */
export async function startCommand(db: Db, command: NewCommand): Promise<string> {
  const jobClass = classOf(command.type);
  const ahead = await countUnfinished(db, command.createdBy, typesOf(jobClass));
  if (command.createdBy !== null && ahead >= mostUnfinished) {
    const message = `You have ${ahead.toLocaleString('en-US')} commands that have not ended. Please wait for them.`;
    throw new AppError('too-many-requests', message, { retryAfter });
  }
  const id = await insertCommand(db, command);
  await enqueue(
    db,
    jobNameOf(jobClass),
    { commandId: id },
    {
      maximumAttempts,
      key: jobKey(id),
      queue: `${jobClass}:${command.createdBy}`,
      priority: Math.min(ahead, highestPriority),
    },
  );
  return id;
}

export async function getCommand({ tenant, ...actor }: Actor, id: string): Promise<Command> {
  const row = found(await selectCommand(tenant.db, id), 'Command');
  // 404, not 403: do not reveal that another user's command exists.
  if (row.created_by !== actor.userId && !actor.isAdmin)
    throw new AppError('not-found', 'Command not found.');
  return toCommand(row);
}

/** What a command was started with. @throws AppError `not-found` when there is no such command. */
export async function getCommandInput(db: Db, id: string): Promise<Record<string, unknown>> {
  return found(await selectCommand(db, id), 'Command').input;
}

export async function listCommands(actor: Actor, request: ListRequest): Promise<Page<Command>> {
  const { records, total } = await listCommandRows(
    actor.tenant.db,
    request,
    actor.isAdmin ? null : actor.userId,
  );
  return { records: records.map(toCommand), total };
}

/** Asks a command to stop. @throws AppError `conflict` when it has ended already. */
export async function cancelCommand(actor: Actor, id: string): Promise<Command> {
  const before = await getCommand(actor, id);
  if (!(await requestCancel(actor.tenant.db, id))) {
    throw new AppError('conflict', `The command has ended already: it is ${before.status}.`);
  }
  return getCommand(actor, id);
}

/** What the commands of one type that are yet to end do to a target; the oldest first. */
export function listPendingCommands(
  db: Db,
  type: CommandType,
  target: { type: string; id: string },
): Promise<string[]> {
  return selectPending(db, type, target.type, target.id);
}

/**
 * Starts a command anew that does all the work on its target, inside the caller's transaction. One that runs is asked to
 * stop. One of the same user that is queued is kept, and begins after the transaction: however often a user restarts the
 * work, one command waits for it. Those that other users have queued keep their turn.
 * @returns the id of the command that is queued.
 */
export async function restartCommand(db: Db, command: NewCommand): Promise<string> {
  const queued = await lockQueued(db, command);
  await supersedeCommands(db, await selectRunning(db, command));
  return queued ?? startCommand(db, command);
}

/** Has commands stop that newer ones take the place of. */
export async function supersedeCommands(db: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) await requestCancel(db, id);
}

/**
 * Ends the commands whose job ended with its process at every try, and cleans up after them: none stays 'running' for
 * ever.
 */
export async function endAbandonedCommands(
  db: Db,
  handlers: Record<CommandType, CommandHandler>,
): Promise<void> {
  for (const id of await selectAbandoned(db, jobKey(''))) {
    await withTransaction(db, async (transaction) => {
      const ended = await endAbandoned(transaction, id, { status: 'error', error: givenUp });
      if (!ended) return;
      await handlers[ended.type].clean?.(transaction, ended.input, id);
      await publishCommand(transaction, id);
    });
  }
}

/** Deletes uploads that came in a day ago or before and that no unfinished command reads. */
export async function deleteLeftUploads(db: Db): Promise<void> {
  await deleteOldUploads(db, await selectFilesInUse(db));
}

/** Shows the state of a command on open screens. */
export async function publishCommand(db: Db, id: string): Promise<void> {
  const row = await selectCommand(db, id);
  if (row) await publish(db, { type: 'command', command: toCommand(row) }, row.created_by ?? undefined);
}

function toCommand(row: CommandRow): Command {
  return {
    commandId: row.id,
    type: row.type,
    targetType: row.target_type,
    targetId: row.target_id,
    targetName: row.target_name,
    status: row.status,
    percent: row.percent,
    createdBy: row.user_name ?? 'A deleted user',
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    error: row.error,
    result: row.result,
  };
}
