import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { textField, useRecordTypes } from '../../../testing/record-types.ts';
import { getType, lockTypeShared } from '../record-type/service.ts';
import { createRecordsIn } from './write.ts';

const { shared, ask, get, create, record, change, carryOut } = useRecordTypes();

describe('hostile names', () => {
  const tooLong = 'x'.repeat(10_000);
  it.each(["a'b", 'a"b', '__proto__', tooLong, 'שם', 'a; drop table record', '1a', '', 'a b'])(
    'refuses the identifier %j',
    async (name) => {
      const ofType = await create({ name, caption: 'Any' });
      const ofField = await create({
        name: 'hostile',
        caption: 'Any',
        fields: [textField(name, { caption: 'A' })],
      });
      expect([ofType.status, ofField.status]).toEqual([400, 400]);
    },
  );

  it.each(['constructor', 'toString', 'valueOf'])(
    'refuses the field name %s, a property of every JavaScript object',
    async (name) => {
      const { status, body } = await create({ name: 'hostile', caption: 'Any', fields: [textField(name)] });
      expect([status, body.errors]).toEqual([
        400,
        [{ path: 'fields.0.name', message: 'Please choose another name.' }],
      ]);
    },
  );

  it('shows captions and values as text', async () => {
    const caption = `"'; drop table record; -- \u202Eשלום <b>__proto__</b>`;
    const hostile = { caption, helpText: caption, section: caption.slice(0, 100) };
    const fields = [textField('note', hostile), textField('other', { caption: '{note}' })];
    const states = [
      { name: 'open', caption },
      { name: 'closed', caption: `${caption} 2` },
    ];
    const transitions = [{ from: 'open', to: 'closed', caption }];
    const type = { name: 'shown', caption, titleTemplate: '{note}', fields, states, transitions };
    expect((await create(type)).status).toBe(201);
    expect(await get('shown')).toMatchObject({ fields: [hostile, {}], states, transitions });
    for (const [part, parts] of [
      ['helpText', { fields: [textField('note', { helpText: tooLong })] }],
      ['section', { fields: [textField('note', { section: tooLong })] }],
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
    const proto = await shared.test.app.inject({
      method: 'POST',
      url: '/api/records/shown',
      headers: { ...shared.admin, 'content-type': 'application/json' },
      payload: '{"fields":{"__proto__":"x"}}',
    });
    expect(proto.statusCode).toBe(400);
    expect((await record('shown', { note: tooLong })).status).toBe(400);
    expect((await ask('GET', `/api/recordtypes/${encodeURIComponent("x' or '1'='1")}`)).status).toBe(404);
  });
});

describe('a type', () => {
  it.each([
    [{ fields: [textField('a'), textField('A')] }, 'fields.1.name', 'Please enter a unique value.'],
    [{ fields: [textField('a', { pattern: '(a+)+' })] }, 'fields.0.pattern', /fixed number of times/],
    [
      { fields: [textField('a', { pattern: '(' })] },
      'fields.0.pattern',
      'Please enter a valid regular expression.',
    ],
    [
      { fields: [textField('a', { default: 'xxx', maximumLength: 2 })] },
      'fields.0.default',
      /over maximum length/,
    ],
    [
      { fields: [textField('a', { shownWhen: { field: 'b' } })] },
      'fields.0.shownWhen',
      "There is no field 'b'.",
    ],
    [{ titleTemplate: '{b}', fields: [textField('a')] }, 'titleTemplate', "There is no field 'b'."],
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
    [{ fields: Array.from({ length: 65 }, (_, i) => textField(`f${i}`)) }, 'fields', /at most 64 fields/],
  ])('is refused if invalid (%#)', async (parts, path, message) => {
    const { status, body } = await create({ name: 'wrong', caption: 'Wrong', ...parts });
    expect(status).toBe(400);
    expect(body.errors).toContainEqual({
      path,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  it('is copied, changed with its version, and deleted if it has no records', async () => {
    expect((await create({ name: 'first', caption: 'First', fields: [textField('a')] })).status).toBe(201);
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
    await create({ name: 'kept', caption: 'Kept', fields: [textField('a'), textField('b')] });
    const { id } = (await record('kept', { a: 'x', b: 'y' })).body;
    const number = { name: 'a', caption: 'A', kind: 'number' };
    expect((await change('kept', { fields: [number, textField('b')] })).body.message).toMatch(
      /its kind can’t change/,
    );
    expect((await change('kept', { fields: [textField('b')] })).body.message).toMatch(/please deprecate it/);
    expect((await ask('POST', '/api/recordtypes/kept/fields/a/remove')).status).toBe(409);
    const deprecated = [textField('a', { deprecated: true }), textField('b')];
    expect((await change('kept', { fields: deprecated })).status).toBe(200);
    expect((await ask('PUT', `/api/records/kept/${id}`, { fields: { a: 'z' }, version: 1 })).status).toBe(
      400,
    );
    expect((await ask('POST', '/api/recordtypes/kept/fields/a/remove')).status).toBe(202);
    await carryOut('remove-field', 'kept');
    expect((await get('kept')).fields.map(({ name }) => name)).toEqual(['b']);
    expect((await ask('GET', `/api/records/kept/${id}`)).body.fields).toEqual({ b: 'y' });
    expect((await change('kept', { fields: [number, textField('b')] })).status).toBe(200);
  });

  it('makes a field unique only without duplicates, which are listed', async () => {
    await create({ name: 'doubles', caption: 'Doubles', fields: [textField('a')] });
    for (const a of ['x', 'x', 'y']) await record('doubles', { a });
    const refused = await change('doubles', { fields: [textField('a', { unique: true })] });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The a can’t be unique. Several records have the same value: x (2).',
    ]);
  });

  it('refuses to make a field unique if a record that is saved concurrently is a duplicate', async () => {
    const { db } = shared.test.tenant;
    await create({ name: 'raced', caption: 'Raced', fields: [textField('a')] });
    await record('raced', { a: 'x' });
    const type = await getType(db, 'raced');
    let changed: ReturnType<typeof change> | undefined;
    await withTransaction(db, async (saving) => {
      await lockTypeShared(saving, 'raced');
      await createRecordsIn(saving, null, type, [{ a: 'x' }]);
      changed = change('raced', { fields: [textField('a', { unique: true })] });
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
    await create({ name: 'renewed', caption: 'Renewed', fields: [textField('a'), n] });
    const { id } = (await record('renewed', { a: 'x', n: 2 })).body;
    const twice = { name: 'twice', caption: 'Twice', kind: 'computed', expression: '[n] * 2' };
    await change('renewed', { titleTemplate: '{a}: {twice}', fields: [textField('a'), n, twice] });
    await carryOut('refresh-records', 'renewed');
    await carryOut('refresh-records', 'renewed');
    const renewed = (await ask('GET', `/api/records/renewed/${id}`)).body;
    expect(renewed).toMatchObject({ fields: { twice: 4 }, version: 1 });
    expect(renewed.title).toBe('x: 4');
  });

  it('refreshes no records if titles and search do not use the changed field', async () => {
    await create({ name: 'calm', caption: 'Calm', fields: [textField('a')] });
    const renewals = async () =>
      (
        await shared.test.tenant.db
          .selectFrom('command')
          .select('id')
          .where('type', '=', 'refresh-records')
          .where('target_id', '=', 'calm')
          .execute()
      ).length;
    await change('calm', { fields: [textField('a'), { name: 'n', caption: 'N', kind: 'number' }] });
    expect(await renewals()).toBe(0);
    await change('calm', { fields: [textField('a'), textField('b')] });
    expect(await renewals()).toBe(1);
  });
});

describe('a field made required', () => {
  it('lists all records without a value during 50 concurrent saves, and is then required', async () => {
    await create({ name: 'busy', caption: 'Busy', fields: [textField('a'), textField('b')] });
    const first: number = (await record('busy', { a: 'first' })).body.id;
    const saves = Array.from({ length: 50 }, (_, i) =>
      record('busy', { a: `a${i}`, ...(i % 2 ? { b: 'b' } : {}) }),
    );
    const changed = change('busy', { fields: [textField('a'), textField('b', { required: true })] });
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
    await create({ name: 'tank', caption: 'Tank', fields: [textField('name')] });
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
    expect((await change('tank', { fields: [textField('name'), ...rollUps] })).status).toBe(200);
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
    await create({ name: 'vessel', caption: 'Vessel', fields: [textField('name')] });
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
        textField('word'),
        { name: 'slow', caption: 'Slow', kind: 'reference', recordType: 'vessel', filterable: false },
      ],
    });
    const fields = [
      textField('name'),
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

  it('match records by the value that is shown', async () => {
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
    const file = await shared.test.ask('POST', '/api/records/vessel/export?format=csv', shared.admin, {});
    expect(file.body).toContain('A,2,3.5,1,1.5,2026-05-01,no,Sound,long,A,2');
  });
});
