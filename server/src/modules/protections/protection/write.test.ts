import type { NewProtection, Protection } from '@twinward/contracts/protections/protection';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeExcursion,
  makeSession,
  makeTag,
  makeTwin,
  makeUser,
} from '../../../testing/factories.ts';

let server: TestApp;
let writer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['protection'] });
});
afterAll(() => server.close());

interface Machine {
  twinId: number;
  /** By name. */
  aliases: Record<string, number>;
  flow: number;
}

async function makeMachine(): Promise<Machine> {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const flow = await makeTag(db, { assetIds: [assetId], unit: 'm3/h' });
  const twinId = await makeTwin(db, {
    assetId,
    startDate: new Date('2024-01-01T00:00:00.000Z'),
    aliases: [
      { name: 'Flow', type: 'data_point', mappedTagId: flow },
      { name: 'Hours', type: 'data_point', mappedTagId: await makeTag(db, { assetIds: [assetId] }) },
      {
        name: 'Service',
        type: 'work',
        mappedTagId: await makeTag(db, { assetIds: [assetId], type: 'work' }),
      },
    ],
  });
  const rows = await db
    .selectFrom('tag_alias')
    .select(['id', 'name'])
    .where('twin_id', '=', twinId)
    .execute();
  return { twinId, flow, aliases: Object.fromEntries(rows.map(({ id, name }) => [name, id])) };
}

type Sent<T> = { [K in keyof T]?: unknown };

const post = (protection: Sent<NewProtection>, headers = writer) =>
  server.ask('POST', '/api/indicators', headers, [protection]);
const put = (id: number, change: object, headers = writer) =>
  server.ask('PUT', `/api/indicators/${id}`, headers, change);

async function make(protection: Sent<NewProtection>): Promise<Protection> {
  const response = await post(protection);
  expect(response.json()).toEqual([expect.objectContaining({ id: expect.any(Number) })]);
  return response.json()[0];
}

/** Returns a protection in the form of an update, with a change. */
function toChange(protection: Protection, change: object): object {
  const { name, description, type, active, defaultLevel, startDate, thresholds, failureModeIds, version } =
    protection;
  const aliases = protection.aliases.map(
    ({ alias: _, type: __, tagId: ___, tagName: ____, unit: _____, ...own }) => own,
  );
  return {
    name,
    description,
    type,
    active,
    defaultLevel,
    startDate,
    thresholds,
    aliases,
    failureModeIds,
    version,
    ...change,
  };
}

const isDue = async (id: number) =>
  (await server.tenant.db
    .selectFrom('evaluation_due')
    .select('since')
    .where('protection_id', '=', id)
    .executeTakeFirst()) !== undefined;

const forgetDue = (id: number) =>
  server.tenant.db.deleteFrom('evaluation_due').where('protection_id', '=', id).execute();

