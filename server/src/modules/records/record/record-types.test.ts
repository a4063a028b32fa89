import type { FieldDefinition } from '@twinward/contracts/records/field';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeProtection, makeSession, makeTag, makeTwin } from '../../../testing/factories.ts';
import { toForm } from '../../../testing/form.ts';
import { readSheets } from '../../../testing/workbooks.ts';
import { importAssets } from '../../assets/asset-import/jobs.ts';
import { getType, lockTypeShared } from '../record-type/service.ts';
import { changeRecords } from './bulk.ts';
import { importRecords } from './import-jobs.ts';
import { indexFields } from './indexing.ts';
import { refreshRecords, removeFieldValues } from './refresh.ts';
import { createRecordsIn } from './write.ts';

let test: TestApp;
let admin: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  admin = await makeSession(test.tenant.db, { isAdmin: true });
});
afterAll(() => test.close());

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) => {
  const answer = await test.ask(method, url, admin, body);
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
};
const create = (body: object) => ask('POST', '/api/recordtypes', body);
const get = async (name: string): Promise<RecordType> => (await ask('GET', `/api/recordtypes/${name}`)).body;
/** Changes the given parts of a type. The API ignores the read-only parts of the response. */
async function change(name: string, parts: object) {
  const type = await get(name);
  return ask('PUT', `/api/recordtypes/${name}`, { ...type, ...parts });
}
const text = (name: string, more: object = {}) => ({ name, caption: `The ${name}`, kind: 'text', ...more });
const record = (type: string, fields: object) => ask('POST', `/api/records/${type}`, { fields });

async function carryOut(
  type: 'index-fields' | 'refresh-records' | 'remove-field',
  target: string,
): Promise<void> {
  const commands = await test.tenant.db
    .selectFrom('command')
    .select('id')
    .where('type', '=', type)
    .where('target_id', '=', target)
    .where('status', '=', 'queued')
    .execute();
  const handlers = {
    'index-fields': indexFields,
    'refresh-records': refreshRecords,
    'remove-field': removeFieldValues,
  };
  for (const { id } of commands) await runCommand(test.tenant, handlers, id);
}

describe('hostile names', () => {
  const tooLong = 'x'.repeat(10_000);
  it.each(["a'b", 'a"b', '__proto__', tooLong, 'שם', 'a; drop table record', '1a', '', 'a b'])(
    'refuses the identifier %j',
    async (name) => {
      const ofType = await create({ name, caption: 'Any' });
      const ofField = await create({
        name: 'hostile',
        caption: 'Any',
        fields: [text(name, { caption: 'A' })],
      });
      expect([ofType.status, ofField.status]).toEqual([400, 400]);
    },
  );

  it.each(['constructor', 'toString', 'valueOf'])(
    'refuses the field %s, which objects have',
    async (name) => {
      const { status, body } = await create({ name: 'hostile', caption: 'Any', fields: [text(name)] });
      expect([status, body.errors]).toEqual([
        400,
        [{ path: 'fields.0.name', message: 'Please choose another name.' }],
      ]);
    },
  );

  it('shows captions and values as text', async () => {
    const caption = `"'; drop table record; -- \u202Eשלום <b>__proto__</b>`;
    const hostile = { caption, helpText: caption, section: caption.slice(0, 100) };
    const fields = [text('note', hostile), text('other', { caption: '{note}' })];
    const states = [
      { name: 'open', caption },
      { name: 'closed', caption: `${caption} 2` },
    ];
    const transitions = [{ from: 'open', to: 'closed', caption }];
    const type = { name: 'shown', caption, titleTemplate: '{note}', fields, states, transitions };
    expect((await create(type)).status).toBe(201);
    expect(await get('shown')).toMatchObject({ fields: [hostile, {}], states, transitions });
    for (const [part, parts] of [
      ['helpText', { fields: [text('note', { helpText: tooLong })] }],
      ['section', { fields: [text('note', { section: tooLong })] }],
      ['caption', { states: [{ name: 'open', caption: tooLong }] }],
      ['caption', { states, transitions: [{ ...transitions[0], caption: tooLong }] }],
    ] as const) {
      const refused = await create({ name: 'long', caption: 'Long', ...parts });
      expect([refused.status, refused.body.errors[0].path], part).toEqual([
        400,
        expect.stringContaining(part),
      ]);
    }
    const { status, body } = await record('shown', { note: caption });
    expect([status, body.title, body.fields]).toEqual([
      201,
      caption.replaceAll(/\s+/g, ' '),
      { note: caption },
    ]);
    const filters = [{ field: 'fields.note', operator: 'EqualTo', value: caption }];
    expect((await ask('POST', '/api/records/shown/filters', { filters })).body).toHaveLength(1);
    const history = await ask('GET', `/api/records/shown/${body.id}/history`);
    expect(history.body[0].new).toEqual({ [caption]: caption, State: caption });
    const step = { to: 'closed', version: body.version };
    const moved = await ask('POST', `/api/records/shown/${body.id}/transition`, step);
    expect([moved.status, moved.body.state]).toEqual([200, 'closed']);
    const proto = await test.app.inject({
      method: 'POST',
      url: '/api/records/shown',
      headers: { ...admin, 'content-type': 'application/json' },
      payload: '{"fields":{"__proto__":"x"}}',
    });
    expect(proto.statusCode).toBe(400);
    expect((await record('shown', { note: tooLong })).status).toBe(400);
    expect((await ask('GET', `/api/recordtypes/${encodeURIComponent("x' or '1'='1")}`)).status).toBe(404);
  });
});

