import type { FieldDefinition } from '@twinward/contracts/records/field';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeSession } from '../../../testing/factories.ts';
import { toForm } from '../../../testing/form.ts';
import { toIndexName } from '../field/service.ts';
import { getType } from '../record-type/service.ts';
import { changeRecords } from './bulk.ts';
import { importRecords } from './import-jobs.ts';
import { indexFields, indexTypes } from './indexing.ts';
import { refreshRecords, removeFieldValues } from './refresh.ts';

let test: TestApp;
let admin: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  admin = await makeSession(test.tenant.db, { isAdmin: true });
  const answer = await ask('POST', '/api/recordtypes', {
    name: 'part',
    caption: 'Part',
    fields,
    states: [state('new'), state('used')],
    transitions: [{ from: 'new', to: 'used', caption: 'Use' }],
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
});
afterAll(() => test.close());

const field = (name: string, kind: string, more: object = {}) => ({ name, caption: name, kind, ...more });
const state = (name: string) => ({ name, caption: name });
const fields = [
  field('code', 'text', { unique: true }),
  field('mass', 'number', { unit: 'kg' }),
  field('count', 'integer'),
  field('double', 'computed', { expression: '[mass] * 2', unit: 'kg' }),
  field('made', 'date'),
  field('seen', 'date-time'),
  field('rest', 'duration'),
  field('good', 'yes-no'),
];

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) => {
  const answer = await test.ask(method, url, admin, body);
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
};

const create = async (values: object): Promise<number> => {
  const answer = await ask('POST', '/api/records/part', { fields: values });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
};

const handlers = {
  'index-fields': indexFields,
  'refresh-records': refreshRecords,
  'remove-field': removeFieldValues,
  'change-records': changeRecords,
  'import-records': importRecords,
};

/** Executes the pending commands one after the other. */
async function carryOut(): Promise<void> {
  for (;;) {
    const command = await test.tenant.db
      .selectFrom('command')
      .select('id')
      .where('status', '=', 'queued')
      .where('type', 'in', Object.keys(handlers) as (keyof typeof handlers)[])
      .orderBy('created_at')
      .executeTakeFirst();
    if (!command) return;
    await runCommand(test.tenant, handlers, command.id);
    const ended = await test.tenant.db
      .selectFrom('command')
      .select(['type', 'status', 'error'])
      .where('id', '=', command.id)
      .executeTakeFirst();
    expect(ended).toMatchObject({ status: 'done' });
  }
}

