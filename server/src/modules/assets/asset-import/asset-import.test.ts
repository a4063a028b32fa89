import { randomUUID } from 'node:crypto';
import type { Command } from '@twinward/contracts/core/command';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Running } from '../../../platform/context.ts';
import { runJobs } from '../../../platform/jobs/job-runner.ts';
import { createLogger } from '../../../platform/process/log.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeCommandJobs } from '../../../testing/commands.ts';
import { makeAsset, makeSession, makeViewerSession } from '../../../testing/factories.ts';
import { makeWorkbook, readSheets } from '../../../testing/workbooks.ts';
import { importAssets } from './jobs.ts';

let server: TestApp;
let writer: Record<string, string>;
let jobs: Running;

beforeAll(async () => {
  server = await createTestApp();
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['asset'] });
  jobs = await runJobs(
    server.tenant,
    makeCommandJobs({ 'import-assets': importAssets }),
    createLogger('silent'),
  );
});
afterAll(async () => {
  await jobs.close();
  await server.close();
});

function upload(fileName: string, content: string | Buffer, headers = writer) {
  const boundary = 'the-boundary-of-this-test';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const type = `multipart/form-data; boundary=${boundary}`;
  const url = '/api/assets/imports';
  return server.app.inject({ method: 'POST', url, headers: { ...headers, 'content-type': type }, payload });
}

/** Waits until the command has ended. */
async function ended(answer: { statusCode: number; json(): { commandId: string } }): Promise<Command> {
  expect(answer.statusCode).toBe(202);
  const url = `/api/commands/${answer.json().commandId}`;
  const read = async () => (await server.app.inject({ url, headers: writer })).json<Command>();
  await expect.poll(read).toMatchObject({ finishedAt: expect.any(String) });
  return read();
}

const check = async (content: string | Buffer, fileName = 'assets.csv') =>
  ended(await upload(fileName, content));
const start = (commandId: string, headers = writer) =>
  server.ask('POST', `/api/assets/imports/${commandId}/run`, headers);
const run = async (commandId: string) => ended(await start(commandId));

async function listRows(commandId: string, body: object = {}) {
  const url = `/api/assets/imports/${commandId}/rows/filters`;
  return (await server.ask('POST', url, writer, body)).json<
    { line: number; action: string; uniqueId: string; message: string | null }[]
  >();
}
const messages = async (commandId: string) =>
  Object.fromEntries((await listRows(commandId)).map(({ line, message }) => [line, message]));

async function findAsset(uniqueId: string) {
  const body = { filters: [{ field: 'UniqueId', operator: 'EqualTo', value: uniqueId }] };
  const [asset] = (await server.ask('POST', '/api/assets/filters', writer, body)).json();
  return asset;
}