describe('a type', () => {
  it.each([
    [{ fields: [text('a'), text('A')] }, 'fields.1.name', 'Please enter a unique value.'],
    [{ fields: [text('a', { pattern: '(a+)+' })] }, 'fields.0.pattern', /fixed number of times/],
    [
      { fields: [text('a', { pattern: '(' })] },
      'fields.0.pattern',
      'Please enter a valid regular expression.',
    ],
    [
      { fields: [text('a', { default: 'xxx', maximumLength: 2 })] },
      'fields.0.default',
      /over maximum length/,
    ],
    [{ fields: [text('a', { shownWhen: { field: 'b' } })] }, 'fields.0.shownWhen', "There is no field 'b'."],
    [{ titleTemplate: '{b}', fields: [text('a')] }, 'titleTemplate', "There is no field 'b'."],
    [
      { fields: [{ name: 'a', caption: 'A', kind: 'number', minimum: 3, maximum: 2 }] },
      'fields.0.maximum',
      'Please enter a value that is not below the minimum.',
    ],
    [
      { fields: [{ name: 'a', caption: 'A', kind: 'list-item', list: 'NOWHERE' }] },
      'fields.0.list',
      "There is no list 'NOWHERE'.",
    ],
    [
      { fields: [{ name: 'a', caption: 'A', kind: 'reference', recordType: 'nothing' }] },
      'fields.0.recordType',
      "There is no record type 'nothing'.",
    ],
    [
      { fields: [{ name: 'a', caption: 'A', kind: 'computed', expression: '[b] + 1' }] },
      'fields.0.expression',
      /b/,
    ],
    [
      { fields: [{ name: 'a', caption: 'A', kind: 'auto-number', template: 'INS' }] },
      'fields.0.template',
      /digits of the number/,
    ],
    [
      { transitions: [{ from: 'x', to: 'y', caption: 'Go' }] },
      'transitions.0.from',
      "There is no state 'x'.",
    ],
    [{ fields: Array.from({ length: 65 }, (_, i) => text(`f${i}`)) }, 'fields', /at most 64 fields/],
  ])('is refused if invalid (%#)', async (parts, path, message) => {
    const { status, body } = await create({ name: 'wrong', caption: 'Wrong', ...parts });
    expect(status).toBe(400);
    expect(body.errors).toContainEqual({
      path,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  it('is copied, changed with its version, and deleted if it has no records', async () => {
    expect((await create({ name: 'first', caption: 'First', fields: [text('a')] })).status).toBe(201);
    expect((await create({ name: 'FIRST', caption: 'First' })).status).toBe(409);
    const copy = await ask('POST', '/api/recordtypes/first/copy', { name: 'second', caption: 'Second' });
    expect(copy.body).toMatchObject({ name: 'second', fields: [{ name: 'a' }], version: 1 });
    expect((await change('second', { caption: 'Next' })).body).toMatchObject({ caption: 'Next', version: 2 });
    expect((await change('second', { version: 1 })).status).toBe(409);
    await record('second', { a: 'x' });
    expect((await ask('DELETE', '/api/recordtypes/second')).body.message).toMatch(/has a record/);
    expect((await ask('DELETE', '/api/recordtypes/first')).status).toBe(204);
    expect((await ask('DELETE', '/api/recordtypes/asset')).status).toBe(409);
    expect((await ask('GET', '/api/recordtypes/first')).status).toBe(404);
  });

  it('keeps the kind of a field with values, and removes it only with its values', async () => {
    await create({ name: 'kept', caption: 'Kept', fields: [text('a'), text('b')] });
    const { id } = (await record('kept', { a: 'x', b: 'y' })).body;
    const number = { name: 'a', caption: 'A', kind: 'number' };
    expect((await change('kept', { fields: [number, text('b')] })).body.message).toMatch(
      /its kind can’t change/,
    );
    expect((await change('kept', { fields: [text('b')] })).body.message).toMatch(/please deprecate it/);
    expect((await ask('POST', '/api/recordtypes/kept/fields/a/remove')).status).toBe(409);
    const deprecated = [text('a', { deprecated: true }), text('b')];
    expect((await change('kept', { fields: deprecated })).status).toBe(200);
    expect((await ask('PUT', `/api/records/kept/${id}`, { fields: { a: 'z' }, version: 1 })).status).toBe(
      400,
    );
    expect((await ask('POST', '/api/recordtypes/kept/fields/a/remove')).status).toBe(202);
    await carryOut('remove-field', 'kept');
    expect((await get('kept')).fields.map(({ name }) => name)).toEqual(['b']);
    expect((await ask('GET', `/api/records/kept/${id}`)).body.fields).toEqual({ b: 'y' });
    expect((await change('kept', { fields: [number, text('b')] })).status).toBe(200);
  });

  it('makes a field unique only without duplicates, which are listed', async () => {
    await create({ name: 'doubles', caption: 'Doubles', fields: [text('a')] });
    for (const a of ['x', 'x', 'y']) await record('doubles', { a });
    const refused = await change('doubles', { fields: [text('a', { unique: true })] });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The a can’t be unique. Several records have the same value: x (2).',
    ]);
  });

  it('refuses to make a field unique if a record saved meanwhile is a duplicate', async () => {
    const { db } = test.tenant;
    await create({ name: 'raced', caption: 'Raced', fields: [text('a')] });
    await record('raced', { a: 'x' });
    const type = await getType(db, 'raced');
    let changed: ReturnType<typeof change> | undefined;
    await withTransaction(db, async (saving) => {
      await lockTypeShared(saving, 'raced');
      await createRecordsIn(saving, null, type, [{ a: 'x' }]);
      changed = change('raced', { fields: [text('a', { unique: true })] });
      // The change has found no duplicate, and waits for the save.
      await expect
        .poll(async () => {
          const waiting = sql`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
          return (await waiting.execute(db)).rows.length;
        })
        .toBe(1);
    });
    const { status, body } = (await changed)!;
    expect([status, body.message]).toEqual([
      409,
      'The a can’t be unique. Several records have the same value: x (2).',
    ]);
  });

  it('refreshes titles and computed values when it changes', async () => {
    const n = { name: 'n', caption: 'N', kind: 'number' };
    await create({ name: 'renewed', caption: 'Renewed', fields: [text('a'), n] });
    const { id } = (await record('renewed', { a: 'x', n: 2 })).body;
    const twice = { name: 'twice', caption: 'Twice', kind: 'computed', expression: '[n] * 2' };
    await change('renewed', { titleTemplate: '{a}: {twice}', fields: [text('a'), n, twice] });
    await carryOut('refresh-records', 'renewed');
    await carryOut('refresh-records', 'renewed');
    const renewed = (await ask('GET', `/api/records/renewed/${id}`)).body;
    expect(renewed).toMatchObject({ fields: { twice: 4 }, version: 1 });
    expect(renewed.title).toBe('x: 4');
  });

  it('refreshes no records if titles and search do not use the changed field', async () => {
    await create({ name: 'calm', caption: 'Calm', fields: [text('a')] });
    const renewals = async () =>
      (
        await test.tenant.db
          .selectFrom('command')
          .select('id')
          .where('type', '=', 'refresh-records')
          .where('target_id', '=', 'calm')
          .execute()
      ).length;
    await change('calm', { fields: [text('a'), { name: 'n', caption: 'N', kind: 'number' }] });
    expect(await renewals()).toBe(0);
    await change('calm', { fields: [text('a'), text('b')] });
    expect(await renewals()).toBe(1);
  });
});

describe('a field made required', () => {
  it('lists every record without it during 50 concurrent saves, and requires it in the next save', async () => {
    await create({ name: 'busy', caption: 'Busy', fields: [text('a'), text('b')] });
    const first: number = (await record('busy', { a: 'first' })).body.id;
    const saves = Array.from({ length: 50 }, (_, i) =>
      record('busy', { a: `a${i}`, ...(i % 2 ? { b: 'b' } : {}) }),
    );
    const changed = change('busy', { fields: [text('a'), text('b', { required: true })] });
    const answers = await Promise.all(saves);
    expect((await changed).status).toBe(200);
    const saved = answers.flatMap(({ status, body }) => (status === 201 ? [body] : []));
    for (const { status, body } of answers)
      if (status !== 201)
        expect([status, body.errors]).toEqual([400, [{ path: 'fields.b', message: 'Required.' }]]);
    const incomplete = saved.flatMap(({ id, fields }) => (fields.b === undefined ? [id] : []));
    const without = [first, ...incomplete].sort();
    const filters = [{ field: 'Incomplete', operator: 'EqualTo', value: true }];
    const listed = (await ask('POST', '/api/records/busy/filters', { filters })).body;
    expect(listed.map(({ id }: { id: number }) => id).sort()).toEqual(without);
    for (const { incomplete } of listed) expect(incomplete).toEqual(['b']);
    const url = `/api/records/busy/${first}`;
    expect((await ask('PUT', url, { fields: { a: 'new' }, version: 1 })).status).toBe(400);
    const completed = { fields: { a: 'new', b: 'now' }, version: 1 };
    expect((await ask('PUT', url, completed)).body.incomplete).toEqual([]);
  });
});

describe('roll-ups', () => {
  it('return count, sum and latest value of the records that refer to a record', async () => {
    await create({ name: 'tank', caption: 'Tank', fields: [text('name')] });
    const child = [
      { name: 'of', caption: 'Of', kind: 'reference', recordType: 'tank' },
      { name: 'depth', caption: 'Depth', kind: 'number' },
      { name: 'day', caption: 'Day', kind: 'date' },
    ];
    await create({ name: 'probe', caption: 'Probe', fields: child });
    const rollUp = (name: string, more: object) => ({
      name,
      caption: name,
      kind: 'roll-up',
      recordType: 'probe',
      reference: 'of',
      ...more,
    });
    const rollUps = [
      rollUp('probes', { function: 'count' }),
      rollUp('deep', { function: 'sum', field: 'depth' }),
      rollUp('last', { function: 'latest', field: 'depth', by: 'day' }),
    ];
    expect((await change('tank', { fields: [text('name'), ...rollUps] })).status).toBe(200);
    const { id } = (await record('tank', { name: 'T' })).body;
    for (const [depth, day] of [
      [1, '2026-03-01'],
      [2, '2026-05-01'],
      [4, '2026-04-01'],
    ] as const)
      expect((await record('probe', { of: id, depth, day })).status).toBe(201);
    const tank = (await ask('GET', `/api/records/tank/${id}`)).body;
    expect(tank.fields).toEqual({ name: 'T', probes: 3, deep: 7, last: 2 });
    const sentBack = await ask('PUT', `/api/records/tank/${id}`, tank);
    expect([sentBack.status, sentBack.body?.version]).toEqual([200, 2]);
  });
});

describe('roll-ups as filters', () => {
  const rollUp = (name: string, more: object) => ({
    ...{ name, caption: name, kind: 'roll-up', recordType: 'reading', reference: 'of' },
    ...more,
  });
  const names = async (body: object) => {
    const answer = await ask('POST', '/api/records/vessel/filters', body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.map(({ title }: { title: string }) => title);
  };
  const filtered = (field: string, operator: string, value?: unknown) =>
    names({
      filters: [{ field: `fields.${field}`, operator, ...(value === undefined ? {} : { value }) }],
      sorts: [{ field: 'Id', direction: 'Ascending' }],
    });

  beforeAll(async () => {
    await create({ name: 'vessel', caption: 'Vessel', fields: [text('name')] });
    await create({
      name: 'reading',
      caption: 'Reading',
      fields: [
        { name: 'of', caption: 'Of', kind: 'reference', recordType: 'vessel' },
        { name: 'depth', caption: 'Depth', kind: 'number', unit: 'mm' },
        { name: 'whole', caption: 'Whole', kind: 'integer' },
        { name: 'day', caption: 'Day', kind: 'date' },
        { name: 'passed', caption: 'Passed', kind: 'yes-no' },
        { name: 'note', caption: 'Note', kind: 'long-text' },
        text('word'),
        { name: 'slow', caption: 'Slow', kind: 'reference', recordType: 'vessel', filterable: false },
      ],
    });
    const fields = [
      text('name'),
      rollUp('readings', { function: 'count' }),
      rollUp('deep', { function: 'sum', field: 'depth' }),
      rollUp('least', { function: 'minimum', field: 'depth' }),
      rollUp('mean', { function: 'average', field: 'whole' }),
      rollUp('last', { function: 'latest', field: 'day', by: 'day' }),
      rollUp('ok', { function: 'latest', field: 'passed', by: 'day' }),
      rollUp('said', { function: 'latest', field: 'word' }),
      rollUp('long', { function: 'latest', field: 'note' }),
      rollUp('where', { function: 'latest', field: 'of' }),
      rollUp('unindexed', { function: 'count', reference: 'slow' }),
    ];
    const changed = await change('vessel', { fields });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const ids: Record<string, number> = {};
    for (const name of ['A', 'B', 'C']) ids[name] = (await record('vessel', { name })).body.id;
    for (const [of, depth, whole, day, passed, word] of [
      ['A', 1, 1, '2026-03-01', true, 'corroded'],
      ['A', 2.5, 2, '2026-05-01', false, 'Sound'],
      ['B', 9, 4, '2026-04-01', true, 'worn'],
    ] as const) {
      const values = { of: ids[of], depth, whole, day, passed, word, note: 'long', slow: ids[of] };
      expect((await record('reading', values)).status).toBe(201);
    }
  });

  it('find the records that show the value', async () => {
    expect(await filtered('readings', 'EqualTo', 2)).toEqual(['A']);
    expect(await filtered('readings', 'EqualTo', 0)).toEqual(['C']);
    expect(await filtered('deep', 'LessThanEqualTo', 3.5)).toEqual(['A']);
    expect(await filtered('deep', 'IsNull')).toEqual(['C']);
    expect(await filtered('least', 'In', [1, 9])).toEqual(['A', 'B']);
    expect(await filtered('mean', 'EqualTo', 1.5)).toEqual(['A']);
    expect(await filtered('last', 'GreaterThanEqualTo', '2026-05-01')).toEqual(['A']);
    expect(await filtered('last', 'LessThan', '2026-05-01')).toEqual(['B']);
    expect(await filtered('ok', 'EqualTo', true)).toEqual(['B']);
    expect(await filtered('said', 'Contains', 'soun')).toEqual(['A']);
  });

  it('sort, with records without a value last', async () => {
    const sorted = (field: string, direction: string) =>
      names({ sorts: [{ field: `fields.${field}`, direction }] });
    expect(await sorted('readings', 'Descending')).toEqual(['A', 'B', 'C']);
    expect(await sorted('deep', 'Descending')).toEqual(['B', 'A', 'C']);
    expect(await sorted('last', 'Descending')).toEqual(['A', 'B', 'C']);
    const page = await ask('POST', '/api/records/vessel/filters?page-number=2&page-size=1', {
      sorts: [{ field: 'fields.deep', direction: 'Descending' }],
    });
    expect(page.body.map(({ title }: { title: string }) => title)).toEqual(['A']);
  });

  it('are refused for another kind of value, without an index, and without comparable values', async () => {
    const refusal = async (field: string, operator: string, value: unknown) => {
      const filters = [{ field: `fields.${field}`, operator, value }];
      const { status, body } = await ask('POST', '/api/records/vessel/filters', { filters });
      return [status, body.errors?.[0]];
    };
    expect(await refusal('readings', 'Contains', '2')).toEqual([
      400,
      {
        path: 'filters.0.operator',
        message: "Contains is for text; 'fields.readings' is a number.",
      },
    ]);
    expect(await refusal('last', 'EqualTo', 3)).toMatchObject([400, { path: 'filters.0.value' }]);
    for (const name of ['long', 'unindexed'])
      expect(await refusal(name, 'EqualTo', 3)).toMatchObject([400, { path: 'filters.0.field' }]);
  });

  it('are returned with the type as fields with the kind of their values', async () => {
    const { rollUps } = await get('vessel');
    expect(rollUps).toMatchObject({
      readings: { kind: 'integer', filterable: true, caption: 'readings' },
      least: { kind: 'number', unit: 'mm', filterable: true },
      mean: { kind: 'number', unit: null },
      last: { kind: 'date', name: 'last' },
      long: { kind: 'long-text' },
      unindexed: { kind: 'integer', filterable: false },
    });
    const shown = (await ask('POST', '/api/records/vessel/filters', {})).body;
    const one = shown.find(({ title }: { title: string }) => title === 'A');
    expect(one.captions).toEqual({ where: { [one.id]: 'A' } });
    expect(one.fields).toEqual({
      name: 'A',
      where: one.id,
      ...{ readings: 2, deep: 3.5, least: 1, mean: 1.5, last: '2026-05-01', ok: false, said: 'Sound' },
      ...{ long: 'long', unindexed: 2 },
    });
    const file = await test.ask('POST', '/api/records/vessel/export?format=csv', admin, {});
    expect(file.body).toContain('A,2,3.5,1,1.5,2026-05-01,no,Sound,long,A,2');
  });
});

describe('further fields of assets', () => {
  it('are included in the asset, its list, import, export, search and audit trail', async () => {
    const grade: Partial<FieldDefinition> = {
      name: 'grade',
      caption: 'Grade',
      kind: 'text',
      maximumLength: 20,
    };
    const depth = { name: 'depth', caption: 'Depth', kind: 'number', unit: 'm', maximum: 10 };
    const changed = await change('asset', { fields: [grade, depth] });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect((await change('asset', { caption: 'Thing' })).status).toBe(400);
    await carryOut('index-fields', 'asset');
    const refused = await ask('POST', '/api/assets', {
      uniqueId: 'X-1',
      assetName: 'X',
      fields: { depth: 11 },
    });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'fields.depth']);
    const asset = (
      await ask('POST', '/api/assets', { uniqueId: 'X-1', assetName: 'X', fields: { grade: 'Duplex' } })
    ).body;
    expect(asset.fields).toEqual({ grade: 'Duplex' });
    const { body: deeper } = await ask('PUT', `/api/assets/${asset.id}`, { ...asset, fields: { depth: 3 } });
    expect(deeper.fields).toEqual({ grade: 'Duplex', depth: 3 });
    const filters = [{ field: 'fields.depth', operator: 'GreaterThan', value: 2 }];
    expect((await ask('POST', '/api/assets/filters', { filters })).body).toMatchObject([{ uniqueId: 'X-1' }]);
    const wrong = [{ field: 'fields.colour', operator: 'IsNull' }];
    expect((await ask('POST', '/api/assets/filters', { filters: wrong })).status).toBe(400);
    const found = await ask('POST', '/api/search', {
      filters: [{ field: 'SearchText', operator: 'Contains', value: 'duplex' }],
      types: [1],
    });
    expect(found.body).toHaveLength(1);
    const audited = await ask('POST', '/api/audit/filters', {
      filters: [{ field: 'EntityType', operator: 'EqualTo', value: 'asset' }],
      sorts: [{ field: 'Id', direction: 'Descending' }],
    });
    expect(audited.body[0]).toMatchObject({ old: { Depth: null }, new: { Depth: '3 m' } });
    const file = 'Unique id;Name;Grade;Depth\nX-1;X;Carbon;3\nX-2;Y;;12\nX-3;Z;Steel;1,5\n';
    const form = toForm({ name: 'assets.csv', content: file }, admin);
    const { commandId } = (
      await test.app.inject({ method: 'POST', url: '/api/assets/imports', ...form })
    ).json();
    await runCommand(test.tenant, { 'import-assets': importAssets }, commandId);
    const rows = (await ask('POST', `/api/assets/imports/${commandId}/rows/filters`, {})).body;
    expect(rows.map(({ action, message }: { action: string; message: string }) => [action, message])).toEqual(
      [
        ['update', null],
        ['error', 'Depth: Please enter a number less than or equal to 10.'],
        ['create', null],
      ],
    );
    const run = await ask('POST', `/api/assets/imports/${commandId}/run`);
    await runCommand(test.tenant, { 'import-assets': importAssets }, run.body.commandId);
    const imported = (
      await ask('POST', '/api/assets/filters', { sorts: [{ field: 'UniqueId', direction: 'Ascending' }] })
    ).body;
    expect(imported.map(({ fields }: { fields: object }) => fields)).toEqual([
      { grade: 'Carbon', depth: 3 },
      { grade: 'Steel', depth: 1.5 },
    ]);
    expect((await test.ask('POST', '/api/assets/export', admin, {})).statusCode).toBe(200);

    const ids = imported.map(({ id }: { id: number }) => id);
    const all = { ids: [...ids, 999_999], fields: { depth: 4 } };
    const bulk = await ask('POST', '/api/records/asset/changes', all);
    await runCommand(test.tenant, { 'change-records': changeRecords }, bulk.body.commandId);
    const { result } = (await ask('GET', `/api/commands/${bulk.body.commandId}`)).body;
    expect(result).toMatchObject({ changed: 2, refused: 1, reasons: [{ message: 'Asset not found.' }] });
    const last = (await ask('GET', `/api/assets/${ids[1]}`)).body;
    expect(last).toMatchObject({ fields: { grade: 'Steel', depth: 4 }, version: imported[1].version + 1 });
    const trail = await ask('POST', '/api/audit/filters', {
      filters: [{ field: 'EntityType', operator: 'EqualTo', value: 'asset' }],
      sorts: [{ field: 'Id', direction: 'Descending' }],
    });
    expect(trail.body[0]).toMatchObject({
      entityName: 'Z',
      old: { Depth: '1.5 m' },
      new: { Depth: '4 m' },
    });
    const viewer = await makeSession(test.tenant.db, { groups: ['VIEWERS'] });
    for (const wanted of [{ fields: { depth: 4 } }, { delete: true }]) {
      const refused = await test.ask('POST', '/api/records/asset/changes', viewer, { ids, ...wanted });
      expect(refused.statusCode).toBe(403);
    }
  });
});

describe('an import of further fields', () => {
  const importFile = async (type: string, content: string | Buffer, name = 'further.csv') => {
    const url = `/api/records/${type}/imports`;
    const form = toForm({ name, content }, admin);
    const checked = (await test.app.inject({ method: 'POST', url, ...form })).json();
    await runCommand(test.tenant, { 'import-records': importRecords }, checked.commandId);
    const rows = (await ask('POST', `${url}/${checked.commandId}/rows/filters`, {})).body;
    const { body } = await ask('POST', `${url}/${checked.commandId}/run`);
    await runCommand(test.tenant, { 'import-records': importRecords }, body.commandId);
    const { result } = (await ask('GET', `/api/commands/${body.commandId}`)).body;
    return {
      rows: rows.map(({ action, title, message }: Record<string, string>) => [action, title, message]),
      result,
    };
  };

  const ofTwins = [
    text('bay'),
    { name: 'load', caption: 'Load', kind: 'number', maximum: 9 },
    { name: 'meter', caption: 'Meter', kind: 'reference', recordType: 'tag' },
  ];

  it('sets fields of existing twins, identified by id or by title', async () => {
    const { db } = test.tenant;
    await change('twin', { fields: ofTwins });
    const twins: number[] = [];
    for (const uniqueId of ['I-1', 'I-2', 'I-3']) {
      const assetId = await makeAsset(db, { uniqueId, assetName: `Import ${uniqueId}` });
      twins.push(await makeTwin(db, { assetId }));
    }
    const { rows, result } = await importFile(
      'twin',
      [
        'Id;Record;The bay;Load',
        `${twins[0]};;North;1,5`,
        ';I-2;South;10',
        ';Import I-3;West;2',
        ';Import I-3;East;2',
        ';I-4;West;2',
        '999999;;West;2',
        ';;West;2',
      ].join('\n'),
    );
    expect(rows).toEqual([
      ['update', 'Import I-1', null],
      ['error', 'Import I-2', 'Load: Please enter a number less than or equal to 9.'],
      ['update', 'Import I-3', null],
      ['error', 'Import I-3', 'Row 4 has the same record.'],
      ['error', 'I-4', "Record: There is no 'I-4', or there are several: please give the id."],
      ['error', '', 'Id: There is no record 999999.'],
      ['error', '', 'Please name a record by its id, or as it is shown.'],
    ]);
    expect(result).toMatchObject({ dryRun: false, update: 2, create: 0, error: 5 });
    const getFields = async (id: number) => (await ask('GET', `/api/twins/${id}`)).body.fields;
    expect(await getFields(twins[0]!)).toEqual({ bay: 'North', load: 1.5 });
    expect(await getFields(twins[1]!)).toEqual({});
    expect(await getFields(twins[2]!)).toEqual({ bay: 'West', load: 2 });
    const again = await importFile('twin', `Id;The bay\n${twins[0]};North\n${twins[2]};\n`);
    expect(again.rows.map(([action]: string[]) => action)).toEqual(['unchanged', 'update']);
    expect(await getFields(twins[2]!)).toEqual({ load: 2 });
    const viewer = await makeSession(db, { groups: ['VIEWERS'] });
    const template = (headers: Record<string, string>) =>
      test.ask('GET', '/api/records/twin/imports/template', headers);
    expect((await template(viewer)).statusCode).toBe(403);
    const { rawPayload } = await template(admin);
    const [headings, ...values] = readSheets(rawPayload).Records!;
    expect(headings).toEqual(['Id', 'Record', 'The bay', 'Load', 'Meter']);
    expect(values.filter(([id]) => twins.includes(Number(id)))).toEqual([
      [twins[0], 'Import I-1', 'North', 1.5, null],
      [twins[1], 'Import I-2', null, null, null],
      [twins[2], 'Import I-3', null, 2, null],
    ]);
    const same = await importFile('twin', rawPayload, 'twin.xlsx');
    expect(same.result).toMatchObject({ unchanged: values.length, update: 0, error: 0 });
  });

  it('is case-sensitive', async () => {
    const { db } = test.tenant;
    await change('twin', { fields: ofTwins });
    const twins: number[] = [];
    for (const assetName of ['Mill A', 'MILL a'])
      twins.push(await makeTwin(db, { assetId: await makeAsset(db, { assetName }) }));
    const [flow, other] = [
      await makeTag(db, { name: 'Mill flow' }),
      await makeTag(db, { name: 'Mill FLOW' }),
    ];
    const lines = ['Record;Meter', 'Mill A;Mill flow', 'MILL a;Mill FLOW', 'mill a;Mill flow'];
    const { rows } = await importFile('twin', lines.join('\n'));
    expect(rows.map(([action]: string[]) => action)).toEqual(['update', 'update', 'error']);
    const changed = await Promise.all(twins.map((id) => ask('GET', `/api/twins/${id}`)));
    expect(changed.map(({ body }) => body.fields)).toEqual([{ meter: flow }, { meter: other }]);
  });

  it('does not change advisories that have ended', async () => {
    await change('advisory', { fields: [text('root')] });
    const { body: made } = await ask('POST', '/api/advisories', {
      twinId: await makeTwin(test.tenant.db),
      name: 'Ended',
      targetHorizon: 'P7D',
    });
    const advance = (transition: string, version: number) =>
      ask('POST', `/api/advisories/${made.id}/transition`, { transition, version, reason: 'Done' });
    const { body: active } = await advance('submit', made.version);
    await advance('cancel', active.version);
    const { rows, result } = await importFile('advisory', `Id;The root\n${made.id};Wear\n`);
    expect(rows).toEqual([['error', 'Ended', "The advisory is canceled: it can't be changed."]]);
    expect(result).toMatchObject({ update: 0, error: 1 });
  });
});

describe('deletion of many records of a system type', () => {
  const remove = async (type: string, ids: readonly number[]) => {
    const bulk = await ask('POST', `/api/records/${type}/changes`, { ids, delete: true });
    await runCommand(test.tenant, { 'change-records': changeRecords }, bulk.body.commandId);
    return (await ask('GET', `/api/commands/${bulk.body.commandId}`)).body.result;
  };

  it('deletes children before parents, and returns the reasons for records that were not deleted', async () => {
    const { db } = test.tenant;
    const hall = await makeAsset(db, { assetName: 'Hall' });
    const pump = await makeAsset(db, { assetName: 'Pump', parentId: hall });
    const fan = await makeAsset(db, { assetName: 'Fan' });
    await makeTwin(db, { assetId: fan });
    const gone = 999_999;
    expect(await remove('asset', [hall, pump, fan, gone])).toEqual({
      done: 4,
      changed: 2,
      refused: 2,
      reasons: [
        { id: gone, title: '', message: 'Asset not found.' },
        { id: fan, title: 'Fan', message: 'The asset Fan has a twin. Please delete the twin first.' },
      ],
    });
    const one = await ask('DELETE', `/api/assets/${fan}`);
    expect(one.body.message).toBe('The asset Fan has a twin. Please delete the twin first.');
    const trail = await ask('POST', '/api/audit/filters', {
      filters: [
        { field: 'EntityType', operator: 'EqualTo', value: 'asset' },
        { field: 'Action', operator: 'EqualTo', value: 'delete' },
      ],
    });
    expect(trail.body.map(({ entityName }: { entityName: string }) => entityName)).toEqual(
      expect.arrayContaining(['Hall', 'Pump']),
    );
  });

  it('does not delete records that a field refers to', async () => {
    const { db } = test.tenant;
    const reference = (name: string, recordType: string) => ({
      name,
      caption: `The ${name}`,
      kind: 'reference',
      recordType,
    });
    const twinId = await makeTwin(db);
    const assetId = await makeAsset(db);
    const tagId = await makeTag(db);
    const fields = ['asset', 'twin', 'tag'].map((type) => reference(type, type));
    await create({ name: 'note', caption: 'Note', fields });
    const held = { asset: assetId, twin: twinId, tag: tagId };
    await record('note', held);
    const urls = {
      asset: `/api/assets/${assetId}`,
      twin: `/api/twins/${twinId}`,
      tag: `/api/tags/${tagId}`,
    };
    for (const [name, url] of Object.entries(urls)) {
      const { status, body } = await ask('DELETE', url);
      expect([status, body?.message]).toEqual([409, `A record of Note refers to it by The ${name}.`]);
    }
  });

  it('deletes records like the call of their type', async () => {
    const { db } = test.tenant;
    const twinId = await makeTwin(db);
    const createRecord = async (url: string, body: object): Promise<number> =>
      (await ask('POST', url, body)).body.id;
    const advisory = { twinId, targetHorizon: 'P7D' };
    const draft = await createRecord('/api/advisories', { ...advisory, name: 'Draft' });
    const { body: submitted } = await ask('POST', '/api/advisories', { ...advisory, name: 'Submitted' });
    await ask('POST', `/api/advisories/${submitted.id}/transition`, {
      transition: 'submit',
      version: submitted.version,
    });
    const blocked = await remove('advisory', [draft, submitted.id]);
    expect(blocked).toMatchObject({
      changed: 1,
      reasons: [{ title: 'Submitted', message: 'Only a draft can be deleted; this advisory is active.' }],
    });
    const workTag = await makeTag(db, { type: 'work' });
    const [analysis] = (await ask('POST', '/api/riskanalyses', [{ analysisName: 'Next year' }])).body;
    const kinds: Record<string, number> = {
      work: await createRecord('/api/work', { tagId: workTag, name: 'Oil', kind: 'preventive' }),
      'failure-mode': await createRecord('/api/failure-modes', { twinId, name: 'Wear' }),
      activity: await createRecord('/api/activities', { twinId, name: 'Oil' }),
      protection: await makeProtection(db, { twinId }),
      'risk-analysis': analysis.id,
      tag: await makeTag(db),
      twin: twinId,
    };
    for (const [type, id] of Object.entries(kinds)) {
      expect(await remove(type, [id]), type).toEqual({ done: 1, changed: 1, refused: 0, reasons: [] });
      expect(await remove(type, [id]), type).toMatchObject({ changed: 0, refused: 1 });
    }
  });
});

describe('further fields of an advisory', () => {
  it('are set for many advisories, and cannot change after an advisory has ended', async () => {
    await change('advisory', { fields: [text('cause')] });
    const twinId = await makeTwin(test.tenant.db);
    const { body: made } = await ask('POST', '/api/advisories', {
      twinId,
      name: 'Look',
      targetHorizon: 'P7D',
    });
    const advance = (transition: string, { version }: { version: number }) =>
      ask('POST', `/api/advisories/${made.id}/transition`, { transition, version, reason: 'Done' });
    const set = async (cause: string) => {
      const bulk = await ask('POST', '/api/records/advisory/changes', { ids: [made.id], fields: { cause } });
      await runCommand(test.tenant, { 'change-records': changeRecords }, bulk.body.commandId);
      return (await ask('GET', `/api/commands/${bulk.body.commandId}`)).body.result;
    };
    expect(await set('Wear')).toMatchObject({ changed: 1, refused: 0 });
    const { body: open } = await ask('GET', `/api/advisories/${made.id}`);
    const { body: active } = await advance('submit', open);
    expect((await advance('cancel', active)).body).toMatchObject({ state: 'canceled' });
    expect(await set('Other')).toMatchObject({
      changed: 0,
      reasons: [{ message: "The advisory is canceled: it can't be changed." }],
    });
    expect((await ask('GET', `/api/advisories/${made.id}`)).body.fields).toEqual({ cause: 'Wear' });
  });
});
