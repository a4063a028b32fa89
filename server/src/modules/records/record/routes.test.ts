import type { Command } from '@twinward/contracts/core/command';
import type { CustomRecord } from '@twinward/contracts/records/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeSession, makeUser } from '../../../testing/factories.ts';
import { toForm } from '../../../testing/form.ts';
import { fieldExpression } from '../field/service.ts';
import { getType } from '../record-type/service.ts';
import { changeRecords } from './bulk.ts';
import { deleteRecordIn } from './delete.ts';
import { importRecords } from './import-jobs.ts';
import { indexFields } from './indexing.ts';
import { refreshRecords, removeFieldValues } from './refresh.ts';
import { indexDueRecords } from './search-due.ts';
import { createRecordsIn } from './write.ts';

let test: TestApp;
let admin: Record<string, string>;
/** Has the type `inspection` assigned. */
let writer: Record<string, string>;
let viewer: Record<string, string>;
let assetId: number;
let inspectorId: number;

const fields = [
  { name: 'number', caption: 'Number', kind: 'auto-number', template: 'INS-{yyyy}-{0000}' },
  { name: 'place', caption: 'Place', kind: 'text', required: true, maximumLength: 100 },
  { name: 'thickness', caption: 'Thickness', kind: 'number', unit: 'mm', minimum: 0, maximum: 100 },
  { name: 'points', caption: 'Points', kind: 'integer', default: 4 },
  { name: 'cost', caption: 'Cost', kind: 'money' },
  { name: 'passed', caption: 'Passed', kind: 'yes-no' },
  { name: 'reason', caption: 'Reason', kind: 'long-text', shownWhen: { field: 'passed', values: [false] } },
  { name: 'next', caption: 'Next date', kind: 'date' },
  { name: 'seen', caption: 'Seen', kind: 'date-time' },
  { name: 'took', caption: 'Took', kind: 'duration' },
  { name: 'remedy', caption: 'Remedy', kind: 'list-item', list: 'REMEDIATION' },
  { name: 'remedies', caption: 'Remedies', kind: 'list-items', list: 'REMEDIATION' },
  { name: 'inspector', caption: 'Inspector', kind: 'user' },
  { name: 'asset', caption: 'Asset', kind: 'reference', recordType: 'asset' },
  { name: 'serial', caption: 'Serial', kind: 'text', unique: true },
  { name: 'photo', caption: 'Photo', kind: 'attachment' },
  { name: 'left', caption: 'Left', kind: 'computed', expression: '[thickness] - 3', unit: 'mm' },
];
const states = [
  { name: 'open', caption: 'Open' },
  { name: 'closed', caption: 'Closed' },
];
const transitions = [
  { from: 'open', to: 'closed', caption: 'Close' },
  { from: 'closed', to: 'open', caption: 'Open again', groups: ['LIST_MANAGERS'] },
];
const inspection = {
  name: 'inspection',
  caption: 'Inspection',
  titleTemplate: '{number} {place}',
  fields,
  states,
  transitions,
};

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  admin = await makeSession(db, { isAdmin: true });
  viewer = await makeSession(db, { groups: ['VIEWERS'] });
  writer = await makeSession(db, { recordTypes: ['inspection', 'round'] });
  assetId = await makeAsset(db, { assetName: 'Feed pump', uniqueId: 'P-101' });
  inspectorId = await makeUser(db);
  const made = await test.ask('POST', '/api/recordtypes', admin, inspection);
  expect(made.statusCode, made.body).toBe(201);
});
afterAll(() => test.close());

const create = (values: object, headers = writer, type = 'inspection') =>
  test.ask('POST', `/api/records/${type}`, headers, { fields: values });

