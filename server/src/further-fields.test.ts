import { type SystemType, systemTypes } from '@twinward/contracts/records/record-type';
import type { AuditEntry } from '@twinward/contracts/system/audit';
import { systemFields } from '@twinward/domain/records/system-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importTags } from './modules/signals/tag-import/jobs.ts';
import { recordWork } from './modules/work/work/service.ts';
import { importWork } from './modules/work/work-import/jobs.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { runCommand } from './testing/commands.ts';
import { makeAsset, makeSession, makeTag, makeTwin } from './testing/factories.ts';
import { toForm } from './testing/form.ts';
import { readSheets } from './testing/workbooks.ts';

/** Further fields of the built-in record types: in forms, lists, files, search and the audit trail. */

let test: TestApp;
let admin: Record<string, string>;
let viewer: Record<string, string>;
let twinId: number;
let workTagId: number;

const hostile = `"><b>Note</b>'; drop table asset --`;

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  admin = await makeSession(db, { isAdmin: true });
  viewer = await makeSession(db, { groups: ['VIEWERS'] });
  twinId = await makeTwin(db);
  workTagId = await makeTag(db, { type: 'work', name: 'WORK.TAG' });
  for (const type of systemTypes) {
    const { status, body } = await setFields(type, [
      { name: 'note', caption: hostile, kind: 'text', unique: true },
      { name: 'depth', caption: 'Depth', kind: 'number', unit: 'mm', minimum: 0, maximum: 10, default: 1 },
      { name: 'serial', caption: 'Serial', kind: 'auto-number', template: 'S-{0000}' },
      { name: 'twice', caption: 'Twice', kind: 'computed', expression: '[depth] * 2', unit: 'mm' },
      { name: 'mate', caption: 'Mate', kind: 'reference', recordType: type },
      { name: 'shade', caption: 'Shade', kind: 'text' },
      { name: 'photo', caption: 'Photo', kind: 'attachment' },
    ]);
    expect([type, status, body.message]).toEqual([type, 200, undefined]);
  }
});
afterAll(() => test.close());

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) => {
  const answer = await test.ask(method, url, admin, body);
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
};

async function setFields(type: SystemType, fields: readonly object[]) {
  const { body } = await ask('GET', `/api/recordtypes/${type}`);
  return ask('PUT', `/api/recordtypes/${type}`, { ...body, fields });
}

async function listAudit(type: SystemType, id: number): Promise<AuditEntry[]> {
  const filters = [
    { field: 'EntityType', operator: 'EqualTo', value: type },
    { field: 'EntityId', operator: 'EqualTo', value: String(id) },
  ];
  return (await ask('POST', '/api/audit/filters', { filters })).body;
}

let count = 0;
const unique = (text: string): string => `${text} ${++count}`;

interface Saved {
  id: number;
  version: number;
  fields: Record<string, unknown>;
}
interface Answer {
  status: number;
  body: Saved & { name: string; message?: string; errors?: { path: string; message: string }[] };
}

/** How records of a type are created, changed and listed. */
interface Kind {
  create(fields: object): Promise<Answer>;
  update(saved: Saved, fields: object): Promise<Answer>;
  /** The path of its list, if it has filters. */
  list: string | null;
  /** The prefix of `fields.` in the errors of a creation and of a change. */
  paths?: { create?: string; update?: string };
}

const one = ({ status, body }: Answer): Answer => ({ status, body: Array.isArray(body) ? body[0] : body });
const named = () => ({ name: unique('Name') });

