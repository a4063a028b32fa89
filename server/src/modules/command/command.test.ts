import { createHash } from 'node:crypto';
import type { Command } from '@twinward/contracts/command';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { runJobs } from '../../platform/jobs.ts';
import { createLogger } from '../../platform/log.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { commandJobOf } from '../../testing/commands.ts';
import { makeSession, makeUser } from '../../testing/factories.ts';
import { headersOf } from '../../testing/headers.ts';
import { type CommandHandler, endAbandonedCommands, startCommand } from './service.ts';

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

function start(): Promise<string> {
  return startCommand(test.tenant.db, {
    type: 'import-data-points',
    targetType: 'file',
    targetId: 'points.csv',
    targetName: 'points.csv',
    input: { size: 3 },
    createdBy: userId,
  });
}

async function run(handler: CommandHandler): Promise<void> {
  jobs = await runJobs(test.tenant, [commandJobOf({ 'import-data-points': handler })], log);
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
  it('is carried out, and keeps its result', async () => {
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

  it('tells what was wrong in the user’s words, and hides what is ours', async () => {
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
    expect(again.json().message).toBe('The command has ended already: it is canceled.');
  });

  it('is taken up by another process from where it was, when its own dies', async () => {
    const { db } = test.tenant;
    const id = await start();
    // A worker that took the job and died: nobody holds the lock that it noted.
    await sql`insert into job_worker (worker_id, process_key) values ('dead', 12345)`.execute(db);
    await sql`update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now(), attempts = 1
      where key = ${`command:${id}`}`.execute(db);
    await sql`update command set status = 'running', percent = 40, result = '{"done": 4}' where id = ${id}`.execute(
      db,
    );
    await run({ run: async ({ resumed }) => ({ resumedFrom: resumed }) });
    expect(await ended(id)).toMatchObject({ status: 'done', result: { resumedFrom: { done: 4 } } });
  });

  it('does not run for ever when its process died at every try', async () => {
    const { db } = test.tenant;
    const id = await start();
    await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${`command:${id}`}`.execute(
      db,
    );
    await endAbandonedCommands(db);
    expect(await read(id)).toMatchObject({ status: 'error' });
  });
});

describe('the calls of commands', () => {
  it('show a user their own, and an administrator all', async () => {
    const { db } = test.tenant;
    const mine = await start();
    const owner = await sessionOf(userId);
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

  it('refuse an id that is none', async () => {
    const answer = await test.app.inject({ url: '/api/commands/1', headers: administrator });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([{ path: 'commandId', message: 'Please give the command’s id.' }]);
  });
});

async function sessionOf(id: number): Promise<Record<string, string>> {
  const sessionId = `session-of-${id}`;
  await test.tenant.db
    .insertInto('session')
    .values({
      id_hash: createHash('sha256').update(sessionId).digest(),
      user_id: id,
      expires_at: new Date(Date.now() + 3600_000),
    })
    .execute();
  return headersOf(sessionId);
}
