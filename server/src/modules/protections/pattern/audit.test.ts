import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeUser, makeUserSession } from '../../../testing/factories.ts';
import { makePump, patternTime, runTraining } from '../../../testing/patterns.ts';

let server: TestApp;

beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

it('the audit trail records trainings, watches, cancellations, judgements and new versions', async () => {
  const { db } = server.tenant;
  const writerId = await makeUser(db, { groups: ['VIEWERS'], recordTypes: ['protection', 'twin'] });
  const writer = await makeUserSession(db, writerId);
  const viewerId = await makeUser(db, { groups: ['VIEWERS'] });
  const viewer = await makeUserSession(db, viewerId);
  const pump = await makePump(server, writer);
  const { id, patterns } = pump.set;
  const ask = async (
    method: 'POST' | 'PUT' | 'DELETE',
    rest: string,
    headers: Record<string, string>,
    body?: object,
  ) => {
    const answer = await server.ask(method, `/api/indicator-patterns/${id}${rest}`, headers, body);
    expect(answer.statusCode).toBeLessThan(300);
  };
  await ask('POST', '/train', writer);
  await ask('PUT', '/train/notify', viewer);
  await ask('DELETE', '/train/notify', viewer);
  // There is nothing left to withdraw, and nothing is recorded.
  await ask('DELETE', '/train/notify', viewer);
  await ask('POST', '/train/cancel', writer);
  await runTraining(server.tenant, id);
  await ask('POST', '/train', writer);
  await runTraining(server.tenant, id);
  const range = { start: patternTime(900), end: patternTime(910) };
  const judgement = { ...range, answerId: patterns[1]!.id, verdict: 'wrong', patternId: patterns[2]!.id };
  await ask('POST', '/feedback', writer, judgement);
  await ask('POST', '/train', writer);
  await runTraining(server.tenant, id);
  const entries = await db
    .selectFrom('audit_entry')
    .select(['user_id', 'user_name', 'action', 'entity_name', 'new'])
    .where('entity_type', '=', 'indicator-pattern')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();
  const [created, ...updated] = entries;
  expect(created).toMatchObject({ action: 'create', user_id: writerId });
  for (const { action, entity_name } of updated) expect([action, entity_name]).toEqual(['update', 'Pump']);
  expect(updated.map(({ user_id, new: now }) => [user_id, now])).toEqual([
    [writerId, { training: 'started' }],
    [viewerId, { training: 'watched' }],
    [viewerId, { training: 'no longer watched' }],
    [writerId, { training: 'canceled' }],
    [writerId, { training: 'started' }],
    // Done by the product, without a user.
    [null, { trainedVersion: 1, versionInService: 1 }],
    [writerId, { judgement: { ...range, answer: 'Leak', verdict: 'wrong', pattern: 'Wear' } }],
    [writerId, { training: 'started' }],
    [null, { trainedVersion: 2 }],
  ]);
  expect(updated.find(({ user_id }) => user_id === null)!.user_name).toBe('Twinward');
});
