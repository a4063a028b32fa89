import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../../../platform/process/log.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession } from '../../../testing/factories.ts';
import { type Refusal, RefusalLog, watchRefusals } from './refusals.ts';

const lines: string[] = [];
let test: TestApp;
let refusals: RefusalLog;

const log = createLogger('warn', { write: (line) => lines.push(line) });

beforeAll(async () => {
  test = await createTestApp({ log });
});
afterAll(() => test.close());
beforeEach(() => {
  lines.length = 0;
  refusals = new RefusalLog({ tenants: test.context.tenants, log });
});

const anonymous: Refusal = { status: 401, address: '192.0.2.7', databaseName: 'test', user: null };
const add = (count: number, change: Partial<Refusal> = {}) => {
  for (let i = 0; i < count; i += 1) refusals.add({ ...anonymous, ...change });
};
const trail = async () =>
  test.tenant.db
    .selectFrom('audit_entry')
    .select(['user_id', 'user_name', 'entity_type', 'entity_id', 'new'])
    .where('action', '=', 'refuse')
    .orderBy('id')
    .execute();

it('reports a burst of refused calls once in the log and in the audit trail, until it ends', async () => {
  add(15);
  add(10, { status: 429 });
  add(5, { status: 400 });
  await refusals.count();
  add(40);
  await refusals.count();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 'warn',
    address: '192.0.2.7',
    tenant: 'test',
    counts: { 400: 5, 401: 15, 403: 0, 429: 10 },
  });
  expect(await trail()).toEqual([
    {
      user_id: null,
      user_name: 'Twinward',
      entity_type: 'address',
      entity_id: '192.0.2.7',
      new: { address: '192.0.2.7', 400: 5, 401: 15, 403: 0, 429: 10 },
    },
  ]);
  await refusals.count();
  expect(refusals.size).toBe(0);
  add(20);
  await refusals.count();
  expect(await trail()).toHaveLength(2);
});

it('does not report a few refusals, and counts users separately from their addresses', async () => {
  const before = (await trail()).length;
  add(19);
  for (const userId of [1, 2]) add(15, { status: 403, user: { userId, userName: `user-${userId}` } });
  await refusals.count();
  expect(lines).toEqual([]);
  add(20, { status: 403, user: { userId: 1, userName: 'user-1' } });
  await refusals.count();
  expect(lines).toHaveLength(1);
  expect((await trail()).slice(before)).toMatchObject([
    { user_id: null, entity_type: 'user', entity_id: '1' },
  ]);
});

it('keeps a bounded number of sources, and reports when the bound was exceeded', async () => {
  for (let i = 0; i < 1500; i += 1) refusals.add({ ...anonymous, address: `address ${i}` });
  expect(refusals.size).toBe(1000);
  await refusals.count();
  expect(lines.map((line) => JSON.parse(line).count)).toEqual([500]);
  expect(refusals.size).toBe(0);
});

it('continues if the tenant does not exist', async () => {
  add(20, { databaseName: 'nowhere' });
  await refusals.count();
  expect(lines).toHaveLength(1);
});

it('logs each forbidden call of a signed-in user', async () => {
  const viewer = await makeSession(test.tenant.db, { groups: ['VIEWERS'] });
  const { user_id: userId } = await test.tenant.db
    .selectFrom('session')
    .select('user_id')
    .executeTakeFirstOrThrow();
  expect((await test.ask('POST', '/api/users/7/second-factor/reset', viewer, {})).statusCode).toBe(403);
  expect((await test.ask('POST', '/api/users/7/second-factor/reset', {}, {})).statusCode).toBe(401);
  await expect.poll(() => lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 'warn',
    userId,
    tenant: 'test',
    route: 'POST /api/users/:id/second-factor/reset',
    reqId: expect.any(String),
  });
});

it('counts rejected input of an address, and does not store the input', async () => {
  const app = fastify();
  const watched = watchRefusals(app, { tenants: test.context.tenants, log });
  app.post('/read', (_request, reply) => reply.status(400).send());
  try {
    for (let i = 0; i < 20; i += 1) {
      const payload = { databaseName: 'test', text: 'hidden' };
      await app.inject({ method: 'POST', url: '/read?text=hidden', payload, remoteAddress: '192.0.2.9' });
    }
    await watched.count();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ address: '192.0.2.9', counts: { 400: 20 } });
    const last = (await trail()).at(-1);
    expect(last).toMatchObject({ entity_type: 'address', entity_id: '192.0.2.9', new: { 400: 20 } });
    expect(JSON.stringify([lines, last])).not.toContain('hidden');
  } finally {
    await app.close();
  }
});
