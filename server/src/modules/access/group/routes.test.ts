import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeUser, makeViewerSession } from '../../../testing/factories.ts';

let test: TestApp;
let security: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  security = await makeSession(test.tenant.db, { groups: ['SECURITY_ADMINISTRATORS'] });
});
afterAll(() => test.close());

const call = (method: Method, url: string, body?: unknown, headers = security) =>
  test.ask(method, url, headers, body);

describe('groups', () => {
  it('include the built-in groups and added ones', async () => {
    const list = await call('POST', '/api/groups/filters', {
      filters: [{ field: 'Standard', operator: 'EqualTo', value: true }],
    });
    expect(list.json()).toHaveLength(7);
    const userId = await makeUser(test.tenant.db);
    const fields = {
      name: 'Shift-A',
      caption: 'Shift A',
      description: 'By day',
      assignedRecordTypes: ['tag', 'twin'],
      userIds: [userId],
    };
    const added = await call('POST', '/api/groups', fields);
    expect(added.statusCode).toBe(201);
    expect(added.json()).toEqual({ ...fields, standard: false, userCount: 1 });
    expect((await call('GET', '/api/groups/Shift-A')).json()).toEqual(added.json());
    expect((await call('GET', `/api/users/${userId}`)).json()).toMatchObject({
      assignedGroups: ['Shift-A'],
      assignedRecordTypes: ['tag', 'twin'],
      directRecordTypes: [],
    });
    const changed = await call('PUT', '/api/groups/Shift-A', { assignedRecordTypes: ['work'], userIds: [] });
    expect(changed.json()).toEqual({
      ...fields,
      assignedRecordTypes: ['work'],
      userIds: [],
      standard: false,
      userCount: 0,
    });
    expect((await call('DELETE', '/api/groups/Shift-A')).statusCode).toBe(204);
    expect((await call('GET', '/api/groups/Shift-A')).statusCode).toBe(404);
    const trail = await call('POST', '/api/audit/filters', {
      filters: [{ field: 'EntityId', operator: 'EqualTo', value: 'Shift-A' }],
    });
    expect(trail.json().map((entry: { action: string }) => entry.action)).toEqual([
      'delete',
      'update',
      'create',
    ]);
  });

  it('grant and revoke permissions at once', async () => {
    const { db } = test.tenant;
    const session = await makeSession(db);
    const { id } = await db
      .selectFrom('app_user')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    const twins = () => call('POST', '/api/twins/filters', {}, session);
    expect((await twins()).statusCode).toBe(403);
    await call('PUT', '/api/groups/VIEWERS', { userIds: [id] });
    expect((await twins()).statusCode).toBe(200);
    await call('PUT', '/api/groups/VIEWERS', { userIds: [] });
    expect((await twins()).statusCode).toBe(403);
  });

  it.each([
    [
      { name: 'a b' },
      'name: Please enter a valid identifier. Characters "A-Z", "0-9", "_", and "-" are allowed.',
    ],
    [{ name: 'a', caption: 'x'.repeat(101) }, 'caption: 1 characters over maximum length of 100.'],
    [{ name: 'a', assignedRecordTypes: ['ship'] }, "assignedRecordTypes: There is no record type 'ship'."],
    [{ name: 'a', userIds: [999_999] }, 'userIds: There is no user 999999.'],
    [{ name: 'a', standard: true }, 'There is no field standard.'],
  ])('reject %j', async (body, message) => {
    const answer = await call('POST', '/api/groups', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe(message);
  });

  it('reject a name in use, and the deletion of a built-in group', async () => {
    const taken = await call('POST', '/api/groups', { name: 'viewers' });
    expect(taken.statusCode).toBe(409);
    expect(taken.json().message).toBe('A group with that name already exists.');
    const standard = await call('DELETE', '/api/groups/VIEWERS');
    expect(standard.statusCode).toBe(409);
    expect(standard.json().message).toBe('The product’s own groups can’t be deleted.');
  });

  it('can be changed while they are deleted concurrently', async () => {
    await call('POST', '/api/groups', { name: 'Shift-B' });
    const userId = await makeUser(test.tenant.db);
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].flatMap(() => [
        call('PUT', '/api/groups/Shift-B', { userIds: [userId] }),
        call('DELETE', '/api/groups/Shift-B'),
      ]),
    );
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
  });

  it('answer 400, 401, 403 and 404', async () => {
    const viewer = await makeViewerSession(test.tenant.db);
    for (const [method, url] of [
      ['POST', '/api/groups/filters'],
      ['GET', '/api/groups/VIEWERS'],
      ['POST', '/api/groups'],
      ['PUT', '/api/groups/VIEWERS'],
      ['DELETE', '/api/groups/VIEWERS'],
    ] as const) {
      expect((await call(method, url, undefined, {})).statusCode).toBe(401);
      expect((await call(method, url, undefined, viewer)).statusCode).toBe(403);
    }
    expect((await call('PUT', '/api/groups/NOBODY', {})).statusCode).toBe(404);
    expect((await call('DELETE', '/api/groups/NOBODY')).statusCode).toBe(404);
    const filters = [{ field: 'Members', operator: 'IsNull' }];
    expect((await call('POST', '/api/groups/filters', { filters })).statusCode).toBe(400);
  });
});
