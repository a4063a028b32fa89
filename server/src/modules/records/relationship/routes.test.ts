import type { Relationship } from '@twinward/contracts/records/relationship';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeViewerSession } from '../../../testing/factories.ts';

let test: TestApp;
let admin: Record<string, string>;
let extender: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  admin = await makeSession(test.tenant.db, { isAdmin: true });
  extender = await makeSession(test.tenant.db, { groups: ['EXTENSIBILITY_ADMINISTRATORS'] });
});
afterAll(() => test.close());

const path = '/api/relationships';
const ask = (method: Method, url: string, body?: unknown, headers = admin) =>
  test.ask(method, url, headers, body);
const fields = {
  caption: 'Feeds',
  fromType: 'asset',
  toType: 'asset',
  cardinality: 'many-many',
  fromCaption: 'Feeds',
  toCaption: 'Fed by',
};
let count = 0;
async function make(more: object = {}): Promise<Relationship> {
  count += 1;
  const answer = await ask('POST', path, { ...fields, name: `feeds-${count}`, ...more });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const toChange = ({ name, fromType, toType, standard, linkCount, structures, ...rest }: Relationship) => rest;

describe('relationships', () => {
  it('are created, listed, changed and deleted, each in the audit trail', async () => {
    const made = await make({ description: 'Pipes', fromOnDelete: 'block' });
    expect(made).toEqual({
      ...fields,
      name: made.name,
      description: 'Pipes',
      fromOnDelete: 'block',
      toOnDelete: 'unlink',
      standard: false,
      linkCount: 0,
      structures: [],
      version: 1,
    });
    const list = await ask('POST', `${path}/filters`, {
      filters: [{ field: 'Name', operator: 'EqualTo', value: made.name }],
    });
    expect(list.json()).toEqual([made]);
    const changed = await ask('PUT', `${path}/${made.name}`, { ...toChange(made), caption: 'Supplies' });
    expect(changed.json()).toEqual({ ...made, caption: 'Supplies', version: 2 });
    expect((await ask('DELETE', `${path}/${made.name}`)).statusCode).toBe(204);
    expect((await ask('GET', `${path}/${made.name}`)).statusCode).toBe(404);
    const trail = await ask('POST', '/api/audit/filters', {
      filters: [{ field: 'EntityId', operator: 'EqualTo', value: made.name }],
    });
    expect(trail.json().map(({ action, old }: { action: string; old: object }) => [action, old])).toEqual([
      ['delete', expect.objectContaining({ caption: 'Supplies', fromType: 'asset' })],
      ['update', { caption: 'Feeds' }],
      ['create', null],
    ]);
  });

  it('include the location of assets, which cannot change', async () => {
    const standard = (await ask('GET', `${path}/asset-location`)).json<Relationship>();
    expect(standard).toMatchObject({ cardinality: 'one-many', standard: true, structures: ['Location'] });
    const changed = await ask('PUT', `${path}/asset-location`, toChange(standard));
    expect([changed.statusCode, changed.json().message]).toEqual([
      409,
      'The product’s own relationships can’t be changed.',
    ]);
    expect((await ask('DELETE', `${path}/asset-location`)).statusCode).toBe(409);
  });

  it.each([
    [
      { name: 'a b' },
      'name: Please enter a valid identifier. Characters "A-Z", "0-9", "_", and "-" are allowed.',
    ],
    [{ fromType: 'ship' }, "fromType: There is no record type 'ship'."],
    [{ toType: '__proto__' }, "toType: There is no record type '__proto__'."],
    [{ fromType: 'ASSET' }, "fromType: There is no record type 'ASSET'."],
    [{ cardinality: 'many-one' }, 'cardinality: Please choose one-one, one-many or many-many.'],
    [{ fromOnDelete: 'cascade' }, 'fromOnDelete: Please choose block or unlink.'],
    [{ fromCaption: '' }, 'fromCaption: Required.'],
    [{ caption: 'x'.repeat(10_000) }, 'caption: 9900 characters over maximum length of 100.'],
  ])('refuse %j', async (wrong, message) => {
    const answer = await ask('POST', path, { ...fields, name: 'wrong', ...wrong });
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
  });

  it.each(['"; drop table relationship; --', '<script>alert(1)</script>', '\u202Eevil', "O'Brien"])(
    'keep the caption %j as text',
    async (caption) => {
      const made = await make({ caption, fromCaption: caption });
      expect(await ask('GET', `${path}/${made.name}`).then((answer) => answer.json())).toEqual(made);
      expect(made.caption).toBe(caption);
    },
  );

  it('refuse a name in use, ignoring case', async () => {
    const { name } = await make();
    const taken = await ask('POST', path, { ...fields, name: name.toUpperCase() });
    expect([taken.statusCode, taken.json().message]).toEqual([
      409,
      `There is a relationship of the name ${name.toUpperCase()} already.`,
    ]);
  });

  it('answer a change of an outdated version with the current relationship', async () => {
    const made = await make();
    await ask('PUT', `${path}/${made.name}`, { ...toChange(made), caption: 'Second' });
    const late = await ask('PUT', `${path}/${made.name}`, { ...toChange(made), caption: 'Third' });
    expect(late.statusCode).toBe(409);
    expect(late.json().current).toMatchObject({ caption: 'Second', version: 2 });
  });

  it('refuse a cardinality that existing links exceed, and deletion while links exist', async () => {
    const { db } = test.tenant;
    const made = await make();
    const [first, second, to] = [
      await makeAsset(db),
      await makeAsset(db),
      await makeAsset(db, { assetName: 'Tank 1' }),
    ];
    const links = [first, second].map((fromId) => ({ fromId, toId: to }));
    expect((await ask('POST', '/api/links', { relationship: made.name, links })).statusCode).toBe(201);
    const narrower = await ask('PUT', `${path}/${made.name}`, { ...toChange(made), cardinality: 'one-many' });
    expect([narrower.statusCode, narrower.json().message]).toEqual([
      409,
      'Tank 1 has 2 links by “Fed by”. Please unlink all but one first.',
    ]);
    const deleted = await ask('DELETE', `${path}/${made.name}`);
    expect(deleted.json().message).toBe('Feeds has 2 links. Please unlink the records first.');
  });

  it('keep their cardinality during concurrent links', async () => {
    const { db } = test.tenant;
    const made = await make();
    const to = await makeAsset(db);
    await ask('POST', '/api/links', {
      relationship: made.name,
      links: [{ fromId: await makeAsset(db), toId: to }],
    });
    const other = await makeAsset(db);
    const [narrowed, linked] = await Promise.all([
      ask('PUT', `${path}/${made.name}`, { ...toChange(made), cardinality: 'one-many' }),
      ask('POST', '/api/links', { relationship: made.name, links: [{ fromId: other, toId: to }] }),
    ]);
    expect([
      [200, 409],
      [409, 201],
    ]).toContainEqual([narrowed.statusCode, linked.statusCode]);
    const { cardinality, linkCount } = (await ask('GET', `${path}/${made.name}`)).json<Relationship>();
    expect([`${cardinality} ${linkCount}`]).toEqual([
      narrowed.statusCode === 200 ? 'one-many 1' : 'many-many 2',
    ]);
  });

  it('answer 401, 403 and 404', async () => {
    const viewer = await makeViewerSession(test.tenant.db);
    expect((await ask('POST', `${path}/filters`, {}, {})).statusCode).toBe(401);
    expect((await ask('POST', `${path}/filters`, {}, viewer)).statusCode).toBe(403);
    expect((await ask('POST', `${path}/filters`, {}, extender)).statusCode).toBe(200);
    expect(
      (await ask('PUT', `${path}/nothing`, { ...fields, version: 1, fromType: undefined, toType: undefined }))
        .statusCode,
    ).toBe(404);
    expect((await ask('DELETE', `${path}/nothing`)).statusCode).toBe(404);
    const filters = [{ field: 'Links', operator: 'IsNull' }];
    expect((await ask('POST', `${path}/filters`, { filters })).statusCode).toBe(400);
  });
});