describe('a new protection', () => {
  test('is inactive, at level 0, and reads the inputs that its logic refers to', async () => {
    const { twinId, aliases, flow } = await makeMachine();
    const response = await post({
      twinId,
      name: 'Blocked',
      thresholds: [
        { name: 'Low', alias: 'low', logic: '[Flow] < 10', level: 250, deadband: 0.5, onDelay: 60_000 },
        { name: 'Often', logic: 'EXCURSIONCOUNT("low", #1d) > 3', level: null, logExcursion: false },
      ],
    });
    expect(response.statusCode).toBe(201);
    const [made] = response.json() as [Protection];
    expect(made).toMatchObject({
      name: 'Blocked',
      type: 'condition',
      active: false,
      defaultLevel: 0,
      startDate: null,
      thresholds: [
        { name: 'Low', alias: 'low', deadband: 0.5, onDelay: 60_000, offDelay: 0, actions: [] },
        { name: 'Often', alias: null, level: null, logExcursion: false },
      ],
      tagAliasIds: [aliases.Flow],
      inputs: [{ alias: 'Flow', tagId: flow, unit: 'm3/h' }],
      completion: { bits: 15, percent: 80 },
      missing: ['A level, excursion logging or an action for every threshold.'],
      dirtyFlags: [],
      version: 1,
    });
    expect(await isDue(made.id)).toBe(true);
  });

  test('stores cause, consequence, response and time to respond of its thresholds', async () => {
    const { twinId } = await makeMachine();
    const low = { name: 'Low', logic: '[Flow] < 10', level: 250 };
    const rationalization = { cause: 'Blocked strainer', consequence: 'Dry run', response: 'Clean it' };
    const stated = { ...rationalization, timeToRespond: 'PT30M' };
    const made = await make({
      twinId,
      name: 'Blocked',
      active: true,
      thresholds: [
        { ...low, rationalization: stated },
        { ...low, name: 'Lower', rationalization: { cause: ' ', consequence: '', response: '' } },
      ],
    });
    expect(made.thresholds.map((one) => one.rationalization)).toEqual([stated, null]);
    // Changing only these does not change the definition.
    const definition = () =>
      server.tenant.db
        .selectFrom('protection')
        .select(['definition_version', 'dirty_flags'])
        .where('id', '=', made.id)
        .executeTakeFirstOrThrow();
    await forgetDue(made.id);
    const before = await definition();
    const changed = { ...stated, response: 'Clean the strainer' };
    const answer = await put(
      made.id,
      toChange(made, {
        thresholds: [{ ...made.thresholds[0], rationalization: changed }, made.thresholds[1]],
      }),
    );
    expect([answer.statusCode, answer.json().thresholds[0].rationalization]).toEqual([200, changed]);
    expect([await definition(), await isDue(made.id)]).toEqual([before, false]);
    const audited = await server.tenant.db
      .selectFrom('audit_entry')
      .select('new')
      .where('entity_type', '=', 'protection')
      .where('entity_id', '=', String(made.id))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(audited.new).toMatchObject({ thresholds: [{ rationalization: changed }, expect.anything()] });
  });

  test('rejects a rationalization that is too long, or whose time is not a duration', async () => {
    const { twinId } = await makeMachine();
    const rationalization = { cause: 'x'.repeat(1001), timeToRespond: 'soon' };
    const thresholds = [{ name: 'Low', logic: '[Flow] < 10', level: 250, rationalization }];
    const answer = await post({ twinId, name: 'Blocked', thresholds });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      400,
      [
        {
          path: '0.thresholds.0.rationalization.cause',
          message: '1 characters over maximum length of 1000.',
        },
        {
          path: '0.thresholds.0.rationalization.timeToRespond',
          message: 'Please enter a duration in ISO 8601 format, for example P30D or PT8H.',
        },
      ],
    ]);
  });

  test('stores the settings of its inputs', async () => {
    const { twinId, aliases } = await makeMachine();
    const made = await make({
      twinId,
      name: 'Service due',
      type: 'activity',
      aliases: [
        {
          tagAliasId: aliases.Service,
          intervalType: 'calendar',
          expectedInterval: 'P30D',
          schedule: 'fixed',
        },
        {
          tagAliasId: aliases.Hours,
          intervalType: 'counter',
          counterInterval: 500,
          counterStart: 100,
          tolerance: 50,
        },
      ],
      thresholds: [{ name: 'Due', logic: 'COUNTER([Hours]) >= 450', level: 250 }],
    });
    expect(made.aliases).toEqual([
      expect.objectContaining({
        alias: 'Hours',
        type: 'data_point',
        intervalType: 'counter',
        expectedInterval: null,
        counterInterval: 500,
        counterStart: 100,
        tolerance: 50,
        schedule: 'floating',
      }),
      expect.objectContaining({
        alias: 'Service',
        type: 'work',
        intervalType: 'calendar',
        expectedInterval: 'P30D',
        counterInterval: null,
        tolerance: null,
        schedule: 'fixed',
      }),
    ]);
    expect(made.expectedInterval).toBe('P30D');
    const list = await server.ask('GET', `/api/twins/${twinId}/protections`, writer);
    expect(list.json()).toEqual([
      expect.objectContaining({
        type: 'indicator',
        subType: 'activity',
        isCounter: true,
        data: { level: null },
      }),
    ]);
  });

  test('stores its actions, each with its own id', async () => {
    const { db } = server.tenant;
    const { twinId } = await makeMachine();
    const user = await makeUser(db, { groups: ['VIEWERS'] });
    const made = await make({
      twinId,
      name: 'Acting',
      thresholds: [
        {
          name: 'Low',
          logic: '[Flow] < 10',
          actions: [
            { type: 'notify', who: [{ type: 'user', id: user }], notifySubscribers: true },
            { type: 'advisory', direction: 'both', reviewerUserIds: [user], targetHorizon: 'P7D', work: {} },
          ],
        },
      ],
    });
    expect(made.thresholds[0]!.actions).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'notify',
        direction: 'enter',
        who: [{ type: 'user', id: user }],
        notifySubscribers: true,
      },
      {
        id: expect.any(String),
        type: 'advisory',
        direction: 'both',
        activityId: null,
        comment: '',
        reviewerUserIds: [user],
        reviewerGroupIds: [],
        inheritFailureModes: true,
        failureModeIds: [],
        targetHorizon: 'P7D',
        priority: null,
        work: { type: null, priority: null, status: null, shortDescription: '', description: '' },
      },
    ]);
    const { json } = await put(made.id, toChange(made, { name: 'Acting still' }));
    expect((json() as Protection).thresholds).toEqual(made.thresholds);
  });

  test('is audited', async () => {
    const { twinId } = await makeMachine();
    const made = await make({ twinId, name: 'Told of' });
    await put(made.id, toChange(made, { description: 'Now described' }));
    const lines = await server.tenant.db
      .selectFrom('audit_entry')
      .select(['action', 'entity_name', 'new'])
      .where('entity_type', '=', 'protection')
      .where('entity_id', '=', String(made.id))
      .orderBy('id')
      .execute();
    expect(lines).toEqual([
      { action: 'create', entity_name: 'Told of', new: expect.objectContaining({ thresholds: [] }) },
      { action: 'update', entity_name: 'Told of', new: { description: 'Now described' } },
    ]);
  });
});