async function created(values: object, type = 'inspection'): Promise<CustomRecord> {
  const answer = await create(values, writer, type);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

const list = async (body: object, query = '') => {
  const answer = await test.ask('POST', `/api/records/inspection/filters${query}`, viewer, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
};
const titles = async (field: string, operator: string, value?: unknown) =>
  (
    await list({
      filters: [
        { field: 'fields.place', operator: 'StartsWith', value: 'F-' },
        { field, operator, value },
      ],
    })
  )
    .json<CustomRecord[]>()
    .map(({ fields: { place } }) => place)
    .sort();

/** Waits until a call is blocked by a lock that a transaction holds. */
const someoneWaits = () =>
  expect
    .poll(async () => {
      const waiting = sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await waiting.execute(test.tenant.db)).rows.length;
    })
    .toBe(1);

describe('a record', () => {
  it('is created with all kinds of values in canonical form, read, and found', async () => {
    const record = await created({
      place: ' Roof ',
      thickness: 3.5,
      cost: 12.5,
      passed: false,
      reason: 'Worn',
      next: '2027-03-31',
      seen: '2026-03-31T14:30:00+02:00',
      took: 'PT90M',
      remedy: 1,
      remedies: [3, 1, 3],
      inspector: inspectorId,
      asset: assetId,
      serial: 'S-1',
    });
    const year = new Date().getUTCFullYear();
    expect(record).toMatchObject({
      type: 'inspection',
      title: `INS-${year}-0001 Roof`,
      state: 'open',
      incomplete: [],
      version: 1,
      captions: { asset: { [assetId]: 'Feed pump (P-101)' }, remedy: {} },
    });
    expect(record.fields).toMatchObject({
      place: 'Roof',
      thickness: 3.5,
      points: 4,
      cost: 12.5,
      passed: false,
      reason: 'Worn',
      left: 0.5,
      next: '2027-03-31',
      seen: '2026-03-31T12:30:00.000Z',
      took: 'PT90M',
      serial: 'S-1',
      remedies: [1, 3],
    });
    const read = await test.ask('GET', `/api/records/inspection/${record.id}`, viewer);
    expect(read.json()).toEqual(record);
    const byId = await test.ask('GET', `/api/records/${record.id}`, viewer);
    expect(byId.json()).toEqual(record);
    const found = await test.ask('POST', '/api/recordsearch', viewer, {
      filters: [{ field: 'SearchText', operator: 'Contains', value: 'feed pump' }],
    });
    expect([found.headers['x-paging-total-records'], found.json()]).toEqual([
      '1',
      [
        {
          type: 'inspection',
          typeCaption: 'Inspection',
          id: record.id,
          title: record.title,
          detail: 'Inspection',
        },
      ],
    ]);
  });

  it.each([
    [{}, 'fields.place', 'Required.'],
    [{ place: 'x'.repeat(101) }, 'fields.place', '1 characters over maximum length of 100.'],
    [{ place: 'a', thickness: 101 }, 'fields.thickness', 'Please enter a number between 0 and 100.'],
    [{ place: 'a', thickness: '3' }, 'fields.thickness', 'Please enter a number.'],
    [{ place: 'a', points: 1.5 }, 'fields.points', 'Please enter an integer.'],
    [{ place: 'a', next: '2026-02-30' }, 'fields.next', 'Please enter a date.'],
    [{ place: 'a', seen: 'soon' }, 'fields.seen', 'Please enter a date & time.'],
    [{ place: 'a', remedy: 999999 }, 'fields.remedy', 'There is no item 999999 in the list.'],
    [{ place: 'a', asset: 999999 }, 'fields.asset', 'There is no record 999999.'],
    [{ place: 'a', number: 'INS-1' }, 'fields.number', 'This field is calculated.'],
    [{ place: 'a', colour: 'red' }, 'fields.colour', "There is no field 'colour'."],
    [{ place: 'a', constructor: 'red' }, 'fields.constructor', "There is no field 'constructor'."],
  ])('with %j is refused with an error for %s', async (values, path, message) => {
    const answer = await create(values);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toContainEqual({ path, message });
  });

  it('clears a hidden field', async () => {
    const { fields: values } = await created({ place: 'Hidden', passed: true, reason: 'none' });
    expect(values).not.toHaveProperty('reason');
  });

  it('is changed with its version, field by field, with a readable history', async () => {
    const record = await created({ place: 'Versioned', thickness: 5, remedy: 1 });
    const url = `/api/records/inspection/${record.id}`;
    const change = { fields: { thickness: null, remedy: 2 }, version: 1 };
    const changed = await test.ask('PUT', url, writer, change);
    expect(changed.json()).toMatchObject({ version: 2, fields: { place: 'Versioned', remedy: 2 } });
    expect(changed.json().fields).not.toHaveProperty('left');
    const outdated = await test.ask('PUT', url, writer, change);
    expect([outdated.statusCode, outdated.json().current.version]).toEqual([409, 2]);
    const history = await test.ask('GET', `${url}/history`, viewer);
    expect(history.json()).toMatchObject([
      {
        action: 'update',
        old: { Thickness: '5 mm', Left: '2 mm', Remedy: 'Replace' },
        new: { Thickness: null, Left: null, Remedy: 'Repair' },
      },
      { action: 'create', old: null, new: { State: 'Open', Place: 'Versioned', Remedy: 'Replace' } },
    ]);
  });

  it('changes its state only by users who may make the transition', async () => {
    const record = await created({ place: 'States' });
    const step = (to: string, version: number, headers = writer) =>
      test.ask('POST', `/api/records/inspection/${record.id}/transition`, headers, { to, version });
    expect((await step('open', 1)).statusCode).toBe(409);
    expect((await step('closed', 1)).json()).toMatchObject({ state: 'closed', version: 2 });
    expect((await step('open', 2)).statusCode).toBe(403);
    expect((await step('open', 2, admin)).json()).toMatchObject({ state: 'open' });
  });

  it('has attachments', async () => {
    const { id } = await created({ place: 'Files' });
    const url = `/api/records/inspection/${id}/attachments`;
    const upload = (query: string, headers = writer) =>
      test.app.inject({
        method: 'POST',
        url: url + query,
        ...toForm({ name: 'a.txt', content: 'seen' }, headers),
      });
    expect((await upload('', viewer)).statusCode).toBe(403);
    expect((await upload('?field=place')).statusCode).toBe(400);
    const attachment = (await upload('?field=photo')).json();
    expect(attachment).toMatchObject({ name: 'a.txt', field: 'photo', size: 4 });
    expect((await test.ask('GET', url, viewer)).json()).toHaveLength(1);
    expect((await test.ask('GET', `${url}/${attachment.id}`, viewer)).body).toBe('seen');
    expect((await test.ask('DELETE', `${url}/${attachment.id}`, writer)).statusCode).toBe(204);
    expect((await test.ask('GET', `${url}/${attachment.id}`, viewer)).statusCode).toBe(404);
  });

  it('has a unique value, also with concurrent saves', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create({ place: 'Unique', serial: 'S-same' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(400)]);
    expect(answers.find(({ statusCode }) => statusCode === 400)!.json().errors).toEqual([
      { path: 'fields.serial', message: 'Please enter a unique value.' },
    ]);
  });

  it('has a unique auto-number, also with concurrent saves', async () => {
    const records = await Promise.all(Array.from({ length: 8 }, () => created({ place: 'Numbered' })));
    expect(new Set(records.map((record) => record.fields.number)).size).toBe(8);
  });

  it('is deleted unless another record refers to it', async () => {
    const round = {
      name: 'round',
      caption: 'Round',
      fields: [{ name: 'of', caption: 'Of', kind: 'reference', recordType: 'inspection' }],
    };
    expect((await test.ask('POST', '/api/recordtypes', admin, round)).statusCode).toBe(201);
    const use = await test.ask('GET', '/api/recordtypes/inspection/use', admin);
    expect(use.json()).toMatchObject({ references: ['round.of'] });
    const { id } = await created({ place: 'Referred' });
    const referring = await created({ of: id }, 'round');
    const url = `/api/records/inspection/${id}`;
    const blocked = await test.ask('DELETE', url, writer);
    expect([blocked.statusCode, blocked.json().message]).toEqual([
      409,
      'A record of Round refers to it by Of.',
    ]);
    expect((await test.ask('DELETE', `/api/records/round/${referring.id}`, writer)).statusCode).toBe(204);
    expect((await test.ask('DELETE', url, writer)).statusCode).toBe(204);
    expect((await test.ask('GET', url, viewer)).statusCode).toBe(404);
  });
});