describe('a check', () => {
  test('reports the action of each row, and writes no asset', async () => {
    const { db } = server.tenant;
    await makeAsset(db, { uniqueId: 'OLD-1', assetName: 'Old pump' });
    await makeAsset(db, { uniqueId: 'SAME-1', assetName: 'Same' });
    const command = await check(
      [
        'Unique id;Name;Kind;Parent;Category;Class;Type;Criticality',
        'PUMP-1;Feed pump;equipment;UNIT-1;rotating;Pumps;Centrifugal;a',
        'UNIT-1;Unit;location;;;;;',
        'OLD-1;New pump;equipment;UNIT-1;;;;',
        'SAME-1;Same;;;;;;',
        'BAD-1;;equipment;;;;;',
        'BAD-2;Bad;tool;NOWHERE;;;;D',
        'BAD-3;Bad;;NOWHERE;;;;',
        'BAD-4;Bad;;;Rotating;Pumpz;;',
        'BAD-5;Bad;;;;Pumps;;',
        'BAD-6;Bad;;;Rotating;Pumps;Round;',
        'BAD-7;Bad;;BAD-3;;;;',
        'PUMP-1;Again;;;;;;',
        ';No id;;;;;;',
      ].join('\n'),
    );
    expect(command).toMatchObject({ status: 'done', type: 'import-assets', targetName: 'assets.csv' });
    expect(command.result).toEqual({ dryRun: true, rows: 13, create: 2, update: 1, unchanged: 1, error: 9 });
    const rows = await listRows(command.commandId);
    expect(rows.slice(0, 4)).toEqual([
      { line: 2, action: 'create', uniqueId: 'PUMP-1', assetName: 'Feed pump', message: null },
      { line: 3, action: 'create', uniqueId: 'UNIT-1', assetName: 'Unit', message: null },
      { line: 4, action: 'update', uniqueId: 'OLD-1', assetName: 'New pump', message: null },
      { line: 5, action: 'unchanged', uniqueId: 'SAME-1', assetName: 'Same', message: null },
    ]);
    expect(await messages(command.commandId)).toMatchObject({
      6: 'Name: Required.',
      7: "Kind: Please enter 'equipment' or 'location'. Criticality: Please choose A, B or C.",
      8: "Parent: There is no asset with the unique id 'NOWHERE'.",
      9: "Class: There is no class 'Pumpz' in the category Rotating.",
      10: 'Category: A class needs its category.',
      11: "Type: There is no type 'Round' in the class Pumps.",
      12: 'Parent: Row 8, which creates it, has an error.',
      13: 'The row 2 has the same unique id.',
      14: 'Unique id: Required.',
    });
    const errors = await listRows(command.commandId, {
      filters: [{ field: 'Action', operator: 'EqualTo', value: 'create' }],
      sorts: [{ field: 'UniqueId', direction: 'Descending' }],
    });
    expect(errors.map(({ uniqueId }) => uniqueId)).toEqual(['UNIT-1', 'PUMP-1']);
    expect(await findAsset('PUMP-1')).toBeUndefined();
    expect(await findAsset('OLD-1')).toMatchObject({ assetName: 'Old pump', version: 1 });
  });

  test('rejects cycles, within the file and with existing assets', async () => {
    const { db } = server.tenant;
    const top = await makeAsset(db, { uniqueId: 'TOP', assetName: 'Top' });
    await makeAsset(db, { uniqueId: 'MIDDLE', assetName: 'Middle', parentId: top });
    const command = await check(
      ['unique id,name,parent', 'A,A,B', 'B,B,A', 'TOP,Top,MIDDLE', 'C,C,C', 'D,D,TOP'].join('\n'),
    );
    expect(await messages(command.commandId)).toEqual({
      2: 'Parent: It would be below itself: A in B in A.',
      3: 'Parent: It would be below itself: A in B in A.',
      4: 'Parent: It would be below itself: TOP in MIDDLE in TOP.',
      5: 'Parent: It would be below itself: C in C.',
      6: null,
    });
  });

  test.each([
    ['name,kind\nPump,equipment', "There is no column 'Unique id' in the first row."],
    ['unique id,colour\nP,red', /^The column 'colour' is not known\. The columns are Unique id, Name, Kind,/],
    ['unique id,name,Name\nP,a,b', "There are two columns 'Name'."],
    ['unique id,name\n', 'The file has no rows.'],
    [Buffer.from('PK\x03\x04 no workbook at all'), /^The Excel workbook is damaged/],
  ])('of %j fails with the reason', async (content, message) => {
    const command = await check(content, typeof content === 'string' ? 'a.csv' : 'a.xlsx');
    expect(command).toMatchObject({
      status: 'error',
      error: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });
});

describe('an import', () => {
  test('skips a row that would form a cycle in a custom structure', async () => {
    const { db } = server.tenant;
    const admin = await makeSession(db, { isAdmin: true });
    const fromId = await makeAsset(db, { uniqueId: 'CYC-A', assetName: 'Pump A' });
    const toId = await makeAsset(db, { uniqueId: 'CYC-B', assetName: 'Pump B' });
    for (const [url, body] of [
      [
        '/api/relationships',
        {
          name: 'cools',
          caption: 'Cools',
          fromType: 'asset',
          toType: 'asset',
          cardinality: 'one-many',
          fromCaption: 'Cools',
          toCaption: 'Cooled by',
        },
      ],
      [
        '/api/structures',
        { name: 'cooling', caption: 'Cooling', relationships: ['asset-location', 'cools'] },
      ],
      ['/api/links', { relationship: 'cools', links: [{ fromId, toId }] }],
    ] as const) {
      const answer = await server.ask('POST', url, admin, body);
      expect(answer.statusCode, answer.body).toBe(201);
    }
    const file = 'unique id,name,parent\nCYC-C,Pump C,\nCYC-A,Pump A,CYC-B\nCYC-D,Pump D,CYC-C';
    const { commandId, result } = await run((await check(file)).commandId);
    expect(result).toMatchObject({ create: 2, update: 0, error: 1 });
    expect((await messages(commandId))[3]).toBe(
      'In the structure "Cooling" a record would stand below itself: Pump A in Pump B in Pump A.',
    );
    expect(await findAsset('CYC-D')).toMatchObject({ assetName: 'Pump D' });
  });

  test('creates parents first, and skips rows with an error', async () => {
    const { db } = server.tenant;
    await makeAsset(db, { uniqueId: 'RUN-OLD', assetName: 'Old', description: 'stays' });
    const checked = await check(
      [
        'unique id,name,kind,parent,category,class',
        'RUN-PUMP,Pump,,RUN-UNIT,Rotating,Pumps',
        'RUN-UNIT,Unit,location,RUN-SITE,,',
        'RUN-SITE,Site,location,,,',
        'RUN-BAD,Bad,,NOWHERE,,',
        'RUN-OLD,New name,,RUN-UNIT,Electrical,',
      ].join('\n'),
    );
    const command = await run(checked.commandId);
    expect(command).toMatchObject({ status: 'done', percent: 100 });
    expect(command.result).toEqual({ dryRun: false, rows: 5, create: 3, update: 1, unchanged: 0, error: 1 });
    const pump = await findAsset('RUN-PUMP');
    expect(pump).toMatchObject({ class: { caption: 'Pumps' }, isEquipment: true, version: 1 });
    const detail = (await server.ask('GET', `/api/assets/${pump.id}`, writer)).json();
    expect(detail.ancestors.map((place: { assetName: string }) => place.assetName)).toEqual(['Site', 'Unit']);
    expect(await findAsset('RUN-OLD')).toMatchObject({
      assetName: 'New name',
      description: 'stays',
      category: { caption: 'Electrical' },
      version: 2,
    });
    expect(await findAsset('RUN-BAD')).toBeUndefined();
    const audited = await db
      .selectFrom('audit_entry')
      .select('entity_name')
      .where('entity_type', '=', 'asset')
      .where('entity_name', 'in', ['Site', 'Unit', 'Pump', 'New name'])
      .execute();
    expect(audited).toHaveLength(4);
    const { input } = await db
      .selectFrom('command')
      .select('input')
      .where('id', '=', checked.commandId)
      .executeTakeFirstOrThrow();
    const pieces = db.selectFrom('import_piece').select('position');
    expect(await pieces.where('file_id', '=', String(input.fileId)).execute()).toEqual([]);
    const again = await start(checked.commandId);
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'The import of this file was already started.',
    ]);
  });

  test('changes nothing when the same file is imported again', async () => {
    const file = 'unique id,name,parent,criticality\nTWICE-2,Two,TWICE-1,B\nTWICE-1,One,,A\n';
    await run((await check(file)).commandId);
    const checked = await check(file);
    expect(checked.result).toMatchObject({ create: 0, update: 0, unchanged: 2, error: 0 });
    expect((await run(checked.commandId)).result).toMatchObject({ unchanged: 2 });
    expect(await findAsset('TWICE-2')).toMatchObject({ version: 1, criticality: 'B' });
  });

  test('accepts an exported list of assets, and changes nothing', async () => {
    const file =
      'unique id,name,kind,parent,criticality,description,technical number\n' +
      'TRIP-1,Hall,location,,,,\nTRIP-007,=Pump,equipment,TRIP-1,A,two lines,0012\n';
    await run((await check(file)).commandId);
    const body = { filters: [{ field: 'UniqueId', operator: 'StartsWith', value: 'TRIP-' }] };
    const exported = await server.ask('POST', '/api/assets/export', writer, body);
    expect(exported.headers['content-disposition']).toBe('attachment; filename="assets.xlsx"');
    const checked = await check(exported.rawPayload, 'assets.xlsx');
    expect(checked.result).toMatchObject({ rows: 2, unchanged: 2, error: 0 });
    const { id } = await findAsset('TRIP-1');
    const below = await server.ask('POST', `/api/assets/export?under=${id}`, writer, {});
    expect((await check(below.rawPayload, 'below.xlsx')).result).toMatchObject({ rows: 1, unchanged: 1 });
    expect((await server.ask('POST', '/api/assets/export?under=999999', writer, {})).statusCode).toBe(404);
    const wrong = { filters: [{ field: 'Color', operator: 'EqualTo', value: 'red' }] };
    expect((await server.ask('POST', '/api/assets/export', writer, wrong)).statusCode).toBe(400);
  });

  test('plans rows again that changed since the check', async () => {
    const checked = await check('unique id,name\nLATER-1,Later\nLATER-2,Other\n');
    await makeAsset(server.tenant.db, { uniqueId: 'LATER-1', assetName: 'Made meanwhile' });
    const command = await run(checked.commandId);
    expect(command.result).toMatchObject({ create: 1, update: 1, error: 0 });
    expect(await findAsset('LATER-1')).toMatchObject({ assetName: 'Later', version: 2 });
  });

  test('clears a field for an empty cell, and keeps it for a missing column', async () => {
    await run(
      (await check('unique id,name,department,position,parent\nE-0,Zero,,,\nE-1,One,D1,P1,E-0\n')).commandId,
    );
    await run((await check('unique id,department\nE-1,\n')).commandId);
    const zero = await findAsset('E-0');
    expect(await findAsset('E-1')).toMatchObject({
      assetName: 'One',
      departmentId: null,
      positionId: 'P1',
      parentId: zero.id,
    });
  });
});

