import type { Command } from '@twinward/contracts/core/command';
import type { ListImportRow } from '@twinward/contracts/system/list-import';
import type { EditedList, ListItemChange } from '@twinward/contracts/system/value-list';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeSession, makeTag, makeTwin } from '../../../testing/factories.ts';
import { toForm } from '../../../testing/form.ts';
import { readSheets } from '../../../testing/workbooks.ts';
import { importList } from '../../jobs/list-import/jobs.ts';

let server: TestApp;
let manager: Record<string, string>;
let engineer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  manager = await makeSession(server.tenant.db, { groups: ['LIST_MANAGERS'] });
  engineer = await makeSession(server.tenant.db, {
    groups: ['VIEWERS'],
    recordTypes: ['twin', 'work', 'advisory', 'protection'],
  });
});
afterAll(() => server.close());

async function call(method: Method, url: string, body?: unknown, headers = manager) {
  const answer = await server.ask(method, url, headers, body);
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

const get = async (name: string): Promise<EditedList> => (await call('GET', `/api/lists/${name}`)).body;
const create = (name: string, items: Partial<ListItemChange>[] = [], fields: object = {}) =>
  call('POST', '/api/lists', { name, configuration: { categories: [], items }, ...fields });
const put = ({ id, description, version }: EditedList, items: object[], categories: string[] = []) =>
  call('PUT', `/api/lists/${id}`, { description, configuration: { categories, items }, version });
const listCaptions = ({ configuration }: EditedList) => configuration.items.map(({ caption }) => caption);
const listUses = ({ uses, configuration }: EditedList, value: string) => {
  const item = configuration.items.find((one) => one.value === value)!;
  return uses.filter(({ itemId }) => itemId === item.id).map(({ usedBy, count }) => `${count} ${usedBy}`);
};
const replace = (list: EditedList, value: string, by: string, category: string | null = null) => {
  const of = (wanted: string) =>
    list.configuration.items.find((item) => item.value === wanted && item.category === category)!;
  const url = `/api/lists/${list.id}/items/${of(value).id}/replace`;
  return call('POST', url, { by: of(by).id, version: list.version });
};

describe('a list', () => {
  it('is created, changed, ordered and deleted, each with an audit entry', async () => {
    const created = await create('AREAS', [
      { value: 'N', caption: 'North', default: true },
      { value: 'S', caption: 'South' },
    ]);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: 'AREAS',
      kind: 'plain',
      isStandard: false,
      version: 2,
      uses: [],
    });
    const list: EditedList = created.body;
    const [north, south] = list.configuration.items;
    const changed = await put(list, [
      { ...south, value: 'X' },
      { value: 'S', caption: 'East' },
      { ...north, value: 'N' },
    ]);
    expect([changed.status, listCaptions(changed.body)]).toEqual([200, ['South', 'East', 'North']]);
    expect((await call('DELETE', `/api/lists/${list.id}`)).status).toBe(204);
    expect((await call('GET', '/api/lists/AREAS')).status).toBe(404);
    const entries = await server.tenant.db
      .selectFrom('audit_entry')
      .select(['action', 'new'])
      .where('entity_type', '=', 'list')
      .where('entity_name', '=', 'AREAS')
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    expect(entries[1]!.new).toMatchObject({ [`item ${south!.id}`]: { value: 'X' } });
    expect(entries[1]!.new).not.toHaveProperty(`item ${north!.id}`);
  });

  it('can swap the values and the default of two items', async () => {
    const { body } = await create('SWAPPED', [
      { value: '1', caption: 'One', default: true },
      { value: '2', caption: 'Two' },
    ]);
    const [one, two] = body.configuration.items;
    const swapped = await put(body, [
      { ...one, value: '2', default: false },
      { ...two, value: '1', default: true },
    ]);
    expect(swapped.body.configuration.items).toMatchObject([
      { value: '2', default: false },
      { value: '1', default: true },
    ]);
  });

  it('can be sent back as it was read', async () => {
    const { body: list } = await create('READ', [{ value: '1', caption: 'One' }]);
    const { body, status } = await call('PUT', `/api/lists/${list.id}`, list);
    expect([status, body]).toEqual([200, { ...list, version: list.version + 1 }]);
  });

  it('can be coloured or simple, with captions as values', async () => {
    const coloured = (
      await create('COLOURS', [{ caption: 'Plain' }, { caption: 'Red', color: '#ff0000' }], {
        kind: 'coloured',
      })
    ).body;
    expect(coloured.configuration.items).toMatchObject([
      { caption: 'Plain', value: 'Plain', color: '#E0E0E0' },
      { caption: 'Red', value: 'Red', color: '#FF0000' },
    ]);
    const simple = (
      await create('NAMES', [{ caption: 'A', description: 'First', color: '#ff0000' }], { kind: 'simple' })
    ).body;
    expect(simple.configuration.items).toMatchObject([{ caption: 'A', description: 'First', color: null }]);
    const number = await create('NUMBERS', [], { kind: 'simple', dataType: 'N' });
    expect(number.body.errors).toEqual([
      { path: 'dataType', message: 'Only a plain list can hold numbers.' },
    ]);
  });

  it.each([
    [[{ caption: 'A' }], 'value', 'Required.'],
    [[{ value: 'a', caption: '' }], 'caption', 'Required.'],
    [
      [
        { value: 'a', caption: 'A' },
        { value: 'a', caption: 'B' },
      ],
      'value',
      'Please enter a unique value.',
      1,
    ],
    [[{ value: 'a', caption: 'A', category: 'SAP' }], 'category', 'This list has no categories.'],
    [[{ value: 'a', caption: 'A', color: 'red' }], 'color', 'Please enter a colour as #E0E0E0.'],
    [
      [
        { value: 'a', caption: 'A', default: true },
        { value: 'b', caption: 'B', default: true },
      ],
      'default',
      'One item of a category can be the default.',
      1,
    ],
    [
      [{ value: 'a', caption: 'A', default: true, isDeprecated: true }],
      'default',
      'A deprecated item can’t be the default.',
    ],
  ])('refuses items %j', async (items, field, message, index = 0) => {
    const answer = await create('WRONG', items);
    expect([answer.status, answer.body.errors[0]]).toEqual([
      400,
      { path: `configuration.items.${index}.${field}`, message },
    ]);
  });

  it('of numbers accepts only numbers', async () => {
    const answer = await create('SIZES', [{ value: 'big', caption: 'Big' }], { dataType: 'N' });
    expect(answer.body.errors[0].message).toBe('Please enter a number.');
    expect((await create('SIZES', [{ value: '-1.5', caption: 'Less' }], { dataType: 'N' })).status).toBe(201);
  });

  it.each([
    "Robert'); drop table value_list;--",
    '"quoted"',
    '‮right to left',
    'a'.repeat(10_000),
    '',
    'a b',
    '<b>',
  ])('refuses the name %j', async (name) => {
    expect((await create(name)).status).toBe(400);
  });

  it('keeps hostile captions as text, and can be named __proto__', async () => {
    const captions = [
      "'); drop table value_list;--",
      '"quoted"',
      '‮right to left',
      '__proto__',
      '<script>alert(1)</script>',
    ];
    const items = captions.map((caption) => ({ value: caption, caption }));
    const { status, body } = await create('__proto__', items);
    expect([status, listCaptions(body)]).toEqual([201, captions]);
    expect(listCaptions(await get('__proto__'))).toEqual(captions);
    expect((await create('LONG', [{ value: 'a', caption: 'a'.repeat(10_000) }])).status).toBe(400);
    expect((await create('NULLS', [{ value: 'a', caption: 'a\0b' }])).status).toBe(400);
    expect((await call('GET', '/api/lists/constructor')).status).toBe(404);
  });

  it('has a unique name, ignoring case, and rejects an outdated version', async () => {
    const { body } = await create('UNIQUE');
    const again = await create('unique');
    expect([again.status, again.body.message]).toEqual([409, 'A list with that name already exists.']);
    await put(body, []);
    const late = await put(body, []);
    expect([late.status, late.body.current]).toMatchObject([409, { version: body.version + 1 }]);
  });

  it('answers 401, 403 and 404', async () => {
    expect((await call('GET', '/api/lists/REMEDIATION', undefined, {})).status).toBe(401);
    expect((await call('GET', '/api/lists/REMEDIATION', undefined, engineer)).status).toBe(403);
    expect((await call('DELETE', '/api/lists/999999')).status).toBe(404);
    expect((await call('GET', '/api/lists/999999/export')).status).toBe(404);
    const unknown = await call('PUT', '/api/lists/999999', { configuration: {}, version: 1 });
    expect(unknown.status).toBe(404);
    const list = await get('REMEDIATION');
    const item = await call('POST', `/api/lists/1/items/999999/replace`, { by: 1, version: list.version });
    expect([item.status, item.body.message]).toEqual([404, 'Item not found.']);
  });
});