const kinds: Record<SystemType, Kind> = {
  asset: {
    create: (fields) =>
      ask('POST', '/api/assets', { uniqueId: unique('A'), assetName: unique('Asset'), fields }),
    update: ({ id, version }, fields) =>
      ask('PUT', `/api/assets/${id}`, { uniqueId: unique('A'), assetName: 'Asset', version, fields }),
    list: '/api/assets/filters',
  },
  twin: {
    create: async (fields) => ask('POST', '/api/twins', { assetId: await makeAsset(test.tenant.db), fields }),
    update: ({ id, version }, fields) => ask('PUT', `/api/twins/${id}`, { version, fields }),
    list: '/api/twins/filters',
  },
  tag: {
    create: async (fields) => {
      const name = unique('Tag');
      return one(await ask('POST', '/api/tags', [{ name, caption: name, type: 'data_point', fields }]));
    },
    update: ({ id, version }, fields) =>
      ask('PUT', `/api/tags/${id}`, { name: unique('Tag'), caption: 'Tag', version, fields }),
    list: '/api/tags/filters',
  },
  protection: {
    create: async (fields) => one(await ask('POST', '/api/indicators', [{ twinId, ...named(), fields }])),
    update: ({ id, version }, fields) => ask('PUT', `/api/indicators/${id}`, { ...named(), version, fields }),
    list: '/api/indicators/filters',
  },
  advisory: {
    create: (fields) => ask('POST', '/api/advisories', { twinId, ...named(), fields }),
    update: ({ id, version }, fields) => ask('PUT', `/api/advisories/${id}`, { ...named(), version, fields }),
    list: '/api/advisories/filters',
  },
  'risk-analysis': {
    create: async (fields) => one(await ask('POST', '/api/riskanalyses/', [{ ...named(), fields }])),
    update: ({ id, version }, fields) => ask('PUT', `/api/riskanalyses/${id}`, { version, fields }),
    list: '/api/riskanalyses/filters',
    paths: { create: '0.' },
  },
  work: {
    create: (fields) => ask('POST', '/api/work', { tagId: workTagId, ...named(), kind: 'other', fields }),
    update: ({ id, version }, fields) =>
      ask('PUT', `/api/work/${id}`, { ...named(), kind: 'other', version, fields }),
    list: '/api/work/filters',
  },
  'failure-mode': {
    create: (fields) => ask('POST', '/api/failure-modes', { twinId, ...named(), fields }),
    update: ({ id, version }, fields) =>
      ask('PUT', '/api/failure-modes/with-risk', { failureMode: { id, ...named(), version, fields } }),
    list: '/api/failure-modes/filters',
    paths: { update: 'failureMode.' },
  },
  activity: {
    create: (fields) => ask('POST', '/api/activities', { twinId, ...named(), fields }),
    update: ({ id, version }, fields) => ask('PUT', `/api/activities/${id}`, { ...named(), version, fields }),
    list: null,
  },
};