test('the filled-in template can be imported', async () => {
  const template = await server.ask('GET', '/api/assets/imports/template', writer);
  expect(template.headers['content-disposition']).toBe('attachment; filename="assets.xlsx"');
  const sheets = readSheets(template.rawPayload);
  expect(Object.keys(sheets)).toEqual(['Assets', 'Taxonomy', 'Notes']);
  expect(sheets.Assets![0]!.slice(0, 4)).toEqual(['Unique id', 'Name', 'Kind', 'Parent']);
  const empty = await check(template.rawPayload, 'assets.xlsx');
  expect(empty.error).toBe('The file has no rows.');
  const filled = ['T-1', 'From the template', 'equipment', '', 'Rotating', 'Pumps', 'Rotary', 'C'];
  const file = makeWorkbook({ Assets: [...sheets.Assets!, filled] });
  const command = await run((await check(file, 'assets.xlsx')).commandId);
  expect(command.result).toMatchObject({ create: 1, error: 0 });
  expect(await findAsset('T-1')).toMatchObject({ type: { caption: 'Rotary' }, criticality: 'C' });
});

test('the result is downloaded as csv, with formulas escaped', async () => {
  const command = await check('unique id,name\n=1+1,"Pump, big"\nX-1,\n');
  const url = `/api/assets/imports/${command.commandId}/rows.csv`;
  const answer = await server.ask('GET', url, writer);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="assets result.csv"');
  expect(answer.body).toBe(
    'row,result,unique id,name,message\r\n' +
      '2,create,\'=1+1,"Pump, big",\r\n' +
      '3,error,X-1,,Name: Required.\r\n',
  );
});

