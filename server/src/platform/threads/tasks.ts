import type { FastifyReply } from 'fastify';
import type { TaskInput, TaskName, TaskReply, TaskRequest, TaskResult } from '../../task-thread.ts';
import { type Doer, toCallerKey } from '../actor.ts';
import { classifyError } from '../database/database-trouble.ts';
import { diskRefusals, toServerAddress } from '../database/disk-refusals.ts';
import { AppError } from '../errors.ts';
import { FairQueue } from './fair-queue.ts';
import { OutOfMemory, OutOfTime, ThreadPool } from './thread-pool.ts';

/** A tenant uses all but one of them, and a user only one. */
const threads = 3;

/** Time limit of a task in milliseconds, from its start. */
const deadline = 10_000;
/** Additional milliseconds for a task to end on its own before its thread is terminated. */
const grace = 2_000;
/**
 * JavaScript heap limit of a thread. Points are stored outside the heap and are limited where they are read.
 */
const heapMebibytes = 512;
const waitingPerUser = 8;
/** Seconds after which a rejected call may be retried. */
const retryAfter = 5;

const pool = new ThreadPool({
  name: 'task-thread',
  threads,
  resourceLimits: { maxOldGenerationSizeMb: heapMebibytes },
});
const queue = new FairQueue<Task>({
  running: threads,
  runningPerTenant: threads - 1,
  runningPerUser: 1,
  waiting: 200,
  waitingPerUser,
});

interface Task {
  run(): void;
}

/** The caller of a task: determines its place in the queue, and whether the result is still needed. */
export interface Caller {
  actor: Doer;
  /** Null if the result is needed even after the caller disconnected. */
  reply: FastifyReply | null;
}

/**
 * Runs a task of `task-thread.ts` in a thread with its own database connection, after the tasks queued before
 * it. It is canceled when the caller closes the connection.
 * @throws AppError that the task threw; `too-many-requests` when the user has too many waiting tasks;
 * `too-large` when the task takes more than 10 s or too much memory.
 */
export async function runTask<Name extends TaskName>(
  { actor, reply }: Caller,
  name: Name,
  input: TaskInput<Name>,
): Promise<TaskResult<Name>> {
  const closed = new AbortController();
  const abandon = () => closed.abort();
  reply?.raw.once('close', abandon);
  try {
    const request: TaskRequest = {
      connectionString: actor.tenant.connectionString,
      name,
      input,
      milliseconds: deadline,
    };
    return await inTurn(actor, closed.signal, () => runInThread(request, closed.signal));
  } finally {
    reply?.raw.off('close', abandon);
  }
}

const abandoned = () => new AppError('invalid-request', 'The caller closed the connection.');

/** Waits for its turn in the queue, then runs the work. */
function inTurn<Result>(actor: Doer, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = () => {
      queue.end(task);
      startNext();
    };
    const cancel = () => {
      end();
      reject(abandoned());
    };
    const task: Task = {
      run() {
        signal.removeEventListener('abort', cancel);
        work().then(resolve, reject).finally(end);
      },
    };
    if (!queue.add({ tenant: actor.tenant.name, user: toCallerKey(actor) }, task)) {
      reject(
        new AppError(
          'too-many-requests',
          `You have ${waitingPerUser} calculations waiting already, or the server has too many. Please try again.`,
          { retryAfter },
        ),
      );
      return;
    }
    signal.addEventListener('abort', cancel, { once: true });
    startNext();
  });
}

function startNext(): void {
  for (let task = queue.take(); task !== null; task = queue.take()) task.run();
}

async function runInThread<Name extends TaskName>(
  request: TaskRequest,
  closed: AbortSignal,
): Promise<TaskResult<Name>> {
  let reply: TaskReply;
  try {
    reply = await pool.run(request, { signal: closed, milliseconds: deadline + grace });
  } catch (error) {
    if (closed.aborted) throw abandoned();
    if (error instanceof OutOfTime) throw tooLong(request.name);
    if (error instanceof OutOfMemory) throw tooLarge(request.name);
    throw error;
  }
  if ('result' in reply) return reply.result as TaskResult<Name>;
  if (reply.error === 'too-long') throw tooLong(request.name);
  if (!('id' in reply.error)) {
    const error = Object.assign(new Error(), reply.error);
    if (classifyError(error) === 'disk-full') diskRefusals.record(toServerAddress(request.connectionString));
    throw error;
  }
  const { id, message, ...more } = reply.error;
  throw new AppError(id, message, more);
}

const names: Partial<Record<TaskName, { what: string; remedy: string }>> = {
  'preview-protection': { what: 'preview', remedy: 'Choose a shorter range or a simpler rule.' },
  'store-points': { what: 'storing of the points', remedy: 'Send fewer at a time.' },
  'push-points': { what: 'storing of the points', remedy: 'Send fewer at a time.' },
  'write-lines': { what: 'storing of the points', remedy: 'Send fewer at a time.' },
  'preview-tag': { what: 'preview', remedy: 'Choose a shorter range or simpler logic.' },
  'run-query': { what: 'query', remedy: 'Choose fewer records by filters, or a shorter range.' },
  'explain-protection': { what: 'explanation', remedy: 'Choose an earlier time or a simpler rule.' },
};
const other = { what: 'calculation', remedy: 'Choose a shorter range, or less to look at.' };

function tooLong(name: TaskName): AppError {
  const { what, remedy } = names[name] ?? other;
  return new AppError('too-large', `The ${what} took longer than ${deadline / 1000} s. ${remedy}`);
}

function tooLarge(name: TaskName): AppError {
  const { what, remedy } = names[name] ?? other;
  return new AppError('too-large', `The ${what} needed more than ${heapMebibytes} MiB of memory. ${remedy}`);
}
