import { createHash, randomUUID } from 'node:crypto';
import type { Command } from '@twinward/contracts/core/command';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { runJobs } from '../../../platform/jobs/job-runner.ts';
import { JobInterrupted } from '../../../platform/jobs/jobs.ts';
import { createLogger } from '../../../platform/process/log.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { heldUp, makeCommandJobs, makeHandlers, runCommand } from '../../../testing/commands.ts';
import { makeSession, makeUser } from '../../../testing/factories.ts';
import { createGate } from '../../../testing/gate.ts';
import { toHeaders } from '../../../testing/headers.ts';
import {
  type CommandHandler,
  deleteLeftUploads,
  endAbandonedCommands,
  restartCommand,
  startCommand,
} from './service.ts';
import { beginRun } from './store.ts';

const log = createLogger('silent');
let test: TestApp;
let administrator: Record<string, string>;
let userId: number;
let jobs: Running | null = null;

beforeAll(async () => {
  test = await createTestApp();
  administrator = await makeSession(test.tenant.db, { isAdmin: true });
  userId = await makeUser(test.tenant.db);
});
afterEach(async () => {
  await jobs?.close();
  jobs = null;
});
afterAll(() => test.close());

function start(createdBy = userId): Promise<string> {
  return startCommand(test.tenant.db, {
    type: 'import-data-points',
    targetType: 'file',
    targetId: 'points.csv',
    targetName: 'points.csv',
    input: { size: 3 },
    createdBy,
  });
}

async function run(handler: CommandHandler): Promise<void> {
  jobs = await runJobs(test.tenant, makeCommandJobs({ 'import-data-points': handler }), log);
}

async function read(id: string): Promise<Command> {
  const answer = await test.app.inject({ url: `/api/commands/${id}`, headers: administrator });
  return answer.json();
}

function ended(id: string): Promise<Command> {
  return expect
    .poll(async () => read(id), { timeout: 15_000 })
    .toMatchObject({ finishedAt: expect.any(String) })
    .then(() => read(id));
}