test('the calls of the import answer 400, 401, 403, 404 and 409', async () => {
  const { db } = server.tenant;
  const viewer = await makeViewerSession(db);
  const other = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['asset'] });
  const file = 'unique id,name\nS-1,One\n';
  expect((await upload('a.csv', file, {})).statusCode).toBe(401);
  expect((await upload('a.csv', file, viewer)).statusCode).toBe(403);
  const pdf = await upload('a.pdf', file);
  expect([pdf.statusCode, pdf.json().message]).toEqual([
    400,
    'Please choose a csv, tsv, txt or xlsx file; it may be gzipped (.gz).',
  ]);
  expect((await upload('a.csv', '')).json().message).toBe('The file is empty.');
  const { commandId } = await check(file);
  const calls = [
    ['POST', 'run', undefined],
    ['POST', 'rows/filters', {}],
    ['GET', 'rows.csv', undefined],
  ] as const;
  for (const [method, path, body] of calls) {
    const url = `/api/assets/imports/${commandId}/${path}`;
    expect((await server.ask(method, url, {}, body)).statusCode, path).toBe(401);
    expect((await server.ask(method, url, viewer, body)).statusCode, path).toBe(403);
    expect((await server.ask(method, url, other, body)).statusCode, path).toBe(404);
    const unknown = `/api/assets/imports/${randomUUID()}/${path}`;
    expect((await server.ask(method, unknown, writer, body)).json().message).toBe('Command not found.');
  }
  const failed = await check('name\nA\n');
  const refused = await start(failed.commandId);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Only a file that was checked can be imported.',
  ]);
  await db.deleteFrom('import_piece').execute();
  expect((await start(commandId)).json().message).toBe(
    'The file was kept for one day only. Please choose it again.',
  );
});