describe('a request to save a protection is rejected for', () => {
  test('logic with errors, each at its threshold with code and position', async () => {
    const { twinId } = await makeMachine();
    const response = await post({
      twinId,
      name: 'Wrong',
      thresholds: [
        { name: 'A', logic: '[Flwo] > 1' },
        { name: 'B', logic: '[Flow] >' },
        { name: 'C', logic: '[Flow] > 1 OR [Flow] < 0', deadband: 1 },
      ],
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      id: 'invalid-expression',
      message: 'Unknown tag alias [Flwo]. Did you mean [Flow]?',
      errors: [
        {
          path: 'thresholds.0.logic',
          code: 'unknown-alias',
          message: 'Unknown tag alias [Flwo]. Did you mean [Flow]?',
          from: { line: 1, column: 1 },
          to: { line: 1, column: 7 },
        },
        {
          path: 'thresholds.1.logic',
          code: 'syntax',
          message: 'Invalid Expression: A value is missing after >.',
          from: { line: 1, column: 9 },
        },
        {
          path: 'thresholds.2.deadband',
          code: 'deadband',
          message: 'A deadband needs logic that is one comparison of numbers with <, <=, > or >=.',
        },
      ],
    });
  });

  test('an activity without its work alias', async () => {
    const { twinId } = await makeMachine();
    const response = await post({ twinId, name: 'Idle', type: 'activity' });
    expect(response.json()).toMatchObject({
      id: 'invalid-expression',
      errors: [
        { path: 'aliases', message: 'An activity protection has exactly one input of type work, not 0.' },
      ],
    });
  });

  test('unknown inputs, failure modes, activities, users and groups', async () => {
    const { twinId, aliases } = await makeMachine();
    const other = await makeMachine();
    const inputs = await post({
      twinId,
      name: 'Strange',
      tagAliasIds: [other.aliases.Flow],
      aliases: [
        { tagAliasId: aliases.Service, intervalType: 'counter', counterInterval: 1, counterStart: 0 },
      ],
    });
    expect(inputs.json().errors).toEqual([
      {
        path: 'tagAliasIds.0',
        message: `Could not find a tag, activity, failure mode or input in the store with id ${other.aliases.Flow}.`,
      },
      { path: 'aliases.0.intervalType', message: 'Only an input of points can be a counter.' },
    ]);
    const references = await post({
      twinId,
      name: 'Strange',
      failureModeIds: [999_999],
      thresholds: [
        {
          name: 'A',
          logic: '[Flow] > 1',
          actions: [
            { type: 'notify', who: [{ type: 'group', id: 'NOBODY' }] },
            { type: 'advisory', activityId: 999_998, reviewerUserIds: [999_997] },
          ],
        },
      ],
    });
    expect(references.statusCode).toBe(400);
    expect(references.json().errors).toEqual([
      {
        path: 'failureModeIds.0',
        message: 'Could not find a tag, activity, failure mode or input in the store with id 999999.',
      },
      {
        path: 'thresholds.0.actions.1.activityId',
        message: 'Could not find a tag, activity, failure mode or input in the store with id 999998.',
      },
      { path: 'thresholds.0.actions.1.reviewerUserIds.0', message: 'There is no user 999997.' },
      { path: 'thresholds.0.actions.0.who.0', message: 'There is no group NOBODY.' },
    ]);
  });

  test('invalid fields, each with its error', async () => {
    const { twinId, aliases } = await makeMachine();
    const response = await post({
      twinId,
      name: ' ',
      defaultLevel: 1001,
      thresholds: [
        { name: 'Same', logic: '' },
        { name: 'Same', logic: '', level: 0.5 },
        { name: 'Say "no"', logic: '' },
      ],
      aliases: [{ tagAliasId: aliases.Hours, intervalType: 'counter', expectedInterval: 'P1D' }],
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual(
      expect.arrayContaining([
        { path: '0.name', message: 'Required.' },
        { path: '0.defaultLevel', message: 'Please enter a number between 0 and 1000.' },
        { path: '0.thresholds.1.level', message: 'Please enter an integer.' },
        { path: '0.thresholds.2.name', message: 'Please enter a name without quotes.' },
        { path: '0.aliases.0.counterInterval', message: 'Required.' },
        {
          path: '0.aliases.0.expectedInterval',
          message: 'A counter can’t have an expected interval of time.',
        },
      ]),
    );
  });

  test('users without the right, and unknown ids', async () => {
    const { twinId } = await makeMachine();
    const made = await make({ twinId, name: 'Guarded' });
    const viewer = await makeSession(server.tenant.db, { groups: ['VIEWERS'] });
    expect((await post({ twinId, name: 'X' }, {})).statusCode).toBe(401);
    expect((await post({ twinId, name: 'X' }, viewer)).statusCode).toBe(403);
    expect((await put(made.id, toChange(made, {}), viewer)).statusCode).toBe(403);
    expect((await post({ twinId: 999_999, name: 'X' })).json().message).toBe('Twin not found.');
    expect((await put(999_999, toChange(made, {}))).json().message).toBe('Protection not found.');
    expect((await server.ask('DELETE', '/api/indicators/999999', writer)).statusCode).toBe(404);
  });
});

describe('an update', () => {
  test('keeps thresholds by their ids, with their excursions, in any order and with any name', async () => {
    const { db } = server.tenant;
    const { twinId } = await makeMachine();
    const made = await make({
      twinId,
      name: 'Ordered',
      thresholds: [
        { name: 'One', logic: '[Flow] > 1', level: 1 },
        { name: 'Two', logic: '[Flow] > 2', level: 2 },
        { name: 'Three', logic: '[Flow] > 3', level: 3 },
      ],
    });
    const [one, two, three] = made.thresholds as [
      Protection['thresholds'][number],
      Protection['thresholds'][number],
      Protection['thresholds'][number],
    ];
    const start = '2024-02-01T00:00:00.000Z';
    const excursion = await makeExcursion(db, { protectionId: made.id, start, end: null });
    const response = await put(
      made.id,
      toChange(made, {
        thresholds: [three, { ...one, name: 'Two' }, { name: 'Four', logic: '[Flow] > 4', level: 4 }],
      }),
    );
    expect(response.statusCode).toBe(200);
    expect((response.json() as Protection).thresholds.map(({ id, name }) => [id, name])).toEqual([
      [three.id, 'Three'],
      [one.id, 'Two'],
      [expect.any(Number), 'Four'],
    ]);
    expect(response.json()).toMatchObject({ version: 2, dirtyFlags: ['thresholds-dirty'] });
    expect(
      await db
        .selectFrom('excursion')
        .select(['id', 'threshold_id'])
        .where('protection_id', '=', made.id)
        .execute(),
    ).toEqual([{ id: excursion, threshold_id: one.id }]);
    const unknown = await put(made.id, toChange(response.json(), { thresholds: [two] }));
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json()).toMatchObject({
      errors: [{ path: 'thresholds.0.id', message: 'Trigger not found.' }],
    });
  });

  test('does not evaluate again if nothing changed that evaluation depends on', async () => {
    const { twinId } = await makeMachine();
    const made = await make({
      twinId,
      name: 'Quiet',
      active: true,
      thresholds: [{ name: 'Low', logic: '[Flow] < 1', level: 10 }],
    });
    await forgetDue(made.id);
    const renamed: Protection = (await put(made.id, toChange(made, { name: 'Renamed' }))).json();
    expect(renamed).toMatchObject({ name: 'Renamed', version: 2, dirtyFlags: [] });
    expect(await isDue(made.id)).toBe(false);
    const raised: Protection = (await put(made.id, toChange(renamed, { defaultLevel: 5 }))).json();
    expect(raised.dirtyFlags).toEqual(['default_level-dirty']);
    expect(await isDue(made.id)).toBe(true);
  });

  test('of an older version is rejected with the current protection', async () => {
    const { twinId } = await makeMachine();
    const made = await make({ twinId, name: 'Contested' });
    await put(made.id, toChange(made, { name: 'Theirs' }));
    const response = await put(made.id, toChange(made, { name: 'Mine' }));
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      message:
        'The protection Theirs was changed by someone else: it is at version 2 now, your change was made on version 1.',
      current: { name: 'Theirs', version: 2 },
    });
  });

  test('of an alias name rewrites the logic and bumps the version', async () => {
    const { db } = server.tenant;
    const { twinId, aliases } = await makeMachine();
    const made = await make({
      twinId,
      name: 'Following',
      thresholds: [{ name: 'Low', logic: '[Flow] < 1 // [Flow]', level: 10 }],
      aliases: [{ tagAliasId: aliases.Flow, expectedInterval: 'PT1H' }],
    });
    const admin = await makeSession(db, { isAdmin: true });
    const response = await server.ask('PUT', `/api/tag-aliases/${aliases.Flow}`, admin, {
      name: 'Discharge flow',
      version: 1,
    });
    expect(response.statusCode).toBe(200);
    const now: Protection = (await server.ask('GET', `/api/indicators/${made.id}`, writer)).json();
    expect(now.thresholds[0]!.logic).toBe('[Discharge flow] < 1 // [Flow]');
    expect(now.aliases).toEqual([
      expect.objectContaining({ alias: 'Discharge flow', tagId: null, expectedInterval: 'PT1H' }),
    ]);
    expect(now).toMatchObject({ inputs: [], version: 2, dirtyFlags: ['aliases-dirty'] });
    expect(now.missing).toEqual(['A complete tag for every input.']);
    const remove = await server.ask('DELETE', `/api/tag-aliases/${aliases.Flow}`, admin);
    expect(remove.json().message).toBe('The alias Discharge flow is in use: Following.');
  });

  test('to inactive removes its level from the twin’s, and so does its deletion', async () => {
    const { db } = server.tenant;
    const { twinId } = await makeMachine();
    const made = await make({ twinId, name: 'Loud', active: true });
    const silent = await make({ twinId, name: 'Silent', active: true });
    await db.updateTable('protection').set({ level: 700 }).where('id', '=', made.id).execute();
    await db.updateTable('protection').set({ level: 300 }).where('id', '=', silent.id).execute();
    const readLevel = async () =>
      (await db.selectFrom('twin').select('level').where('id', '=', twinId).executeTakeFirstOrThrow()).level;
    await put(made.id, toChange(made, { active: false }));
    expect(await readLevel()).toBe(300);
    const response = await server.ask('DELETE', `/api/indicators/${silent.id}`, writer);
    expect(response.statusCode).toBe(204);
    expect(await readLevel()).toBe(null);
    expect((await server.ask('GET', `/api/indicators/${silent.id}`, writer)).statusCode).toBe(404);
  });
});