describe('a reference to a record', () => {
  it('is refused if the record is deleted concurrently', async () => {
    const { db } = test.tenant;
    const { id } = await created({ place: 'Going' });
    const type = await getType(db, 'inspection');
    let saved: ReturnType<typeof create> | undefined;
    await withTransaction(db, async (deleting) => {
      await deleteRecordIn(deleting, null, type, id);
      saved = create({ of: id }, writer, 'round');
      void saved.then();
      await someoneWaits();
    });
    expect((await saved)!.json().errors).toEqual([
      { path: 'fields.of', message: `There is no record ${id}.` },
    ]);
  });

  it('that is saved concurrently prevents the deletion of the record', async () => {
    const { db } = test.tenant;
    const { id } = await created({ place: 'Staying' });
    const type = await getType(db, 'round');
    let deleted: ReturnType<typeof create> | undefined;
    await withTransaction(db, async (saving) => {
      await createRecordsIn(saving, null, type, [{ of: id }]);
      deleted = test.ask('DELETE', `/api/records/inspection/${id}`, writer);
      void deleted.then();
      await someoneWaits();
    });
    const answer = (await deleted)!;
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'A record of Round refers to it by Of.',
    ]);
  });
});

describe('a list', () => {
  it('can be filtered and sorted by every kind of field', async () => {
    await created({
      place: 'F-1',
      thickness: 1,
      points: 1,
      cost: 1.5,
      passed: true,
      next: '2026-01-01',
      took: 'PT1H',
      seen: '2026-01-01T00:00:00Z',
      remedy: 1,
      remedies: [1, 2],
      inspector: inspectorId,
      asset: assetId,
    });
    await created({
      place: 'F-2',
      thickness: 20,
      points: 20,
      cost: 20,
      passed: false,
      next: '2026-02-01',
      took: 'P2D',
      seen: '2026-02-01T00:00:00Z',
      remedy: 2,
      remedies: [2, 3],
    });
    await created({ place: 'F-3', thickness: 3, took: 'P1M' });
    expect(await titles('fields.thickness', 'GreaterThan', 2)).toEqual(['F-2', 'F-3']);
    expect(await titles('fields.points', 'EqualTo', 20)).toEqual(['F-2']);
    expect(await titles('fields.cost', 'LessThan', 2)).toEqual(['F-1']);
    expect(await titles('fields.passed', 'EqualTo', false)).toEqual(['F-2']);
    expect(await titles('fields.next', 'LessThanEqualTo', '2026-01-01')).toEqual(['F-1']);
    expect(await titles('fields.seen', 'GreaterThanEqualTo', '2026-01-31T23:00:00-01:00')).toEqual(['F-2']);
    expect(await titles('fields.took', 'GreaterThan', 86_400)).toEqual(['F-2', 'F-3']);
    expect(await titles('fields.remedy', 'In', [2, 3])).toEqual(['F-2']);
    expect(await titles('fields.remedies', 'EqualTo', 2)).toEqual(['F-1', 'F-2']);
    expect(await titles('fields.remedies', 'NotEqualTo', 1)).toEqual(['F-2', 'F-3']);
    expect(await titles('fields.inspector', 'EqualTo', inspectorId)).toEqual(['F-1']);
    expect(await titles('fields.asset', 'IsNotNull')).toEqual(['F-1']);
    expect(await titles('fields.left', 'LessThan', 0)).toEqual(['F-1']);
    expect(await titles('State', 'EqualTo', 'open')).toEqual(['F-1', 'F-2', 'F-3']);
    const filters = [{ field: 'fields.place', operator: 'StartsWith', value: 'F-' }];
    for (const [field, order] of [
      ['fields.thickness', 'F-1 F-3 F-2'],
      ['fields.took', 'F-1 F-2 F-3'],
      ['fields.place', 'F-1 F-2 F-3'],
    ] as const) {
      const sorted = (await list({ filters, sorts: [{ field, direction: 'Ascending' }] })).json<
        CustomRecord[]
      >();
      expect(sorted.map((record) => record.fields.place).join(' '), field).toBe(order);
    }
    const wrong = { filters: [{ field: 'fields.reason', operator: 'Contains', value: 'x' }] };
    expect((await test.ask('POST', '/api/records/inspection/filters', viewer, wrong)).statusCode).toBe(400);
  });
});