describe.each(systemTypes)('the further fields of a %s', (type) => {
  const kind = kinds[type];

  it('accept files, which are audited and accessible only through their record', async () => {
    const { id } = (await kind.create({ note: unique('Files') })).body;
    const url = `/api/records/${type}/${id}/attachments`;
    const upload = (query: string, headers = admin) =>
      test.app.inject({
        method: 'POST',
        url: url + query,
        ...toForm({ name: 'a.txt', content: 'seen' }, headers),
      });
    expect((await upload('?field=photo', viewer)).statusCode).toBe(403);
    expect((await upload('?field=note')).json().errors).toEqual([
      { path: 'field', message: "There is no field 'note' of kind attachment." },
    ]);
    expect((await upload('')).json().errors).toEqual([
      { path: 'field', message: 'Please name a field of kind attachment.' },
    ]);
    const answer = await upload('?field=photo');
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      { name: 'a.txt', field: 'photo', size: 4 },
    ]);
    const file = `${url}/${answer.json().id}`;
    expect((await test.ask('GET', url, viewer)).json()).toMatchObject([{ name: 'a.txt' }]);
    expect((await test.ask('GET', file, viewer)).body).toBe('seen');
    expect(await listAudit(type, id)).toContainEqual(expect.objectContaining({ new: { Photo: 'a.txt' } }));
    const other = (await kind.create({ note: unique('Files') })).body;
    const elsewhere = `/api/records/${type}/${other.id}/attachments/${answer.json().id}`;
    expect((await test.ask('GET', elsewhere, viewer)).statusCode).toBe(404);
    expect((await test.ask('DELETE', elsewhere, admin)).statusCode).toBe(404);
    expect((await test.ask('DELETE', file, viewer)).statusCode).toBe(403);
    expect((await test.ask('DELETE', file, admin)).statusCode).toBe(204);
    expect((await test.ask('GET', file, viewer)).statusCode).toBe(404);
    expect((await test.ask('GET', `/api/records/${type}/999999/attachments`, viewer)).statusCode).toBe(404);
  });

  it('are stored with defaults and calculated values, changed and audited', async () => {
    const mate = await kind.create({ note: unique('mate') });
    const note = unique(hostile);
    const made = await kind.create({ note, mate: mate.body.id });
    expect([made.status, made.body.message]).toEqual([201, undefined]);
    expect(made.body.fields).toEqual({
      note,
      depth: 1,
      twice: 2,
      mate: mate.body.id,
      serial: expect.stringMatching(/^S-\d{4}$/),
    });
    expect(made.body.fields.serial).not.toBe(mate.body.fields.serial);
    const changed = await kind.update(made.body, { depth: 2.5, mate: null });
    expect([changed.status, changed.body.message]).toEqual([200, undefined]);
    expect(changed.body.fields).toEqual({ note, depth: 2.5, twice: 5, serial: made.body.fields.serial });
    const entries = await listAudit(type, made.body.id);
    expect(entries.find(({ action }) => action === 'create')?.new).toMatchObject({
      [hostile]: note,
      Depth: '1 mm',
      Mate: expect.stringMatching(/\S/),
    });
    const update = entries.find(({ action }) => action === 'update')!;
    expect([update.old?.Depth, update.new?.Depth]).toEqual(['1 mm', '2.5 mm']);
    expect(update.new).not.toHaveProperty('Serial');
  });

  it.each<[object, string, string]>([
    [{ depth: 11 }, 'depth', 'Please enter a number between 0 and 10.'],
    [{ serial: 'S-9999' }, 'serial', 'This field is calculated.'],
    [{ mate: 2_000_000_000 }, 'mate', 'There is no record 2000000000.'],
    [{ nothing: 1 }, 'nothing', "There is no field 'nothing'."],
    [{ 'a"; drop table asset': 1 }, 'a"; drop table asset', `There is no field 'a"; drop table asset'.`],
    [{ constructor: 1 }, 'constructor', "There is no field 'constructor'."],
  ])('reject %j and write nothing', async (fields, name, message) => {
    const made = await kind.create({ note: unique('kept') });
    const refused = await kind.create(fields);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: `${kind.paths?.create ?? ''}fields.${name}`, message }],
    ]);
    const change = await kind.update(made.body, fields);
    expect([change.status, change.body.errors]).toEqual([
      400,
      [{ path: `${kind.paths?.update ?? ''}fields.${name}`, message }],
    ]);
    expect((await kind.update(made.body, {})).body.fields).toEqual(made.body.fields);
  });

  it('reject a duplicate of a unique value', async () => {
    const note = unique('once');
    await kind.create({ note });
    expect((await kind.create({ note })).body.errors).toMatchObject([
      { message: 'Please enter a unique value.' },
    ]);
  });

  it.runIf(kind.list !== null)('are returned, filtered and sorted by the list', async () => {
    const shade = unique('shade');
    const ids: number[] = [];
    for (const depth of [3, 1, 2]) ids.push((await kind.create({ shade, depth })).body.id);
    const filters = [{ field: 'fields.shade', operator: 'EqualTo', value: shade }];
    const sorts = [{ field: 'fields.depth', direction: 'Descending' }];
    const listed = await ask('POST', kind.list!, { filters, sorts });
    expect(listed.body.map((row: Saved) => [row.id, row.fields.shade, row.fields.depth])).toEqual([
      [ids[0], shade, 3],
      [ids[2], shade, 2],
      [ids[1], shade, 1],
    ]);
    const unknown = [{ field: 'fields.nothing', operator: 'EqualTo', value: 1 }];
    expect((await ask('POST', kind.list!, { filters: unknown })).status).toBe(400);
  });

  it.runIf(kind.list !== null)('do not affect the filters of system fields', async () => {
    for (const { filter } of systemFields[type]) {
      if (filter === null) continue;
      const filters = [{ field: filter, operator: 'IsNotNull' }];
      const { status, body } = await ask('POST', kind.list!, { filters });
      expect([filter, status, body.message]).toEqual([filter, 200, undefined]);
    }
  });

  it('can refer to a record, which is found by id and by part of its title', async () => {
    const { body } = await kind.create({});
    const found = await ask('GET', `/api/references/${type}?id=${body.id}`);
    expect(found.body).toMatchObject([{ type, id: body.id, title: expect.stringMatching(/\S/) }]);
    const { title } = found.body[0];
    const searched = await ask('GET', `/api/references/${type}?text=${encodeURIComponent(title.slice(1))}`);
    expect(searched.body.map((one: Saved) => one.id)).toContain(body.id);
  });
});

