import type { FurtherResult } from '@twinward/contracts/questions/further-search';
import { searchFilters } from '@twinward/domain/search/filters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeProtection,
  makeServiceAccount,
  makeSession,
  makeTag,
  makeTwin,
  makeUser,
  makeUserSession,
  makeViewerSession,
} from '../../../testing/factories.ts';

let test: TestApp;
let admin: Record<string, string>;
let viewer: Record<string, string>;
const ids = { twin: 0, workTag: 0 };

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  admin = await makeSession(db, { isAdmin: true });
  viewer = await makeViewerSession(db);
  const assetId = await makeAsset(db, { assetName: 'Feed pump', uniqueId: 'P-1' });
  ids.workTag = await makeTag(db, { name: 'P1.WORK', type: 'work', assetIds: [assetId] });
  ids.twin = await makeTwin(db, {
    assetId,
    aliases: [
      { name: 'Temperature', type: 'data_point', mappedTagId: await makeTag(db, { assetIds: [assetId] }) },
      { name: 'Work', type: 'work', mappedTagId: ids.workTag },
    ],
  });
});
afterAll(() => test.close());

async function ask(url: string, body: unknown, headers = admin): Promise<unknown> {
  const answer = await test.ask('POST', url, headers, body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
}

/** Returns the kind and name of each result for a text. */
async function search(text: string, headers = admin, ofEach = 5): Promise<string[]> {
  const found = (await searchAll(text, headers, ofEach)).map(({ kind, name }) => `${kind} ${name}`);
  return found;
}

async function searchAll(text: string, headers = admin, ofEach = 5): Promise<FurtherResult[]> {
  const parsed = searchFilters(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return (await ask('/api/search/further', { filters: parsed.filters, ofEach }, headers)) as FurtherResult[];
}

interface Made {
  id: number;
}

const definition = {
  source: { kind: 'records', type: 'twin' },
  columns: [{ kind: 'field', key: 'twin', path: 'asset', caption: 'Asset' }],
};

describe('a search of further kinds', () => {
  it('finds each kind by its names, with the key of its page', async () => {
    const { db } = test.tenant;
    const protectionId = await makeProtection(db, { twinId: ids.twin, name: 'Quokka hot' });
    const advisory = (await ask('/api/advisories', { twinId: ids.twin, name: 'Quokka leak' })) as Made;
    const mode = (await ask('/api/failure-modes', { twinId: ids.twin, name: 'Quokka seal' })) as {
      id: number;
    };
    const work = (await ask('/api/work', {
      tagId: ids.workTag,
      name: 'Oil',
      number: 'quokka-7',
      kind: 'other',
    })) as Made;
    const query = (await ask('/api/queries', {
      name: 'All quokkas',
      description: 'By size',
      folder: '',
      sharing: 'private',
      definition,
    })) as Made;
    const webhook = (await ask('/api/webhooks', {
      name: 'Quokka hook',
      url: 'https://receiver.plant.example/hook',
      events: ['level.changed'],
    })) as Made;
    await ask('/api/recordtypes', { name: 'quokka_round', caption: 'Round' });
    await ask('/api/lists', { name: 'QUOKKA_CAUSES', description: 'Why', kind: 'simple' });
    await ask('/api/groups', { name: 'QUOKKA', caption: 'Night shift', description: 'Of the zoo' });
    await db
      .updateTable('app_user')
      .set({ user_name: 'm.sand', first_name: 'Mia', last_name: 'Quokka' })
      .where('id', '=', await makeUser(db))
      .execute();
    await makeServiceAccount(db, { groups: [], recordTypes: [], scopes: [] });
    await db
      .updateTable('app_user')
      .set({ user_name: 'quokka.feed' })
      .where('is_service', '=', true)
      .execute();
    const ofTwin = { detail: 'Feed pump', twinId: ids.twin };
    const shared = { twinId: null };
    expect(await searchAll('quokka')).toEqual([
      { kind: 'protection', key: String(protectionId), name: 'Quokka hot', ...ofTwin },
      { kind: 'advisory', key: String(advisory.id), name: 'Quokka leak', ...ofTwin },
      { kind: 'failure-mode', key: String(mode.id), name: 'Quokka seal', ...ofTwin },
      { kind: 'work', key: String(work.id), name: 'Oil', detail: 'quokka-7, Feed pump', twinId: ids.twin },
      { kind: 'query', key: String(query.id), name: 'All quokkas', detail: 'By size', ...shared },
      {
        kind: 'webhook',
        key: String(webhook.id),
        name: 'Quokka hook',
        detail: 'https://receiver.plant.example/hook',
        ...shared,
      },
      { kind: 'record-type', key: 'quokka_round', name: 'Round', detail: '', ...shared },
      { kind: 'list', key: 'QUOKKA_CAUSES', name: 'QUOKKA_CAUSES', detail: 'Why', ...shared },
      { kind: 'user', key: 'm.sand', name: 'm.sand', detail: 'Mia Quokka', ...shared },
      { kind: 'group', key: 'QUOKKA', name: 'Night shift', detail: 'Of the zoo', ...shared },
      { kind: 'service-account', key: 'quokka.feed', name: 'quokka.feed', detail: '', ...shared },
    ]);
  });

  it('ranks names first that equal or start with the text, limited per kind', async () => {
    for (const name of ['An emu', 'Emu two', 'Emu', 'Big emu', 'emu one'])
      await makeProtection(test.tenant.db, { twinId: ids.twin, name });
    const emus = ['Emu', 'emu one', 'Emu two', 'An emu', 'Big emu'].map((name) => `protection ${name}`);
    expect(await search('emu')).toEqual(emus);
    expect(await search('emu', admin, 2)).toEqual(emus.slice(0, 2));
    expect(await search('two OR big')).toEqual(['protection Big emu', 'protection Emu two']);
    expect(await search('emu one')).toEqual(['protection emu one']);
    expect(await search('e%u')).toEqual([]);
  });

  it('returns only the kinds that the caller may open', async () => {
    const { db } = test.tenant;
    for (const name of ['Wombat one', 'Wombat two']) await makeProtection(db, { twinId: ids.twin, name });
    await ask('/api/groups', { name: 'WOMBAT', caption: 'Wombat', description: '' });
    const security = await makeSession(db, { groups: ['SECURITY_ADMINISTRATORS'] });
    const protections = ['protection Wombat one', 'protection Wombat two'];
    expect(await search('wombat', admin)).toEqual([...protections, 'group Wombat']);
    expect(await search('wombat', viewer)).toEqual(protections);
    expect(await search('wombat', security)).toEqual(['group Wombat']);
    expect(await search('wombat', await makeSession(db))).toEqual([]);
  });

  it('finds no private query of another user', async () => {
    const { db } = test.tenant;
    const [mine, theirs] = [
      await makeUser(db, { groups: ['VIEWERS', 'DASHBOARD_MANAGERS'] }),
      await makeUser(db, { groups: ['VIEWERS', 'DASHBOARD_MANAGERS'] }),
    ];
    const body = {
      name: 'Platypus',
      description: '',
      folder: '',
      sharing: 'private',
      definition,
    };
    await ask('/api/queries', body, await makeUserSession(db, mine));
    expect(await search('platypus', await makeUserSession(db, mine))).toEqual(['query Platypus']);
    expect(await search('platypus', await makeUserSession(db, theirs))).toEqual([]);
  });

  it('does not find work of a tag that no twin uses', async () => {
    const tagId = await makeTag(test.tenant.db, { type: 'work' });
    await ask('/api/work', { tagId, name: 'Echidna', kind: 'other' });
    expect(await search('echidna')).toEqual([]);
  });

  it.each([
    [{ filters: [] }, 'filters', 'Must specify at least one word to search.'],
    [
      { filters: [{ field: 'Name', operator: 'Contains', value: 'a' }] },
      'filters.0.field',
      "There is no field 'Name'. The fields are SearchText.",
    ],
    [
      { filters: [{ field: 'SearchText', operator: 'Contains', value: 'a' }], ofEach: 51 },
      'ofEach',
      expect.any(String),
    ],
  ])('rejects %j', async (body, path, message) => {
    const answer = await test.ask('POST', '/api/search/further', viewer, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([expect.objectContaining({ path, message })]);
  });

  it('requires a session', async () => {
    const filters = [{ field: 'SearchText', operator: 'Contains', value: 'a' }];
    expect((await test.ask('POST', '/api/search/further', {}, { filters })).statusCode).toBe(401);
  });
});