async function carryOut(commandId: string): Promise<Command> {
  const handlers = {
    'change-records': changeRecords,
    'import-records': importRecords,
    'index-fields': indexFields,
    'refresh-records': refreshRecords,
    'remove-field': removeFieldValues,
  };
  await runCommand(test.tenant, handlers, commandId);
  return (await test.ask('GET', `/api/commands/${commandId}`, admin)).json();
}

describe('many records', () => {
  it('are changed by a command, which counts the failures', async () => {
    const ids = [];
    for (const serial of ['B-1', 'B-2']) ids.push((await created({ place: 'Bulk', serial })).id);
    const body = { ids: [...ids, 999999], fields: { thickness: 7 } };
    const { commandId } = (await test.ask('POST', '/api/records/inspection/changes', writer, body)).json();
    expect((await carryOut(commandId)).result).toMatchObject({ changed: 2, refused: 1 });
    const filters = [{ field: 'fields.place', operator: 'EqualTo', value: 'Bulk' }];
    const records = (await list({ filters })).json<CustomRecord[]>();
    expect(records.map((record) => record.fields.thickness)).toEqual([7, 7]);
    const nothing = await test.ask('POST', '/api/records/inspection/changes', writer, { ids });
    expect(nothing.statusCode).toBe(400);
  });

  it('are exported and imported again without changes', async () => {
    await created({
      place: '=Trip',
      thickness: 1.25,
      passed: true,
      next: '2026-05-01',
      seen: '2026-05-01T10:00:00Z',
      took: 'PT8H',
      remedy: 1,
      remedies: [1, 2],
      asset: assetId,
      inspector: inspectorId,
      serial: 'T-1',
    });
    const body = { filters: [{ field: 'fields.serial', operator: 'EqualTo', value: 'T-1' }] };
    for (const format of ['csv', 'xlsx']) {
      const file = await test.ask('POST', `/api/records/inspection/export?format=${format}`, viewer, body);
      expect(file.statusCode).toBe(200);
      const result = await check(`back.${format}`, file.rawPayload);
      expect(result.result, format).toMatchObject({ rows: 1, unchanged: 1, error: 0 });
    }
  });
});