test('rewrites the logic of other thresholds after the name or alias of a threshold changed', async () => {
  const { twinId } = await makeMachine();
  const made = await make({
    twinId,
    name: 'Renaming',
    thresholds: [
      { name: 'Low', logic: '[Flow] < 10' },
      { name: 'High', alias: 'high', logic: '[Flow] > 90' },
      {
        name: 'Often',
        logic: 'EXCURSIONCOUNT("Low", #1d) > 3 OR EXCURSIONTIME("high", #1d) > #2h',
      },
    ],
  });
  const [low, high, often] = made.thresholds;
  const thresholds = [{ ...low, name: 'Too low' }, { ...high, alias: 'above' }, often];
  const response = await put(made.id, toChange(made, { thresholds }));
  expect(response.json().thresholds[2].logic).toBe(
    'EXCURSIONCOUNT("Too low", #1d) > 3 OR EXCURSIONTIME("above", #1d) > #2h',
  );
  // The former name refers to the threshold that has it now.
  const now: Protection = response.json();
  const [first, second, third] = now.thresholds;
  const exchanged = [{ ...first, name: 'Lowest' }, { ...second, name: 'High', alias: 'Too low' }, third];
  const again = await put(now.id, toChange(now, { thresholds: exchanged }));
  expect(again.json().thresholds[2].logic).toBe(
    'EXCURSIONCOUNT("Too low", #1d) > 3 OR EXCURSIONTIME("Too low", #1d) > #2h',
  );
});

