import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeTag, makeTwin } from '../../../testing/factories.ts';

let server: TestApp;
let writer: Record<string, string>;
let twinId: number;
let alias: number;
/** Records of another twin. */
let foreign: { alias: number; mode: number; activity: number };

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  writer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['protection', 'twin', 'tag'] });
  const make = async (): Promise<[number, number]> => {
    const aliases = [{ name: 'Flow', type: 'data_point' as const, mappedTagId: await makeTag(db) }];
    const id = await makeTwin(db, { aliases });
    const row = db.selectFrom('tag_alias').select('id').where('twin_id', '=', id);
    return [id, (await row.executeTakeFirstOrThrow()).id];
  };
  [twinId, alias] = await make();
  const [other, otherAlias] = await make();
  const mode = await ask('POST', '/api/failure-modes', { twinId: other, name: 'Leaks' });
  const activity = await ask('POST', '/api/activities', { twinId: other, name: 'Inspect' });
  foreign = { alias: otherAlias, mode: mode.json().id, activity: activity.json().id };
});
afterAll(() => server.close());

const ask = (method: 'POST' | 'PUT', url: string, body: unknown) =>
  server.ask(method, url, writer, body as object);
const logic = '[Flow] > 1';
const withAction = (action: object) => ({ thresholds: [{ name: 'High', logic, actions: [action] }] });

type Case = [what: string, body: () => object, path: string, message: string];
const cases: Case[] = [
  [
    'an input of another twin',
    () => ({ tagAliasIds: [foreign.alias] }),
    'tagAliasIds.0',
    'Could not find a tag, activity, failure mode or input',
  ],
  [
    'settings of one',
    () => ({ aliases: [{ tagAliasId: foreign.alias, expectedInterval: 'P1D' }] }),
    'aliases.0.tagAliasId',
    'Could not find a tag, activity, failure mode or input',
  ],
  [
    'settings twice',
    () => ({ aliases: [{ tagAliasId: alias }, { tagAliasId: alias }] }),
    'aliases',
    'Please enter a unique value.',
  ],
  [
    'a failure mode of one',
    () => ({ failureModeIds: [foreign.mode] }),
    'failureModeIds.0',
    'Could not find a tag, activity, failure mode or input',
  ],
  [
    'one in an action',
    () => withAction({ type: 'advisory', failureModeIds: [foreign.mode] }),
    'thresholds.0.actions.0.failureModeIds.0',
    'Could not find a tag, activity, failure mode or input',
  ],
  [
    'an activity of one in an action',
    () => withAction({ type: 'advisory', activityId: foreign.activity }),
    'thresholds.0.actions.0.activityId',
    'Could not find a tag, activity, failure mode or input',
  ],
  [
    'nobody to notify',
    () => withAction({ type: 'notify', who: [{ type: 'user', id: 999_999 }] }),
    'thresholds.0.actions.0.who.0',
    'There is no user 999999.',
  ],
  [
    'no such group',
    () => withAction({ type: 'notify', who: [{ type: 'group', id: 'Ghosts' }] }),
    'thresholds.0.actions.0.who.0',
    'There is no group Ghosts.',
  ],
  [
    'an address with a line of its own',
    () => withAction({ type: 'notify', who: [{ type: 'email', value: 'a@b\r\nBcc: c@d' }] }),
    'thresholds.0.actions.0.who.0',
    'Please enter a valid e-mail address.',
  ],
  [
    'two addresses in one',
    () => withAction({ type: 'notify', who: [{ type: 'email', value: 'a@b,c@d' }] }),
    'thresholds.0.actions.0.who.0',
    'Please enter a valid e-mail address.',
  ],
  [
    'no address',
    () => withAction({ type: 'notify', who: [{ type: 'email', value: '' }] }),
    'thresholds.0.actions.0.who.0',
    'Required.',
  ],
  [
    'an endless address',
    () => withAction({ type: 'notify', who: [{ type: 'email', value: `a@${'b'.repeat(500_000)}` }] }),
    'thresholds.0.actions.0.who.0',
    'characters over maximum length of 200.',
  ],
  [
    'no such reviewers',
    () => withAction({ type: 'advisory', reviewerGroupIds: ['Ghosts'] }),
    'thresholds.0.actions.0.reviewerGroupIds.0',
    'There is no group Ghosts.',
  ],
  [
    'deep nesting',
    () => ({ thresholds: [{ name: 'High', logic: `${'('.repeat(4000)}[Flow] > 1${')'.repeat(4000)}` }] }),
    'thresholds.0.logic',
    '',
  ],
  [
    'endless logic',
    () => ({ thresholds: [{ name: 'High', logic: '[Flow] > 1 or '.repeat(10_000) }] }),
    'thresholds.0.logic',
    'characters over maximum length',
  ],
  ['an id beyond all', () => ({ failureModeIds: [2 ** 40] }), 'failureModeIds.0', ''],
  ['a level of no number', () => ({ defaultLevel: '5' }), 'defaultLevel', 'Please enter a number'],
  ['an unknown field', () => ({ levels: [] }), '', ''],
  [
    'a number of months that has no fraction',
    () => ({ aliases: [{ tagAliasId: alias, expectedInterval: 'P1.5M' }] }),
    'aliases.0.expectedInterval',
    '',
  ],
  [
    'an interval of a millisecond',
    () => ({ aliases: [{ tagAliasId: alias, expectedInterval: 'PT0.001S', schedule: 'fixed' }] }),
    'aliases.0.expectedInterval',
    'Please give at least 1 second.',
  ],
  [
    'an interval beyond the calendar',
    () => ({ aliases: [{ tagAliasId: alias, expectedInterval: 'P999999999Y' }] }),
    'aliases.0.expectedInterval',
    'Please give at most 1,000 years.',
  ],
  [
    'a tolerance beyond the calendar',
    () => ({ aliases: [{ tagAliasId: alias, expectedInterval: 'P1D', tolerance: 'P1001Y' }] }),
    'aliases.0.tolerance',
    'Please give at most 1,000 years.',
  ],
];

test.each(cases)('%s is rejected at its path, and nothing is stored', async (_, body, path, message) => {
  const { db } = server.tenant;
  const count = async () => (await db.selectFrom('protection').select('id').execute()).length;
  const before = await count();
  const response = await ask('POST', '/api/indicators', [{ twinId, name: 'Attack', ...body() }]);
  expect(response.statusCode).toBe(400);
  const [error] = response.json().errors ?? [{ path: '', message: response.json().message }];
  expect(error.path.replace(/^0\.?/, '')).toBe(path);
  expect(error.message).toContain(message);
  expect(await count()).toBe(before);
});

test('a rejected update leaves the protection unchanged', async () => {
  const made = (
    await ask('POST', '/api/indicators', [{ twinId, name: 'Kept', thresholds: [{ name: 'High', logic }] }])
  ).json()[0];
  const change = {
    name: 'Changed',
    version: 1,
    thresholds: [
      { name: 'Other', logic },
      { name: 'Wrong', logic: '[Flaw] > 1' },
    ],
  };
  expect((await ask('PUT', `/api/indicators/${made.id}`, change)).statusCode).toBe(400);
  const again = { ...change, thresholds: [{ name: 'Other', logic }], failureModeIds: [foreign.mode] };
  expect((await ask('PUT', `/api/indicators/${made.id}`, again)).statusCode).toBe(400);
  const now = await server.ask('GET', `/api/indicators/${made.id}`, writer);
  expect(now.json()).toMatchObject({ name: 'Kept', version: 1, thresholds: made.thresholds });
});