describe('a required field', () => {
  it('is required at the next save, but not for work that a rule creates', async () => {
    const { body: type } = await ask('GET', '/api/recordtypes/work');
    const before = await kinds.work.create({});
    const required = { name: 'permit', caption: 'Permit', kind: 'text', required: true };
    expect((await setFields('work', [...type.fields, required])).status).toBe(200);
    expect((await kinds.work.create({})).body.errors).toEqual([
      { path: 'fields.permit', message: 'Required.' },
    ]);
    expect((await kinds.work.update(before.body, {})).status).toBe(400);
    expect((await kinds.work.update(before.body, { permit: 'P-1' })).body.fields.permit).toBe('P-1');
    const id = await recordWork(test.tenant.db, {
      tagId: workTagId,
      name: 'Made by a rule',
      kind: 'inspection',
      startedAt: null,
      completedAt: null,
    });
    expect((await ask('GET', `/api/work/${id}`)).body.fields).toMatchObject({
      depth: 1,
      serial: expect.stringMatching(/^S-/),
    });
    const optional = await setFields('work', [...type.fields, { ...required, required: false }]);
    expect(optional.status).toBe(200);
  });
});

describe('references', () => {
  it.each([
    ['GET', '/api/references/nothing', 404],
    ['GET', '/api/references/twin?id=x', 400],
    ['GET', `/api/references/twin?text=${'x'.repeat(101)}`, 400],
    ['GET', "/api/references/twin?text='%20or%201%3D1", 200],
  ] as const)('%s %s is answered with %i', async (method, url, status) => {
    expect((await ask(method, url)).status).toBe(status);
  });

  it('require a session and permission to read records of the type', async () => {
    const nobody = await makeSession(test.tenant.db);
    expect((await test.ask('GET', '/api/references/twin', {})).statusCode).toBe(401);
    expect((await test.ask('GET', '/api/references/twin', nobody)).statusCode).toBe(403);
  });
});

describe('search', () => {
  it.each([
    ['twin', 0],
    ['tag', 2],
    ['risk-analysis', 3],
  ] as const)('finds a %s by its further fields', async (type, number) => {
    const shade = `sphinx${++count}quartz`;
    const { body } = await kinds[type].create({ shade });
    const filters = [{ field: 'SearchText', operator: 'Contains', value: shade }];
    const found = await ask('POST', '/api/search', { filters, types: [number] });
    expect(found.body.map((one: Saved) => one.id)).toEqual([body.id]);
  });
});

/** The record type whose records the roll-ups of a type summarize. */
const toCheckName = (type: SystemType): string => `check_${type.replaceAll('-', '_')}`;