async function check(name: string, content: string | Buffer): Promise<Command> {
  const file = toForm({ name, content }, writer);
  const answer = await test.app.inject({ method: 'POST', url: '/api/records/inspection/imports', ...file });
  expect(answer.statusCode, answer.body).toBe(202);
  return carryOut(answer.json().commandId);
}

describe('an import', () => {
  const file =
    'Location;Serial;Thickness;Passed;Remedy;Remedies;Asset\n' +
    'Import 1;I-1;1,5;yes;Replace;Replace; Feed pump (P-101)\n' +
    'Import 2;I-2;2,5;no;repair;;P-101\n' +
    ';I-3;2;;;;\n' +
    'Import 4;I-1;2;;;;\n' +
    'Import 5;I-5;much;maybe;Paint;;P-999\n';
  const recheck = (commandId: string, mapping: object, headers = writer) =>
    test.ask('POST', `/api/records/inspection/imports/${commandId}/check`, headers, { mapping });

  it('is checked, then creates and changes records, and skips rows with an error', async () => {
    const first = await check('a.csv', file);
    expect(first).toMatchObject({
      status: 'error',
      error: expect.stringMatching(/^The column 'Location' is not known/),
      result: {
        columns: [
          { heading: 'Location', column: null, sample: 'Import 1' },
          { heading: 'Serial', column: 'serial', sample: 'I-1' },
          { heading: 'Thickness', column: 'thickness', sample: '1,5' },
          { heading: 'Passed', column: 'passed' },
          { heading: 'Remedy', column: 'remedy' },
          { heading: 'Remedies', column: 'remedies' },
          { heading: 'Asset', column: 'asset' },
        ],
      },
    });
    const again = await recheck(first.commandId, { Location: 'place' });
    const checked = await carryOut(again.json().commandId);
    expect(checked.result).toMatchObject({ dryRun: true, rows: 5, create: 2, error: 3 });
    const rows = `/api/records/inspection/imports/${checked.commandId}/rows/filters`;
    const messages = (await test.ask('POST', rows, writer, {})).json<
      { line: number; message: string | null }[]
    >();
    expect(Object.fromEntries(messages.map(({ line, message }) => [line, message]))).toEqual({
      2: null,
      3: null,
      4: 'Place: Required.',
      5: expect.stringMatching(/^Serial: /),
      6: expect.stringMatching(
        /Thickness: .*Passed: Please choose yes or no\. Remedy: There is no 'Paint'\. Asset: There is no 'P-999'\./,
      ),
    });
    const url = `/api/records/inspection/imports/${checked.commandId}`;
    const run = await test.ask('POST', `${url}/run`, writer);
    expect((await carryOut(run.json().commandId)).result).toMatchObject({
      dryRun: false,
      create: 2,
      error: 3,
    });
    const filters = [{ field: 'fields.serial', operator: 'StartsWith', value: 'I-' }];
    const records = (
      await list({ filters, sorts: [{ field: 'fields.serial', direction: 'Ascending' }] })
    ).json();
    expect(records).toMatchObject([
      {
        fields: { place: 'Import 1', thickness: 1.5, passed: true, remedy: 1, remedies: [1], asset: assetId },
      },
      { fields: { place: 'Import 2', thickness: 2.5, passed: false, remedy: 2, asset: assetId } },
    ]);
    const changes = await check('b.csv', 'Serial;Thickness\nI-1;1,5\nI-2;9,5\n');
    expect(changes.result).toMatchObject({ unchanged: 1, update: 1 });
    await indexDueRecords(test.tenant.db);
    const found = await test.ask('POST', '/api/recordsearch', viewer, {
      filters: [{ field: 'SearchText', operator: 'Contains', value: 'import 2' }],
    });
    expect(found.json()).toHaveLength(1);
    expect((await test.ask('GET', `${url}/rows.csv`, writer)).body).toContain('4,error');
    expect((await test.ask('GET', `${url}/rows.csv`, viewer)).statusCode).toBe(403);
  });

  it('detects the decimal sign from the whole file, also from a later batch', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => `Block ${index}\t5`);
    const { result, commandId } = await check(
      'blocks.csv',
      ['Place\tThickness', 'First\t1.000', ...rows, 'Last\t2,5'].join('\n'),
    );
    expect(result).toMatchObject({ rows: 1002, create: 1001, error: 1 });
    const filters = [{ field: 'Action', operator: 'EqualTo', value: 'error' }];
    const url = `/api/records/inspection/imports/${commandId}/rows/filters`;
    expect((await test.ask('POST', url, writer, { filters })).json()).toMatchObject([
      { line: 2, message: 'Thickness: Please enter a number between 0 and 100.' },
    ]);
  });

  it('skips columns that are not mapped, and maps another heading to a field by its name', async () => {
    const plain = await check('c.csv', 'Remark,Spot,Place\nx,Import 7,Import 8\n');
    const mapped = await recheck(plain.commandId, { Remark: null, Spot: 'place', Place: null });
    const checked = await carryOut(mapped.json().commandId);
    expect(checked.result).toMatchObject({
      create: 1,
      columns: [{ column: null }, { heading: 'Spot', column: 'place' }, { column: null }],
    });
    const doubled = await carryOut(
      (await recheck(plain.commandId, { Remark: null, Spot: 'place' })).json().commandId,
    );
    expect(doubled.error).toBe("There are two columns 'Place'.");
    const unknown = await carryOut(
      (await recheck(plain.commandId, { Remark: 'nothing', Place: null })).json().commandId,
    );
    expect(unknown.error).toMatch(/^The column 'nothing' is not known/);
  });

  it('can be checked again only by its user, while its file exists', async () => {
    const { commandId } = await check('d.csv', 'Place\nImport 9\n');
    expect((await recheck(commandId, {}, viewer)).statusCode).toBe(403);
    expect((await recheck(commandId, {}, {})).statusCode).toBe(401);
    expect((await recheck(commandId, { Place: 1 })).statusCode).toBe(400);
    const other = await makeSession(test.tenant.db, { recordTypes: ['inspection'] });
    expect((await recheck(commandId, {}, other)).statusCode).toBe(404);
    const run = await test.ask('POST', `/api/records/inspection/imports/${commandId}/run`, writer);
    await carryOut(run.json().commandId);
    expect((await recheck(run.json().commandId, {})).json().message).toBe(
      'Only a file that was checked can be checked again.',
    );
    expect((await recheck(commandId, {})).json().message).toBe(
      'The file was kept for one day only. Please choose it again.',
    );
    const recent = await test.ask('POST', '/api/commands/filters', writer, {
      filters: [{ field: 'RecordType', operator: 'EqualTo', value: 'inspection' }],
    });
    expect(recent.json<Command[]>().map((one) => one.targetName)).toContain('d.csv');
  });

  it('has a template', async () => {
    const url = '/api/records/inspection/imports/template';
    expect((await test.ask('GET', url, writer)).statusCode).toBe(200);
    expect((await test.ask('GET', url, viewer)).statusCode).toBe(403);
  });
});

