import type { SavedView } from '@twinward/contracts/records/saved-view';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeUser, makeUserSession } from '../../../testing/factories.ts';

let test: TestApp;
let admin: Record<string, string>;
/** Has the type `round` assigned. */
let writer: Record<string, string>;
let viewer: Record<string, string>;
let outsider: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  admin = await makeSession(db, { isAdmin: true });
  writer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['round'] });
  viewer = await makeSession(db, { groups: ['VIEWERS'] });
  outsider = await makeSession(db);
  const field = { name: 'place', caption: 'Place', kind: 'text' };
  for (const type of [
    { name: 'round', caption: 'Round', fields: [field] },
    { name: 'secret', caption: 'Secret', fields: [field], restricted: true },
  ]) {
    expect((await test.ask('POST', '/api/recordtypes', admin, type)).statusCode).toBe(201);
  }
});
afterAll(() => test.close());

const path = '/api/views/round';
const ask = (method: Method, url: string, headers: Record<string, string>, body?: unknown) =>
  test.ask(method, url, headers, body);
let count = 0;
async function save(headers: Record<string, string>, view: object = {}): Promise<SavedView> {
  count += 1;
  const answer = await ask('POST', path, headers, {
    caption: `View ${count}`,
    parameters: { 'f.place': '=Roof', sort: '-Title' },
    ...view,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const listIds = async (headers: Record<string, string>): Promise<number[]> =>
  (await ask('GET', path, headers)).json<SavedView[]>().map(({ id }) => id);
const refusal = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
];

describe('saved views', () => {
  it('are private until they are shared', async () => {
    const view = await save(writer, { caption: ' Roofs ' });
    expect(view).toMatchObject({
      caption: 'Roofs',
      shared: false,
      mayChange: true,
      version: 1,
      parameters: { 'f.place': '=Roof', sort: '-Title' },
    });
    expect(await listIds(writer)).toContain(view.id);
    expect(await listIds(viewer)).not.toContain(view.id);
    expect(await listIds(admin)).not.toContain(view.id);

    const shared = await ask('PUT', `${path}/${view.id}`, writer, { ...view, shared: true });
    expect(shared.json()).toMatchObject({ shared: true, version: 2, mayChange: true });
    const seen = (await ask('GET', path, viewer)).json<SavedView[]>().find(({ id }) => id === view.id);
    expect(seen).toMatchObject({ caption: 'Roofs', mayChange: false, createdBy: view.createdBy });
  });

  it('are changed with their version, and deleted', async () => {
    const view = await save(viewer);
    const change = { ...view, caption: 'Changed', parameters: { search: 'Hall' } };
    expect((await ask('PUT', `${path}/${view.id}`, viewer, change)).json()).toMatchObject({
      caption: 'Changed',
      parameters: { search: 'Hall' },
      version: 2,
    });
    const late = await ask('PUT', `${path}/${view.id}`, viewer, { ...view, caption: 'Late' });
    expect([late.statusCode, late.json().current.caption]).toEqual([409, 'Changed']);
    expect((await ask('DELETE', `${path}/${view.id}`, viewer)).statusCode).toBe(204);
    expect((await ask('DELETE', `${path}/${view.id}`, viewer)).statusCode).toBe(404);
  });

  it('are shared by users who may write the type, and changed by their owner and administrators', async () => {
    const input = { caption: 'Mine', shared: true, parameters: {} };
    expect((await ask('POST', path, viewer, input)).statusCode).toBe(403);
    const own = await save(viewer);
    expect((await ask('PUT', `${path}/${own.id}`, viewer, { ...own, shared: true })).statusCode).toBe(403);

    const shared = await save(writer, { shared: true });
    const change = { ...shared, caption: 'Taken over' };
    expect((await ask('PUT', `${path}/${shared.id}`, viewer, change)).statusCode).toBe(403);
    expect((await ask('DELETE', `${path}/${shared.id}`, viewer)).statusCode).toBe(403);
    // Private views of other users are hidden from administrators.
    expect((await ask('DELETE', `${path}/${own.id}`, admin)).statusCode).toBe(404);
    const hidden = await ask('PUT', `${path}/${shared.id}`, admin, { ...shared, shared: false });
    expect(hidden.statusCode).toBe(200);
    expect(await listIds(writer)).toContain(shared.id);
    expect(await listIds(admin)).not.toContain(shared.id);
  });

  it('have unique captions per user, and among the shared views', async () => {
    const taken = { caption: 'Same', parameters: {} };
    await save(viewer, taken);
    await save(writer, taken);
    expect(refusal(await ask('POST', path, viewer, { ...taken, caption: 'SAME' }))).toEqual([
      409,
      'There is a view SAME already.',
    ]);
    await save(writer, { ...taken, shared: true });
    expect((await ask('POST', path, admin, { ...taken, shared: true })).statusCode).toBe(409);
  });

  it('of a restricted type answer 404 to users who may not read it, like an unknown type', async () => {
    for (const [headers, name] of [
      [viewer, 'secret'],
      [outsider, 'round'],
      [admin, 'nothing'],
    ] as const) {
      const url = `/api/views/${name}`;
      expect((await ask('GET', url, headers)).statusCode).toBe(404);
      const view = { caption: 'Mine', parameters: {} };
      expect((await ask('POST', url, headers, view)).statusCode).toBe(404);
    }
    const { id } = await save(writer);
    expect((await ask('DELETE', `/api/views/secret/${id}`, admin)).statusCode).toBe(404);
  });

  it('work for lists of system types', async () => {
    const url = '/api/views/asset';
    const view = { caption: 'Pumps', parameters: { search: 'pump' } };
    expect((await ask('POST', url, viewer, view)).statusCode).toBe(201);
    expect((await ask('GET', url, viewer)).json()).toMatchObject([view]);
    expect((await ask('POST', url, viewer, { ...view, shared: true })).statusCode).toBe(403);
    expect((await ask('GET', url, outsider)).statusCode).toBe(403);
  });

  it('work for named lists, with the access rules of these lists', async () => {
    const url = '/api/views/settings.users';
    const view = {
      caption: 'Enabled',
      shared: true,
      parameters: { state: 'enabled', columns: 'own.userName' },
    };
    const security = await makeSession(test.tenant.db, { groups: ['SECURITY_ADMINISTRATORS'] });
    const made = await ask('POST', url, security, view);
    expect(made.statusCode, made.body).toBe(201);
    expect((await ask('GET', url, admin)).json()).toMatchObject([view]);
    // Captions are unique per list.
    expect((await ask('POST', '/api/views/settings.groups', security, view)).statusCode).toBe(201);
    expect((await ask('POST', url, admin, view)).statusCode).toBe(409);
    expect((await ask('GET', url, viewer)).statusCode).toBe(403);
    expect((await ask('POST', url, viewer, { ...view, shared: false })).statusCode).toBe(403);
    const { id } = made.json<SavedView>();
    expect((await ask('DELETE', `/api/views/settings.groups/${id}`, admin)).statusCode).toBe(404);
    expect((await ask('DELETE', `${url}/${id}`, security)).statusCode).toBe(204);

    // All signed-in users read them; users who may write queries share them.
    const queries = '/api/views/tools.queries';
    expect((await ask('POST', queries, outsider, { ...view, shared: false })).statusCode).toBe(201);
    expect((await ask('POST', queries, outsider, { ...view, caption: 'All' })).statusCode).toBe(403);
    expect((await ask('GET', '/api/views/settings.nothing', admin)).statusCode).toBe(404);
  });

  it('treat hostile captions and parameters as text, and refuse values that are too long', async () => {
    const caption = `"'; drop table saved_view; -- <b>\u202Eabc`;
    const parameters = { constructor: '__proto__', 'f."place"': "' or 1=1" };
    expect(await save(viewer, { caption, parameters })).toMatchObject({ caption, parameters });
    for (const view of [
      { caption: '', parameters: {} },
      { caption: 'a'.repeat(101), parameters: {} },
      { caption: 'Long', parameters: { search: 'a'.repeat(1001) } },
      { caption: 'Many', parameters: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [i, 'a'])) },
      { caption: 'Number', parameters: { search: 1 } },
    ]) {
      expect((await ask('POST', path, viewer, view)).statusCode).toBe(400);
    }
    expect((await ask('GET', path, {})).statusCode).toBe(401);
  });

  it('are limited to 100 per user', async () => {
    const userId = await makeUser(test.tenant.db, { groups: ['VIEWERS'] });
    const captions = Array.from({ length: 100 }, (_, i) => `Many ${i}`);
    const type = await test.tenant.db
      .selectFrom('record_type')
      .select('id')
      .where('name', '=', 'round')
      .executeTakeFirstOrThrow();
    await test.tenant.db
      .insertInto('saved_view')
      .values(
        captions.map((caption) => ({
          type_id: type.id,
          caption,
          parameters: '{}',
          private_to: userId,
          created_by: userId,
        })),
      )
      .execute();
    const headers = await makeUserSession(test.tenant.db, userId);
    expect(refusal(await ask('POST', path, headers, { caption: 'More', parameters: {} }))).toEqual([
      409,
      'At most 100 views of a list can be saved.',
    ]);
  });

  it('of a deleted user are deleted unless they are shared', async () => {
    const { db } = test.tenant;
    const userId = await makeUser(db, { groups: ['VIEWERS'], recordTypes: ['round'] });
    const headers = await makeUserSession(db, userId);
    const own = await save(headers);
    const shared = await save(headers, { shared: true });
    await db.deleteFrom('app_user').where('id', '=', userId).execute();
    const left = await db
      .selectFrom('saved_view')
      .select(['id', 'created_by'])
      .where('id', 'in', [own.id, shared.id])
      .execute();
    expect(left).toEqual([{ id: shared.id, created_by: null }]);
    expect((await ask('DELETE', `${path}/${shared.id}`, admin)).statusCode).toBe(204);
  });
});