describe('a roll-up', () => {
  beforeAll(async () => {
    const child = (type: SystemType) => ({
      name: toCheckName(type),
      caption: `Check of ${type}`,
      restricted: type === 'asset',
      fields: [
        { name: 'of', caption: 'Of', kind: 'reference', recordType: type },
        { name: 'depth', caption: 'Depth', kind: 'number' },
      ],
    });
    for (const type of systemTypes) {
      const made = await ask('POST', '/api/recordtypes', child(type));
      expect([made.status, made.body.message]).toEqual([201, undefined]);
      const { body } = await ask('GET', `/api/recordtypes/${type}`);
      const rollUp = { kind: 'roll-up', recordType: toCheckName(type), reference: 'of' };
      const added = [
        { ...rollUp, name: 'checks', caption: 'Checks', function: 'count' },
        { ...rollUp, name: 'least', caption: 'Least depth', function: 'minimum', field: 'depth' },
      ];
      const { status } = await setFields(type, [...body.fields, ...added]);
      expect([type, status]).toEqual([type, 200]);
    }
  });
  const getRollUps = async (type: SystemType, id: number, headers = admin) =>
    test.ask('GET', `/api/roll-ups/${type}?id=${id}`, headers);

  it.each(systemTypes)(
    'is calculated from the records that refer to a %s, and rejected as input',
    async (type) => {
      const { body } = await kinds[type].create({});
      const { id } = body;
      expect((await getRollUps(type, id)).json()).toEqual([{ id, fields: { checks: 0 } }]);
      for (const depth of [4, 2.5]) {
        const made = await ask('POST', `/api/records/${toCheckName(type)}`, { fields: { of: id, depth } });
        expect(made.status, JSON.stringify(made.body)).toBe(201);
      }
      expect((await getRollUps(type, id)).json()).toEqual([{ id, fields: { checks: 2, least: 2.5 } }]);
      const refused = await kinds[type].create({ checks: 3 });
      expect([refused.status, refused.body.errors?.[0]?.message]).toEqual([400, 'This field is calculated.']);
    },
  );

  it.each(systemTypes)('can filter and sort the list of the type %s, if it has one', async (type) => {
    const url = kinds[type].list;
    if (url === null) return;
    const { body } = await kinds[type].create({});
    const check = { fields: { of: body.id, depth: 0.125 } };
    expect((await ask('POST', `/api/records/${toCheckName(type)}`, check)).status).toBe(201);
    const filters = [{ field: 'fields.least', operator: 'EqualTo', value: 0.125 }];
    const sorts = [{ field: 'fields.checks', direction: 'Descending' }];
    const found = await ask('POST', url, { filters, sorts });
    expect(found.status, JSON.stringify(found.body)).toBe(200);
    expect(found.body.map(({ id }: Saved) => id)).toEqual([body.id]);
    if (type !== 'asset') return;
    const hidden = await test.ask('POST', url, viewer, { filters });
    expect(hidden.statusCode).toBe(400);
  });

  it('is hidden without permission to read the records', async () => {
    const viewer = await makeSession(test.tenant.db, { groups: ['VIEWERS'] });
    const { body } = await kinds.asset.create({});
    expect((await getRollUps('asset', body.id, viewer)).json()).toEqual([{ id: body.id, fields: {} }]);
  });

  it('is missing for an unknown record, and invalid calls are answered with 400, 401, 403 or 404', async () => {
    expect((await getRollUps('asset', 999_999_999)).json()).toEqual([]);
    const nobody = await makeSession(test.tenant.db);
    const status = async (url: string, headers = admin) => (await test.ask('GET', url, headers)).statusCode;
    expect(await status('/api/roll-ups/asset')).toBe(400);
    expect(await status('/api/roll-ups/asset?id=x')).toBe(400);
    expect(await status('/api/roll-ups/asset?id=1', {})).toBe(401);
    expect(await status('/api/roll-ups/asset?id=1', nobody)).toBe(403);
    expect(await status('/api/roll-ups/nothing?id=1')).toBe(404);
  });
});

