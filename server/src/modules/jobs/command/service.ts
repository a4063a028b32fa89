import type { Command, CommandType } from '@twinward/contracts/core/command';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { deleteOldUploads } from '../../system/file/service.ts';
import type { CommandHandler } from './call.ts';
import { listTypesOfClass, toJobClass, toJobName } from './classes.ts';
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

export type { CommandCall, CommandHandler } from './call.ts';
export { changeEach } from './change-each.ts';
export { writeResultFile } from './result-file.ts';
export {
  insertCommandTags as recordTags,
  type LatestCommand,
  selectEnd as readEnd,
  selectLatestImports as readLatestImports,
  selectLatestOnTargets as readLatestOnTargets,
} from './store.ts';

/** Maximum number of attempts of a command whose process dies. */
const maximumAttempts = 5;
export const givenUp = 'Something went wrong on our side. It has been logged.';

const jobKey = (commandId: string) => `command:${commandId}`;

/** Loads the handler of each type of command. */
export type CommandLoaders = Record<CommandType, () => Promise<CommandHandler>>;

const highestPriority = 10_000;
/** Maximum number of unfinished commands per user and class. */
const mostUnfinished = 1000;
/** Seconds after which a rejected command may be retried. */
const retryAfter = 60;

/**
 * Starts a command in the caller's transaction. It runs after the commit. Each user can have one running command per
 * class. Users take turns: a further command of a user runs after the first ones of other users.
 * @throws AppError `too-many-requests` if the user has 1,000 unfinished commands of the class.
 */
export async function startCommand(db: Db, command: NewCommand): Promise<string> {
  const jobClass = toJobClass(command.type);
  const ahead = await countUnfinished(db, command.createdBy, listTypesOfClass(jobClass));
  if (command.createdBy !== null && ahead >= mostUnfinished) {
    const message = `You have ${ahead.toLocaleString('en-US')} unfinished commands. Please wait until they are done.`;
    throw new AppError('too-many-requests', message, { retryAfter });
  }
  const id = await insertCommand(db, command);
  await enqueue(
    db,
    toJobName(jobClass),
    { commandId: id },
    {
      maximumAttempts,
      key: jobKey(id),
      queue: `${jobClass}:${command.createdBy}`,
      priority: Math.min(ahead, highestPriority),
    },
  );
  await publishCommand(db, id);
  return id;
}

/** Like `startCommand`, in a transaction of its own, by the actor. */
export const startOwnCommand = (
  { tenant, userId }: Pick<Actor, 'tenant' | 'userId'>,
  command: Omit<NewCommand, 'createdBy'>,
): Promise<string> => withTransaction(tenant.db, (db) => startCommand(db, { ...command, createdBy: userId }));

export async function getCommand({ tenant, ...actor }: Actor, id: string): Promise<Command> {
  const row = found(await selectCommand(tenant.db, id), 'Command');
  // 404, not 403: do not reveal that another user's command exists.
  if (row.created_by !== actor.userId && !actor.isAdmin)
    throw new AppError('not-found', 'Command not found.');
  return toCommand(row);
}

/**
 * Returns a command of any user. The caller has checked that the reader may see its target.
 * @throws AppError `not-found`.
 */
export async function readCommand(db: Db, id: string): Promise<Command> {
  return toCommand(found(await selectCommand(db, id), 'Command'));
}

/**
 * Returns the input of a command.
 * @throws AppError `not-found`.
 */
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

/** Requests a command to stop. @throws AppError `conflict` if it has already ended. */
export async function cancelCommand(actor: Actor, id: string): Promise<Command> {
  const before = await getCommand(actor, id);
  await withTransaction(actor.tenant.db, async (db) => {
    if (!(await requestCancel(db, id))) {
      throw new AppError('conflict', `The command has already ended: it is ${before.status}.`);
    }
    await publishCommand(db, id);
  });
  return getCommand(actor, id);
}

/** Lists the unfinished commands of one type on a target, oldest first. */
export function listPendingCommands(
  db: Db,
  type: CommandType,
  target: { type: string; id: string },
): Promise<string[]> {
  return selectPending(db, type, target.type, target.id);
}

/**
 * Restarts the work on a target with a new command, in the caller's transaction. Cancels a running command. Reuses a
 * queued command of the same user, which starts after the transaction. So at most one command per user is queued.
 * Commands that other users queued keep their position.
 * @returns the id of the queued command
 */
export async function restartCommand(db: Db, command: NewCommand): Promise<string> {
  const queued = await lockQueued(db, command);
  await supersedeCommands(db, await selectRunning(db, command));
  return queued ?? startCommand(db, command);
}

/** Cancels commands that newer ones replace. */
export async function supersedeCommands(db: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) await requestCancel(db, id);
}

/**
 * Ends commands whose job has failed with its process at every attempt, and cleans up, so that they do not stay
 * `running`.
 */
export async function endAbandonedCommands(db: Db, handlers: CommandLoaders): Promise<void> {
  for (const id of await selectAbandoned(db, jobKey(''))) {
    await withTransaction(db, async (transaction) => {
      const ended = await endAbandoned(transaction, id, { status: 'error', error: givenUp });
      if (!ended) return;
      const handler = await handlers[ended.type]();
      await handler.clean?.(transaction, ended.input, id);
      await publishCommand(transaction, id);
    });
  }
}

/** Deletes uploads that are older than a day and that no unfinished command reads. */
export async function deleteLeftUploads(db: Db): Promise<void> {
  await deleteOldUploads(db, await selectFilesInUse(db));
}

/** Publishes the state of a command to open screens. */
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