async function change(edit: (definitions: FieldDefinition[]) => unknown[]): Promise<RecordType> {
  const type = (await ask('GET', '/api/recordtypes/part')).body as RecordType;
  const answer = await ask('PUT', '/api/recordtypes/part', { ...type, fields: edit(type.fields) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** Returns the contents of a record's slots, by field. */
async function heldBy(id: number, type = 'part'): Promise<Record<string, unknown>> {
  const { slots } = await getType(test.tenant.db, type);
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(record) as row from record where id = ${id}`.execute(test.tenant.db);
  return Object.fromEntries(slots.map(({ name, column }) => [name, rows[0]!.row[column]]));
}

const empty = {
  code: null,
  mass: null,
  count: null,
  double: null,
  made: null,
  seen: null,
  rest: null,
  good: null,
};
const values = {
  code: 'A-1',
  mass: 1.5,
  count: 3,
  made: '2026-03-31',
  seen: '2026-03-31T14:30:00.000Z',
  rest: 'PT1H',
  good: true,
};
const held = { ...values, double: 3, rest: 3600 };

async function found(name: string, operator: string, value?: unknown): Promise<number[]> {
  const filters = [{ field: `fields.${name}`, operator, value }];
  const { status, body } = await ask('POST', '/api/records/part/filters', { filters });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.map(({ id }: { id: number }) => id);
}

describe('slots contain the values of their fields', () => {
  let id: number;

  it('of a new record', async () => {
    id = await create(values);
    expect(await heldBy(id)).toEqual(held);
    expect(await heldBy(await create({}))).toEqual(empty);
  });

  it('that lists filter by', async () => {
    for (const [name, value] of Object.entries({ ...values, double: 3, rest: 3600 }))
      expect(await found(name, 'EqualTo', value), name).toEqual([id]);
    expect(await found('made', 'LessThan', '2026-04-01')).toEqual([id]);
    expect(await found('mass', 'GreaterThan', 1.5)).toEqual([]);
  });

  it('of a changed record, including calculated fields', async () => {
    const { body } = await ask('GET', `/api/records/part/${id}`);
    const changed = await ask('PUT', `/api/records/part/${id}`, {
      fields: { mass: 4, good: null, code: 'A-2' },
      version: body.version,
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(await heldBy(id)).toEqual({ ...held, mass: 4, double: 8, good: null, code: 'A-2' });
  });

  it('of records changed in bulk', async () => {
    const { status, body } = await ask('POST', '/api/records/part/changes', {
      ids: [id],
      fields: { count: 7 },
    });
    expect(status, JSON.stringify(body)).toBe(202);
    await carryOut();
    expect(await heldBy(id)).toMatchObject({ count: 7, mass: 4, code: 'A-2' });
  });

  it('of a record that changes its state', async () => {
    const before = await heldBy(id);
    const { version } = (await ask('GET', `/api/records/part/${id}`)).body;
    const gone = await ask('POST', `/api/records/part/${id}/transition`, { to: 'used', version });
    expect(gone.status, JSON.stringify(gone.body)).toBe(200);
    expect(await heldBy(id)).toEqual(before);
  });

  it('of records that an import creates and changes', async () => {
    const form = toForm({ name: 'parts.csv', content: 'code,mass,good\nA-2,6,no\nA-3,7,yes\n' }, admin);
    const url = '/api/records/part/imports';
    const { commandId } = (await test.app.inject({ method: 'POST', url, ...form })).json();
    await carryOut();
    expect((await ask('POST', `${url}/${commandId}/run`)).status).toBe(202);
    await carryOut();
    const [created] = await found('code', 'EqualTo', 'A-3');
    expect(await heldBy(created!)).toEqual({ ...empty, code: 'A-3', mass: 7, double: 14, good: true });
    expect(await heldBy(id)).toMatchObject({ code: 'A-2', mass: 6, double: 12, good: false, count: 7 });
  });

  it('after the expression of a calculated field changed', async () => {
    await change((definitions) =>
      definitions.map((one) => (one.kind === 'computed' ? { ...one, expression: '[mass] * 3' } : one)),
    );
    await carryOut();
    expect(await heldBy(id)).toMatchObject({ mass: 6, double: 18 });
  });
});

/** Resets a type and its records to a version without slots. */
async function forgetSlots(name: string): Promise<void> {
  const { id, slots } = await getType(test.tenant.db, name);
  await sql`update record_type set slots = '[]' where id = ${id}`.execute(test.tenant.db);
  const emptied = sql.join(slots.map(({ column }) => sql`${sql.ref(column)} = null`));
  await sql`update record set ${emptied} where type_id = ${id}`.execute(test.tenant.db);
}

/** Counts the pending commands that index a type. */
async function waiting(type: string): Promise<number> {
  const commands = await test.tenant.db
    .selectFrom('command')
    .select('id')
    .where('type', '=', 'index-fields')
    .where('target_id', '=', type)
    .where('status', '=', 'queued')
    .execute();
  return commands.length;
}

describe('a part of a text', () => {
  it('is found with a trigram index', async () => {
    const id = await create({ code: 'Flange_7% of P-101' });
    await carryOut();
    expect(await found('code', 'Contains', 'GE_7%')).toEqual([id]);
    expect(await found('code', 'Contains', 'GEx7%')).toEqual([]);
    const type = await getType(test.tenant.db, 'part');
    const code = type.fields.find(({ name }) => name === 'code')!;
    const { rows } = await sql<{ indexdef: string }>`
      select indexdef from pg_indexes where indexname = ${toIndexName(type, code, 'parts')}`.execute(
      test.tenant.db,
    );
    const { column } = type.slots.find(({ name }) => name === 'code')!;
    expect(rows[0]?.indexdef).toContain(`USING gin (${column} gin_trgm_ops) WHERE (type_id = ${type.id})`);
  });
});

describe('a type that was saved before there were slots', () => {
  it('is assigned slots once at startup, which are filled before queries use them', async () => {
    const created = await ask('POST', '/api/recordtypes', { name: 'old', caption: 'Old', fields });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const { body } = await ask('POST', '/api/records/old', { fields: values });
    await carryOut();
    const { slots, version } = await getType(test.tenant.db, 'old');
    await forgetSlots('old');
    const filters = [{ field: 'fields.mass', operator: 'EqualTo', value: 1.5 }];
    const list = async () => (await ask('POST', '/api/records/old/filters', { filters })).body;

    await indexTypes(test.tenant.db);
    await indexTypes(test.tenant.db);
    const given = await getType(test.tenant.db, 'old');
    expect(given.slots).toEqual(slots.map((slot) => ({ ...slot, ready: false })));
    expect(given.version).toBe(version + 1);
    expect(await waiting('old')).toBe(1);
    expect(await list()).toMatchObject([{ id: body.id }]);
    await carryOut();
    await indexTypes(test.tenant.db);
    expect(await waiting('old')).toBe(0);
    expect((await getType(test.tenant.db, 'old')).slots).toEqual(slots);
    expect(await heldBy(body.id, 'old')).toEqual(held);
    expect(await list()).toMatchObject([{ id: body.id }]);
  });
});

describe('a slot', () => {
  it('of a field that just became filterable is filled before queries use it', async () => {
    await change((definitions) => [...definitions, field('late', 'number', { filterable: false })]);
    const id = await create({ code: 'L-1', late: 5 });
    expect(await heldBy(id)).not.toHaveProperty('late');
    await change((definitions) =>
      definitions.map((one) => (one.name === 'late' ? { ...one, filterable: true } : one)),
    );
    const findSlot = async () =>
      (await getType(test.tenant.db, 'part')).slots.find(({ name }) => name === 'late');
    expect(await findSlot()).toMatchObject({ ready: false });
    expect(await heldBy(id)).toMatchObject({ late: null });
    const later = await create({ code: 'L-2', late: 6 });
    expect(await heldBy(later)).toMatchObject({ late: 6 });
    expect((await found('late', 'GreaterThan', 4)).sort()).toEqual([id, later].sort());
    await carryOut();
    expect(await findSlot()).toMatchObject({ ready: true });
    expect(await heldBy(id)).toMatchObject({ late: 5 });
    expect((await found('late', 'GreaterThan', 4)).sort()).toEqual([id, later].sort());
  });

  it('that is reassigned contains no values of the previous field', async () => {
    const [record] = await found('late', 'EqualTo', 5);
    const before = (await getType(test.tenant.db, 'part')).slots.find(({ name }) => name === 'late')!;
    await change((definitions) =>
      definitions.map((one) => (one.name === 'late' ? { ...one, filterable: false } : one)),
    );
    await change((definitions) => [...definitions, field('fresh', 'number')]);
    const now = (await getType(test.tenant.db, 'part')).slots.find(({ name }) => name === 'fresh')!;
    expect(now).toEqual({ name: 'fresh', kind: 'number', column: before.column, ready: false });
    expect(await found('fresh', 'IsNotNull')).toEqual([]);
    await carryOut();
    expect(await heldBy(record!)).toMatchObject({ fresh: null });
    expect(await found('fresh', 'IsNotNull')).toEqual([]);
  });

  it('changes with the kind of its field', async () => {
    await change((definitions) =>
      definitions.map((one) => (one.name === 'fresh' ? (field('fresh', 'text') as never) : one)),
    );
    const record = await create({ code: 'K-1', fresh: 'new' });
    await carryOut();
    expect(await heldBy(record)).toMatchObject({ fresh: 'new' });
    expect(await found('fresh', 'EqualTo', 'new')).toEqual([record]);
  });

  it('is cleared when its field is removed with its values', async () => {
    const record = await create({ code: 'R-1', count: 9 });
    await change((definitions) =>
      definitions.map((one) => (one.name === 'count' ? { ...one, deprecated: true } : one)),
    );
    const { column } = (await getType(test.tenant.db, 'part')).slots.find(({ name }) => name === 'count')!;
    const removal = await ask('POST', '/api/recordtypes/part/fields/count/remove');
    expect(removal.status, JSON.stringify(removal.body)).toBe(202);
    await carryOut();
    const { rows } = await sql<{ value: unknown }>`
      select ${sql.ref(column)} as value from record where id = ${record}`.execute(test.tenant.db);
    expect(rows).toEqual([{ value: null }]);
    expect(await heldBy(record)).not.toHaveProperty('count');
  });

  it('allows index-only scans', async () => {
    const type = await getType(test.tenant.db, 'part');
    const { column } = type.slots.find(({ name }) => name === 'mass')!;
    const plan = await withTransaction(test.tenant.db, async (db) => {
      for (const setting of ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'])
        await sql`set local ${sql.raw(setting)} = off`.execute(db);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select id from record where type_id = ${sql.lit(type.id)} and ${sql.ref(column)} > 1
        order by ${sql.ref(column)} desc nulls last, id desc`.execute(db);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain(`Index Only Scan Backward using field_${type.id}_`);
  });

  it('is not assigned if all are used; the index is then on the expression', async () => {
    const names = Array.from({ length: 20 }, (_, place) => `flag${place}`);
    const flags = names.map((name) => field(name, 'yes-no'));
    const created = await ask('POST', '/api/recordtypes', { name: 'many', caption: 'Many', fields: flags });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    await carryOut();
    expect((await getType(test.tenant.db, 'many')).slots).toHaveLength(16);
    const { body } = await ask('POST', '/api/records/many', { fields: { flag19: true } });
    const filters = [{ field: 'fields.flag19', operator: 'EqualTo', value: true }];
    expect((await ask('POST', '/api/records/many/filters', { filters })).body).toMatchObject([
      { id: body.id },
    ]);
  });
});