describe('a built-in list', () => {
  it('keeps its values and its items, and accepts additional items', async () => {
    const list = await get('REMEDIATION');
    const [first, ...others] = list.configuration.items;
    const value = await put(list, [{ ...first, value: '99' }, ...others]);
    expect([value.status, value.body.message]).toEqual([
      409,
      'The product’s own item Replace can’t be changed so.',
    ]);
    expect((await put(list, others)).body.message).toBe('The product’s own item Replace can’t be deleted.');
    const named = await put(list, [
      { ...first, caption: 'Replaced' },
      ...others,
      { value: '20', caption: 'Clean' },
    ]);
    expect([named.status, listCaptions(named.body).at(0), listCaptions(named.body).at(-1)]).toEqual([
      200,
      'Replaced',
      'Clean',
    ]);
    expect((await call('DELETE', '/api/lists/1')).status).toBe(409);
    expect((await put(named.body, named.body.configuration.items, ['A'])).body.errors[0].message).toBe(
      'The categories of REMEDIATION are fixed.',
    );
  });

  it('of failure codes accepts no other items; its captions can be changed, and are used everywhere', async () => {
    const list = await get('FAILURE_MECHANISM');
    const { items } = list.configuration;
    expect([items.length, items[1]]).toMatchObject([38, { value: '1.1', caption: 'Leakage' }]);
    expect((await get('FAILURE_CAUSE')).configuration.items).toHaveLength(19);
    const more = await put(list, [...items, { value: '9.9', caption: 'Magic' }]);
    expect([more.status, more.body.message]).toEqual([
      409,
      'The codes of FAILURE_MECHANISM are fixed. Items cannot be added.',
    ]);
    const renamed = items.map((item) => (item.value === '1.1' ? { ...item, caption: 'Leck' } : item));
    expect((await put(list, renamed)).status).toBe(200);
    const writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['work'] });
    const template = await server.ask('GET', '/api/work/imports/template', writer);
    expect(readSheets(template.rawPayload)['Failure mechanisms']![2]).toEqual(['1.1', 'Leck']);
  });
});