describe('indexes of fields', () => {
  it('are built by a command, and used by the planner', async () => {
    const { db } = test.tenant;
    const command = await db
      .selectFrom('command')
      .select('id')
      .where('type', '=', 'index-fields')
      .where('target_id', '=', 'inspection')
      .executeTakeFirstOrThrow();
    const indexed = await carryOut(command.id);
    expect(indexed, JSON.stringify(indexed)).toMatchObject({
      status: 'done',
      // Three of them are trigram indexes.
      result: { created: 15 + 3, dropped: 0 },
    });
    const use = (await test.ask('GET', '/api/recordtypes/inspection/use', admin)).json();
    expect(use.fields.filter(({ index }: { index: string | null }) => index === 'ready')).toHaveLength(15);
    const type = await getType(db, 'inspection');
    const { id } = type;
    const thickness = type.fields.find(({ name }) => name === 'thickness')!;
    // The planner would sort so few records instead of using the index.
    const rows = await withTransaction(db, async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      await sql`set local enable_bitmapscan = off`.execute(trx);
      await sql`set local enable_sort = off`.execute(trx);
      const plan = await sql<{ 'QUERY PLAN': string }>`
        explain select id from record where type_id = ${sql.lit(id)}
        order by ${fieldExpression(thickness, type)} desc nulls last, id desc limit 10`.execute(trx);
      return plan.rows;
    });
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(`field_${id}_`);
  });
});