test('accepts a threshold without logic, which makes the protection incomplete', async () => {
  const { twinId } = await makeMachine();
  const made = await make({
    twinId,
    name: 'Begun',
    thresholds: [
      { name: 'Low', logic: '[Flow] < 10', level: 250 },
      { name: 'Later', logic: '', level: 500 },
    ],
  });
  expect(made).toMatchObject({
    completion: { bits: 15, percent: 80 },
    missing: ['Logic for every threshold.'],
  });
});

test('a new activity protection without thresholds gets Due and Overdue by its settings', async () => {
  const { twinId, aliases } = await makeMachine();
  const activity = {
    twinId,
    name: 'Service',
    type: 'activity',
    aliases: [{ tagAliasId: aliases.Service, expectedInterval: 'P30D', tolerance: 'P3D' }],
  };
  const made = await make(activity);
  expect(made.thresholds.map(({ name, level, logic }) => [name, level, logic])).toEqual([
    ['Due', 250, 'INTERVAL([Service]) >= #27d'],
    ['Overdue', 750, 'INTERVAL([Service]) > #33d'],
  ]);
  expect((await make({ ...activity, name: 'Bare', thresholds: [] })).thresholds).toEqual([]);
  expect((await make({ twinId, name: 'Condition' })).thresholds).toEqual([]);
});

test('accepts a protection as it was read', async () => {
  const { twinId, aliases } = await makeMachine();
  const made = await make({
    twinId,
    name: 'Whole',
    thresholds: [{ name: 'Low', logic: '[Flow] < 10' }],
    aliases: [{ tagAliasId: aliases.Flow, expectedInterval: 'PT1H' }],
  });
  const { json } = await server.ask('GET', `/api/indicators/${made.id}`, writer);
  const response = await put(made.id, { ...json(), name: 'Whole again' });
  expect([response.statusCode, response.json().name]).toEqual([200, 'Whole again']);
  expect((await put(made.id, { ...response.json(), surprise: 1 })).json().message).toBe(
    'There is no field surprise.',
  );
});