describe('an item in use', () => {
  it('is counted, cannot be deleted, and is replaced in all work and failure modes', async () => {
    const twinId = await makeTwin(server.tenant.db);
    const tagId = await makeTag(server.tenant.db, { type: 'work' });
    const work = { tagId, kind: 'corrective', failureMechanism: '2.2' };
    for (const name of ['One', 'Two']) await call('POST', '/api/work', { ...work, name }, engineer);
    const mode = await call(
      'POST',
      '/api/failure-modes',
      { twinId, name: 'Rusts', mechanism: '2.2' },
      engineer,
    );
    const list = await get('FAILURE_MECHANISM');
    expect(listUses(list, '2.2')).toEqual(['2 work', '1 failure modes']);
    const replaced = await replace(list, '2.2', '2.3');
    expect(replaced.status).toBe(200);
    expect(listUses(replaced.body, '2.2')).toEqual([]);
    expect(listUses(replaced.body, '2.3')).toEqual(['2 work', '1 failure modes']);
    expect(
      replaced.body.configuration.items.find(({ value }: { value: string }) => value === '2.2'),
    ).toMatchObject({
      isDeprecated: true,
    });
    const found = await call('POST', `/api/tags/${tagId}/work/filters`, {}, engineer);
    expect(found.body).toMatchObject([
      { failureMechanism: '2.3', version: 2 },
      { failureMechanism: '2.3', version: 2 },
    ]);
    const modes = await call('GET', `/api/twins/${twinId}/failure-modes`, undefined, engineer);
    expect(modes.body).toMatchObject([{ id: mode.body.id, mechanism: '2.3', version: 2 }]);
    const audited = await server.tenant.db
      .selectFrom('audit_entry')
      .select(['entity_type', 'old', 'new'])
      .where('entity_id', '=', String(mode.body.id))
      .where('entity_type', '=', 'failure-mode')
      .where('action', '=', 'update')
      .executeTakeFirstOrThrow();
    expect(audited).toMatchObject({ old: { mechanism: '2.2' }, new: { mechanism: '2.3' } });
  });

  it('of a list for work requests is counted in actions and advisories of its system', async () => {
    const twinId = await makeTwin(server.tenant.db);
    const work = { system: 'SAP', type: 'M1', priority: '1' };
    const action = { type: 'advisory', direction: 'enter', work };
    const [protection] = (
      await call(
        'POST',
        '/api/indicators',
        [
          {
            twinId,
            name: 'Hot',
            type: 'condition',
            thresholds: [{ name: 'High', logic: '[Temperature] > 1', actions: [action] }],
          },
        ],
        engineer,
      )
    ).body;
    await call('POST', '/api/advisories', { twinId, name: 'Look', work }, engineer);
    const list = await get('WORK_REQUEST_PRIORITY');
    const both = list.uses.map(({ usedBy, count }) => `${count} ${usedBy}`);
    expect(both).toEqual(['1 actions of thresholds', '1 advisories']);
    expect((await replace(list, '1', '2', 'MAXIMO')).status).toBe(200);
    const after = await get('WORK_REQUEST_PRIORITY');
    expect(after.uses).toEqual(list.uses);
    expect((await replace(after, '1', '2', 'SAP')).status).toBe(200);
    const read = await call('GET', `/api/indicators/${protection.id}`, undefined, engineer);
    expect(read.body.thresholds[0].actions[0].work).toMatchObject({ system: 'SAP', priority: '2' });
    const advisories = await call('POST', '/api/advisories/filters', {}, engineer);
    const advisory = await call('GET', `/api/advisories/${advisories.body[0].id}`, undefined, engineer);
    expect(advisory.body.work).toMatchObject({ priority: '2' });
    const other = await replace(await get('WORK_REQUEST_PRIORITY'), '2', '3', 'SAP');
    expect(other.status).toBe(200);
  });

  it('can be replaced only by an item of its category that is not deprecated', async () => {
    const { body: list } = await create(
      'PAIRS',
      [
        { value: 'a', caption: 'A', category: 'X' },
        { value: 'b', caption: 'B', category: 'Y' },
        { value: 'c', caption: 'C', category: 'X', isDeprecated: true },
      ].map((item) => item),
      {
        configuration: {
          categories: ['X', 'Y'],
          items: [
            { value: 'a', caption: 'A', category: 'X' },
            { value: 'b', caption: 'B', category: 'Y' },
            { value: 'c', caption: 'C', category: 'X', isDeprecated: true },
          ],
        },
      },
    );
    const [a, c, b] = list.configuration.items;
    for (const by of [a.id, b.id, c.id, 999_999]) {
      const url = `/api/lists/${list.id}/items/${a.id}/replace`;
      expect((await call('POST', url, { by, version: list.version })).status).toBe(400);
    }
  });
});