describe('access', () => {
  it('to an unrestricted type: VIEWERS and users with the type read, only the latter write', async () => {
    const { db } = test.tenant;
    const other = await makeSession(db);
    const administrators = await makeSession(db, { groups: ['VIEWERS', 'ADMINISTRATORS'] });
    const { id } = await created({ place: 'Access' });
    const url = `/api/records/inspection/${id}`;
    const status = async (headers: Record<string, string>) => [
      (await test.ask('GET', url, headers)).statusCode,
      (await create({ place: 'Access' }, headers)).statusCode,
    ];
    expect(await status(writer)).toEqual([200, 201]);
    expect(await status(viewer)).toEqual([200, 403]);
    expect(await status(administrators)).toEqual([200, 403]);
    expect(await status(other)).toEqual([404, 404]);
    expect(await status({})).toEqual([401, 401]);
    expect((await test.ask('GET', '/api/records/unknown/1', writer)).statusCode).toBe(404);
    expect((await test.ask('GET', '/api/records/asset/1', admin)).statusCode).toBe(404);
    expect((await test.ask('GET', '/api/records/inspection/x', writer)).statusCode).toBe(400);
    const byId = async (path: string, headers: Record<string, string>) =>
      (await test.ask('GET', `/api/records/${path}`, headers)).statusCode;
    expect([await byId(`${id}`, viewer), await byId(`${id}`, other), await byId(`${id}`, {})]).toEqual([
      200, 404, 401,
    ]);
    expect([await byId('999999', admin), await byId('x', admin)]).toEqual([404, 400]);
  });

  it('to a restricted type: only users with the type', async () => {
    const secret = { name: 'incident', caption: 'Incident', restricted: true, fields: [] };
    expect((await test.ask('POST', '/api/recordtypes', admin, secret)).statusCode).toBe(201);
    const insider = await makeSession(test.tenant.db, { recordTypes: ['incident'] });
    const status = async (headers: Record<string, string>) =>
      (await test.ask('POST', '/api/records/incident/filters', headers, {})).statusCode;
    expect([await status(insider), await status(viewer), await status(admin)]).toEqual([200, 404, 200]);
    const { id } = (await create({}, insider, 'incident')).json<CustomRecord>();
    expect((await test.ask('GET', `/api/records/${id}`, insider)).statusCode).toBe(200);
    expect((await test.ask('GET', `/api/records/${id}`, viewer)).statusCode).toBe(404);
    const names = async (headers: Record<string, string>) =>
      (await test.ask('POST', '/api/recordtypes/filters', headers, {}))
        .json()
        .map(({ name }: { name: string }) => name);
    expect(await names(insider)).toEqual(['incident']);
    expect(await names(viewer)).not.toContain('incident');
    expect((await test.ask('GET', '/api/recordtypes/incident', viewer)).statusCode).toBe(404);
  });
});