describe('files', () => {
  const handlers = { 'import-work': importWork, 'import-tags': importTags };
  async function importFile(kind: 'work' | 'tags', name: string, content: string | Buffer, fields = {}) {
    const form = toForm({ name, content, fields }, admin);
    const uploaded = await test.app.inject({ method: 'POST', url: `/api/${kind}/imports`, ...form });
    const { commandId } = uploaded.json();
    await runCommand(test.tenant, handlers, commandId);
    const rows = (await ask('POST', `/api/${kind}/imports/${commandId}/rows/filters`, {})).body;
    const run = await ask('POST', `/api/${kind}/imports/${commandId}/run`);
    await runCommand(test.tenant, handlers, run.body.commandId);
    return rows.map(({ action, message }: { action: string; message: string | null }) => [action, message]);
  }
  const exported = async (url: string, filters: readonly object[]) => {
    const answer = await test.ask('POST', url, admin, { filters });
    expect(answer.statusCode).toBe(200);
    return answer.rawPayload;
  };
  const readCells = (content: Buffer) => Object.values(readSheets(content))[0]!;

  it('contain the further fields of work, and an import of an export changes nothing', async () => {
    const other = await kinds.work.create({ shade: 'other' });
    const rows = await importFile(
      'work',
      'work.csv',
      [
        'Tag;Number;Name;Depth;Shade;Mate',
        `WORK.TAG;F-1;Seal;2,5;green;${other.body.name}`,
        'WORK.TAG;F-2;Grease;11;;',
        'WORK.TAG;F-3;Look;x;;',
      ].join('\n'),
    );
    expect(rows).toEqual([
      ['create', null],
      ['error', 'Depth: Please enter a number between 0 and 10.'],
      ['error', expect.stringMatching(/^Depth: /)],
    ]);
    const filters = [{ field: 'Number', operator: 'EqualTo', value: 'F-1' }];
    const [made] = (await ask('POST', '/api/work/filters', { filters })).body;
    expect(made.fields).toMatchObject({ depth: 2.5, twice: 5, shade: 'green', mate: other.body.id });
    const workbook = await exported('/api/work/export', filters);
    const [headings, cells] = readCells(workbook);
    expect(headings).toEqual(expect.arrayContaining([hostile, 'Depth', 'Serial', 'Twice', 'Mate', 'Shade']));
    expect(cells![headings!.indexOf('Depth')]).toBe(2.5);
    expect(await importFile('work', 'work.xlsx', workbook)).toEqual([['unchanged', null]]);
  });

  it('contain the roll-ups of work, which an import ignores', async () => {
    const { body } = await kinds.work.create({});
    const made = await ask('POST', `/api/records/${toCheckName('work')}`, {
      fields: { of: body.id, depth: 3 },
    });
    expect(made.status).toBe(201);
    const workbook = await exported('/api/work/export', [
      { field: 'Id', operator: 'EqualTo', value: body.id },
    ]);
    const [headings, cells] = readCells(workbook);
    const cell = (heading: string) => cells![headings!.indexOf(heading)];
    expect([cell('Checks'), cell('Least depth')]).toEqual([1, 3]);
    expect(await importFile('work', 'work.xlsx', workbook)).toEqual([['unchanged', null]]);
  });

  it('have one decimal sign, detected from the numbers of all columns', async () => {
    const rows = await importFile(
      'work',
      'work.csv',
      ['Tag\tNumber\tName\tHours\tDepth', 'WORK.TAG\tF-4\tSeal\t1,5\t1.000'].join('\n'),
    );
    expect(rows).toEqual([['error', 'Depth: Please enter a number between 0 and 10.']]);
  });

  it('with a number that fits two decimal signs are rejected until one is chosen', async () => {
    const file = 'Name;Depth\nF.OPEN;1.000';
    expect(await importFile('tags', 'tags.csv', file)).toEqual([
      ['error', "Depth: The value '1.000' may mean 1000 or 1. Please choose the decimal sign of the file."],
    ]);
    expect(await importFile('tags', 'tags.csv', file, { decimalSign: '.' })).toEqual([['create', null]]);
  });

  it('contain the further fields of tags', async () => {
    const rows = await importFile(
      'tags',
      'tags.csv',
      ['Name;Caption;Depth;Shade', 'F.TAG1;One;2,5;red', 'F.TAG2;Two;12;red'].join('\n'),
    );
    expect(rows).toEqual([
      ['create', null],
      ['error', 'Depth: Please enter a number between 0 and 10.'],
    ]);
    const filters = [{ field: 'fields.shade', operator: 'EqualTo', value: 'red' }];
    const tags = (await ask('POST', '/api/tags/filters', { filters })).body;
    expect(tags).toMatchObject([{ name: 'F.TAG1', fields: { depth: 2.5, shade: 'red' } }]);
    expect(await importFile('tags', 'tags.xlsx', await exported('/api/tags/export', filters))).toEqual([
      ['unchanged', null],
    ]);
  });

  it.each(['/api/failure-modes/export', '/api/advisories/export'])(
    'of %s contain the further fields',
    async (url) => {
      await kinds[url.includes('advisories') ? 'advisory' : 'failure-mode'].create({ shade: 'blue' });
      const filters = [{ field: 'fields.shade', operator: 'EqualTo', value: 'blue' }];
      const [headings, cells] = readCells(await exported(url, filters));
      expect(cells![headings!.indexOf('Shade')]).toBe('blue');
    },
  );
});