describe('the items of a list', () => {
  const upload = (content: string | Buffer, listId: number, name = 'items.csv') =>
    server.app.inject({
      method: 'POST',
      url: '/api/lists/imports',
      ...toForm({ name, content, fields: { listId: String(listId) } }, manager),
    });
  async function carryOut(commandId: string): Promise<Command> {
    await runCommand(server.tenant, { 'import-list': importList }, commandId);
    return (await call('GET', `/api/commands/${commandId}`)).body;
  }

  it('are exported and imported, after a check row by row', async () => {
    const { body: list } = await create('IMPORTED', [
      { value: '01', caption: 'First', default: true },
      { value: '02', caption: '=SUM(A1)' },
    ]);
    const workbook = await server.ask('GET', `/api/lists/${list.id}/export`, manager);
    const same = (await upload(workbook.rawPayload, list.id, 'items.xlsx')).json();
    expect((await carryOut(same.commandId)).result).toMatchObject({ rows: 2, unchanged: 2 });
    const content = 'Value,Caption,Default\n01,One,\n03,Three,yes\n03,Again,\n,None,\n04,Four,maybe';
    const check = (await upload(content, list.id)).json();
    expect((await carryOut(check.commandId)).result).toMatchObject({
      dryRun: true,
      create: 1,
      update: 1,
      error: 3,
    });
    const rows = await call('POST', `/api/lists/imports/${check.commandId}/rows/filters`, {});
    expect((rows.body as ListImportRow[]).map(({ action, message }) => message ?? action)).toEqual([
      'update',
      'create',
      'Row 3 has the same item.',
      'Value: Required.',
      'Default: Please enter yes or no.',
    ]);
    expect((await get('IMPORTED')).version).toBe(list.version);
    const { commandId } = (await call('POST', `/api/lists/imports/${check.commandId}/run`)).body;
    expect((await carryOut(commandId)).status).toBe('done');
    expect((await get('IMPORTED')).configuration.items).toMatchObject([
      { value: '01', caption: 'One', default: false },
      { value: '02', caption: '=SUM(A1)' },
      { value: '03', caption: 'Three', default: true },
    ]);
  });

  it('cannot be added to a list with fixed codes', async () => {
    const check = (await upload('Value,Caption\n9.9,Magic\n1.2,Shaking', 5)).json();
    expect((await carryOut(check.commandId)).result).toMatchObject({ update: 1, error: 1 });
    expect((await upload('Value,Caption\n1,A', 5)).statusCode).toBe(202);
    const none = await server.app.inject({
      method: 'POST',
      url: '/api/lists/imports',
      ...toForm({ name: 'items.csv', content: 'Caption\nA', fields: { listId: 'x' } }, manager),
    });
    expect(none.statusCode).toBe(400);
  });
});

it('lists all lists by name, with counts', async () => {
  const filters = [{ field: 'IsStandard', operator: 'EqualTo', value: true }];
  const { body } = await call('POST', '/api/lists/filters', { filters }, engineer);
  expect(
    body.map(({ name, itemCount }: { name: string; itemCount: number }) => [name, itemCount > 2]),
  ).toEqual(
    [
      'FAILURE_CAUSE',
      'FAILURE_MECHANISM',
      'REMEDIATION',
      'WORK_REQUEST_PRIORITY',
      'WORK_REQUEST_STATUS',
      'WORK_REQUEST_TYPES',
    ].map((name) => [name, true]),
  );
  expect((await call('POST', '/api/lists/filters', {}, {})).status).toBe(401);
  expect(
    (await call('POST', '/api/lists/filters', { filters: [{ field: 'X', operator: 'IsNull' }] })).status,
  ).toBe(400);
});