describe('a command', () => {
  it('is executed, and keeps its result', async () => {
    const id = await start();
    expect(await read(id)).toMatchObject({
      status: 'queued',
      percent: 0,
      targetName: 'points.csv',
      result: null,
    });
    await run({ run: async ({ input }) => ({ doubled: (input.size as number) * 2 }) });
    expect(await ended(id)).toMatchObject({
      status: 'done',
      percent: 100,
      result: { doubled: 6 },
      error: null,
    });
  });

  it('reports user errors, and hides internal ones', async () => {
    const wrong = await start();
    await run({ run: () => Promise.reject(new AppError('invalid-file', 'The file is empty.')) });
    expect(await ended(wrong)).toMatchObject({ status: 'error', error: 'The file is empty.' });
    await jobs!.close();
    const broken = await start();
    await sql`update graphile_worker._private_jobs set max_attempts = 1`.execute(test.tenant.db);
    await run({ run: () => Promise.reject(new Error('the secret is 42')) });
    expect(await ended(broken)).toMatchObject({
      status: 'error',
      error: 'Something went wrong on our side. It has been logged.',
    });
  });

  it('stops when it is canceled, and cleans up', async () => {
    const cleaned: unknown[] = [];
    const id = await start();
    await run({
      async run({ tenant, progress }) {
        for (let step = 0; step < 600; step++) {
          await progress(tenant.db, step / 6, { step });
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        return {};
      },
      clean: async (_db, input) => void cleaned.push(input),
    });
    await expect.poll(() => read(id), { timeout: 15_000 }).toMatchObject({ status: 'running' });
    const answer = await test.app.inject({
      method: 'POST',
      url: `/api/commands/${id}/cancel`,
      headers: administrator,
    });
    expect(answer.statusCode).toBe(202);
    expect(await ended(id)).toMatchObject({ status: 'canceled' });
    expect(cleaned).toEqual([{ size: 3 }]);
    const again = await test.app.inject({
      method: 'POST',
      url: `/api/commands/${id}/cancel`,
      headers: administrator,
    });
    expect(again.statusCode).toBe(409);
    expect(again.json().message).toBe('The command has already ended: it is canceled.');
  });

  it('is resumed by another process when its own dies', async () => {
    const { db } = test.tenant;
    const id = await start();
    // A worker that took the job and died: its recorded lock is not held.
    await sql`insert into job_worker (worker_id, process_key) values ('dead', 12345)`.execute(db);
    await sql`update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now(), attempts = 1
      where key = ${`command:${id}`}`.execute(db);
    await sql`update command set status = 'running', percent = 40, result = '{"done": 4}' where id = ${id}`.execute(
      db,
    );
    await run({ run: async ({ resumed }) => ({ resumedFrom: resumed }) });
    expect(await ended(id)).toMatchObject({ status: 'done', result: { resumedFrom: { done: 4 } } });
  });

  it('fails and is cleaned up when its process died at every attempt', async () => {
    const { db } = test.tenant;
    const id = await start();
    await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${`command:${id}`}`.execute(
      db,
    );
    const cleaned: unknown[] = [];
    const handler: CommandHandler = {
      run: async () => ({}),
      clean: async (_db, input) => void cleaned.push(input),
    };
    await endAbandonedCommands(db, makeHandlers({ 'import-data-points': handler }));
    expect(await read(id)).toMatchObject({
      status: 'error',
      error: 'Something went wrong on our side. It has been logged.',
    });
    expect(cleaned).toEqual([{ size: 3 }]);
  });

  it('fails when it was interrupted too often', async () => {
    const id = await start();
    await test.tenant.db.updateTable('command').set({ run_token: 50 }).where('id', '=', id).execute();
    await run({ run: async () => ({}) });
    expect(await ended(id)).toMatchObject({ status: 'error' });
  });

  it('is retried without counting the attempt if the database was unreachable', async () => {
    const id = await start();
    let runs = 0;
    await run({
      async run() {
        runs += 1;
        if (runs === 1) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        return { runs };
      },
    });
    expect(await ended(id)).toMatchObject({ status: 'done', result: { runs: 2 } });
  });
});

describe('two runs of one command', () => {
  const carryOut = (id: string, handler: CommandHandler) =>
    runCommand(test.tenant, { 'import-data-points': handler }, id);
  const readName = async () => {
    const { user_name: name } = await test.tenant.db
      .selectFrom('app_user')
      .select('user_name')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return name;
  };
  const rename = (db: Db, name: string) =>
    db.updateTable('app_user').set({ user_name: name }).where('id', '=', userId).execute();

  it('do not interfere: writes of the earlier run are rejected, and it changes no status', async () => {
    const id = await start();
    const gate = createGate();
    const writing = (name: string): CommandHandler => ({
      async run({ transaction, progress }) {
        await transaction((db) => progress(db, 10, { name }));
        await transaction((db) => rename(db, name));
        return { name };
      },
    });
    const stale = carryOut(id, heldUp(writing('earlier'), 2, gate));
    await gate.reached;
    await carryOut(id, writing('later'));
    gate.open();
    await expect(stale).rejects.toThrow(JobInterrupted);
    expect(await read(id)).toMatchObject({ status: 'done', result: { name: 'later' } });
    expect(await readName()).toBe('later');
  });

  it.each(['done', 'error'])('keep the later result if the earlier run ends as %s', async (outcome) => {
    const id = await start();
    const gate = createGate();
    const stale = carryOut(id, {
      async run() {
        await gate.pass();
        if (outcome === 'error') throw new AppError('invalid-file', 'The file is empty.');
        return { by: 'earlier' };
      },
    });
    await gate.reached;
    await carryOut(id, {
      async run({ transaction }) {
        gate.open();
        await expect(stale).rejects.toThrow(JobInterrupted);
        await transaction(async () => undefined);
        return { by: 'later' };
      },
    });
    expect(await read(id)).toMatchObject({ status: 'done', result: { by: 'later' } });
  });

  it('wait for each other: the later run continues from what the earlier one commits', async () => {
    const { db } = test.tenant;
    const id = await start();
    const gate = createGate();
    const later = createGate();
    const earlier = carryOut(id, {
      async run({ transaction, progress }) {
        await transaction(async (own) => {
          await progress(own, 40, { rows: 4 });
          await gate.pass();
        });
        await later.pass();
        return transaction(async () => ({}));
      },
    });
    await gate.reached;
    const second = carryOut(id, { run: async ({ resumed }) => ({ resumed }) });
    const waiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length;
    };
    await expect.poll(waiting, { timeout: 15_000 }).toBe(1);
    gate.open();
    await second;
    later.open();
    await expect(earlier).rejects.toThrow(JobInterrupted);
    expect(await read(id)).toMatchObject({ status: 'done', result: { resumed: { rows: 4 } } });
  });

  it('end when the command was abandoned meanwhile', async () => {
    const { db } = test.tenant;
    const id = await start();
    const gate = createGate();
    const late = carryOut(id, {
      async run({ transaction }) {
        await gate.pass();
        return transaction(async (own) => {
          await rename(own, 'late');
          return {};
        });
      },
    });
    await gate.reached;
    await sql`delete from graphile_worker._private_jobs where key = ${`command:${id}`}`.execute(db);
    await endAbandonedCommands(db, makeHandlers({ 'import-data-points': { run: async () => ({}) } }));
    gate.open();
    await expect(late).rejects.toThrow(JobInterrupted);
    expect(await read(id)).toMatchObject({ status: 'error' });
    expect(await readName()).not.toBe('late');
  });
});

describe('a handler', () => {
  it('can write only in a transaction of its run', async () => {
    const { tenant } = test;
    const attempts = {
      insert: (db: Db) => db.insertInto('staged_series').values({ owner: randomUUID() }).execute(),
      update: (db: Db) => db.updateTable('app_user').set({ user_name: 'x' }).execute(),
      delete: (db: Db) => sql`delete from staged_series`.execute(db),
      'own transaction': (db: Db) =>
        db.transaction().execute((own) => sql`update app_user set user_name = 'x'`.execute(own)),
    };
    for (const attempt of Object.values(attempts)) {
      const id = await start();
      const refused = runCommand(
        tenant,
        {
          'import-data-points': {
            async run({ tenant: handed }) {
              await handed.db.selectFrom('command').select('id').execute();
              await attempt(handed.db);
              return {};
            },
          },
        },
        id,
      );
      await expect(refused).rejects.toThrow('This handle only reads');
    }
  });

  it('does not block a request to cancel with its transaction', async () => {
    const id = await start();
    const handler: CommandHandler = {
      async run({ transaction }) {
        await transaction(async () => {
          const answer = await test.app.inject({
            method: 'POST',
            url: `/api/commands/${id}/cancel`,
            headers: administrator,
          });
          expect(answer.statusCode).toBe(202);
        });
        return transaction(async () => ({}));
      },
    };
    await runCommand(test.tenant, { 'import-data-points': handler }, id);
    expect(await read(id)).toMatchObject({ status: 'canceled' });
  });
});

describe('the commands of several users', () => {
  it('take turns: a user’s second command runs after the first one of another user', async () => {
    const { db } = test.tenant;
    await sql`delete from graphile_worker._private_jobs`.execute(db);
    const [one, other] = [await makeUser(db), await makeUser(db)];
    const gate = createGate();
    const mine = [await start(one), await start(one), await start(one)];
    const theirs = await start(other);
    const begun: string[] = [];
    await run({
      async run({ commandId }) {
        begun.push(commandId);
        if (begun.length <= 2) await gate.pass();
        return {};
      },
    });
    await expect.poll(() => begun.length, { timeout: 15_000 }).toBe(2);
    expect(new Set(begun)).toEqual(new Set([mine[0], theirs]));
    expect(await read(mine[1]!)).toMatchObject({ status: 'queued' });
    gate.open();
    for (const id of [...mine, theirs]) expect(await ended(id)).toMatchObject({ status: 'done' });
    expect(begun.slice(2)).toEqual(mine.slice(1));
    const { rows } =
      await sql`select from graphile_worker._private_job_queues where locked_by is not null`.execute(db);
    expect(rows).toEqual([]);
  });
});

describe('the calls of commands', () => {
  it('show users their own commands, and administrators all', async () => {
    const { db } = test.tenant;
    const mine = await start();
    const owner = await createSession(userId);
    const other = await makeSession(db, { groups: ['VIEWERS'] });
    const get = (headers: Record<string, string>) =>
      test.app.inject({ url: `/api/commands/${mine}`, headers });
    expect((await get(owner)).statusCode).toBe(200);
    expect((await get(other)).statusCode).toBe(404);
    const list = (headers: Record<string, string>, page = 1) => {
      const url = `/api/commands/filters?page-size=1&page-number=${page}`;
      return test.app.inject({ method: 'POST', url, headers, body: {} });
    };
    expect((await list(other)).json()).toEqual([]);
    const page = await list(administrator);
    expect(page.json()).toHaveLength(1);
    expect(Number(page.headers['x-paging-total-records'])).toBeGreaterThan(1);
    const past = await list(administrator, 1_000_000);
    expect(past.json()).toEqual([]);
    expect(past.headers['x-paging-total-records']).toBe(page.headers['x-paging-total-records']);
    const cancel = await test.app.inject({
      method: 'POST',
      url: `/api/commands/${mine}/cancel`,
      headers: other,
    });
    expect(cancel.statusCode).toBe(404);
  });

  it('reject an invalid id', async () => {
    const answer = await test.app.inject({ url: '/api/commands/1', headers: administrator });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([{ path: 'commandId', message: 'Please give the command’s id.' }]);
  });
});

it('uploads older than a day that no unfinished command reads are deleted', async () => {
  const { db } = test.tenant;
  const [used, left, recent] = [randomUUID(), randomUUID(), randomUUID()];
  for (const [fileId, age] of [
    [used, '2 days'],
    [left, '2 days'],
    [recent, '1 hour'],
  ]) {
    await sql`insert into import_piece (file_id, position, data, created_at)
      values (${fileId}, 0, '', now() - ${age}::interval)`.execute(db);
  }
  const command = { type: 'import-data-points', targetType: 'file', targetId: 'a', targetName: 'a' } as const;
  await startCommand(db, { ...command, input: { fileId: used }, createdBy: userId });
  await deleteLeftUploads(db);
  const pieces = await db.selectFrom('import_piece').select('file_id').execute();
  expect(pieces.map((piece) => piece.file_id).sort()).toEqual([used, recent].sort());
});

async function createSession(id: number): Promise<Record<string, string>> {
  const sessionId = `session-of-${id}`;
  await test.tenant.db
    .insertInto('session')
    .values({
      id_hash: createHash('sha256').update(sessionId).digest(),
      user_id: id,
      expires_at: new Date(Date.now() + 3600_000),
    })
    .execute();
  return toHeaders(sessionId);
}

describe('work that is restarted repeatedly', () => {
  const recalculation = (targetId: string, createdBy: number) => ({
    type: 'recalculate-tag' as const,
    targetType: 'tag',
    targetId,
    targetName: 'A tag',
    input: {},
    createdBy,
  });
  const restart = (targetId: string, createdBy: number) =>
    withTransaction(test.tenant.db, (db) => restartCommand(db, recalculation(targetId, createdBy)));
  const selectCommands = (targetId: string) =>
    test.tenant.db
      .selectFrom('command')
      .select(['id', 'created_by', 'status', 'cancel_requested'])
      .where('target_id', '=', targetId)
      .orderBy('created_at')
      .execute();

  it('has at most one running command, and one queued per user', async () => {
    const other = await makeUser(test.tenant.db);
    const first = await restart('again', userId);
    await test.tenant.db.updateTable('command').set({ status: 'running' }).where('id', '=', first).execute();
    const queued = await restart('again', other);
    const own = await restart('again', userId);
    for (let count = 1; count <= 20; count += 1) {
      expect([await restart('again', userId), await restart('again', other)]).toEqual([own, queued]);
    }
    const waiting = { status: 'queued', cancel_requested: false };
    expect(await selectCommands('again')).toEqual([
      { id: first, created_by: userId, status: 'running', cancel_requested: true },
      { id: queued, created_by: other, ...waiting },
      { id: own, created_by: userId, ...waiting },
    ]);
  });

  it('does not start before the change that restarts it is committed', async () => {
    const { db } = test.tenant;
    const id = await restart('held', userId);
    const gate = createGate();
    const changing = withTransaction(db, async (transaction) => {
      await restartCommand(transaction, recalculation('held', userId));
      await gate.pass();
    });
    await gate.reached;
    const begun = withTransaction(db, (transaction) => beginRun(transaction, id));
    await expect.poll(() => waitingFor(db)).toBe(1);
    gate.open();
    await changing;
    expect(await begun).toMatchObject({ token: 1 });
  });

  it('is rejected for a user with 1,000 unfinished commands of a class, and for nobody else', async () => {
    const { db } = test.tenant;
    const busy = await makeUser(db);
    await sql`insert into command (type, target_type, target_id, target_name, input, created_by)
      select 'import-data-points', 'file', 'x', 'x', '{}', ${busy}::int from generate_series(1, 1000)`.execute(
      db,
    );
    await expect(start(busy)).rejects.toMatchObject({ id: 'too-many-requests', retryAfter: 60 });
    expect(await start()).toEqual(expect.any(String));
  });
});

/** Counts the transactions that wait for a row lock. */
async function waitingFor(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]!.count;
}
