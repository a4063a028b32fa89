import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import type { Command } from '@twinward/contracts/core/command';
import type { RiskImportRow } from '@twinward/contracts/risk/risk-analysis-import';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeSession, makeViewerSession } from '../../../testing/factories.ts';
import { type Cell, makeWorkbook, readSheets } from '../../../testing/workbooks.ts';
import { importRiskAssets } from './jobs.ts';

let server: TestApp;
/** Session of a user who may also create assets. */
let maker: Record<string, string>;
let writer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  maker = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['risk-analysis', 'asset'] });
  writer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['risk-analysis'] });
});
afterAll(() => server.close());

const heading = ['Unique id', 'Name', 'Category', 'Class', 'Type', 'Probability %', 'Shape'];
const more = ['Characteristic life (days)', 'Cost of failure', 'Improve', 'Improvement notes'];

const xlsx = (rows: readonly (readonly Cell[])[]): Buffer => makeWorkbook({ Assets: rows });

/** Returns a workbook in the binary format of Excel before 2007. */
function xls(rows: Cell[][]): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Assets');
  return write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer;
}

async function makeAnalysis(fields: object = {}): Promise<number> {
  const dates = { startDate: '2024-01-01T00:00:00Z', missionTime: 'P1Y' };
  const answer = await server.ask('POST', '/api/riskanalyses/', maker, [
    { name: 'Import', ...dates, ...fields },
  ]);
  return answer.json()[0].id;
}

function upload(id: number, fileName: string, content: Buffer, headers = maker, decimalSign?: string) {
  const boundary = 'the-boundary-of-this-test';
  const sign =
    decimalSign === undefined
      ? ''
      : `--${boundary}\r\nContent-Disposition: form-data; name="decimalSign"\r\n\r\n${decimalSign}\r\n`;
  const head =
    `${sign}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n';
  return server.app.inject({
    method: 'POST',
    url: `/api/riskanalyses/${id}/assets/imports`,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}

async function ended(
  answer: { statusCode: number; json(): { commandId: string } },
  headers = maker,
): Promise<Command> {
  expect(answer.statusCode).toBe(202);
  const { commandId } = answer.json();
  await runCommand(server.tenant, { 'import-risk-analysis-assets': importRiskAssets }, commandId);
  return (await server.ask('GET', `/api/commands/${commandId}`, headers)).json();
}

const check = async (id: number, content: Buffer, fileName = 'assets.xlsx', headers = maker) =>
  ended(await upload(id, fileName, content, headers), headers);
const start = (id: number, commandId: string, headers = maker) =>
  server.ask('POST', `/api/riskanalyses/${id}/assets/imports/${commandId}/run`, headers);
const run = async (id: number, commandId: string) => ended(await start(id, commandId));
const listRows = async (id: number, commandId: string): Promise<RiskImportRow[]> =>
  (
    await server.ask('POST', `/api/riskanalyses/${id}/assets/imports/${commandId}/rows/filters`, maker, {})
  ).json();
const listAssets = async (id: number) =>
  (await server.ask('POST', `/api/riskanalyses/${id}/assets/filters`, maker, {})).json();

test('a valid file creates its assets and adds them to the analysis', async () => {
  const id = await makeAnalysis();
  await makeAsset(server.tenant.db, { uniqueId: 'GOOD-1', assetName: 'There already' });
  const file = xlsx([
    [...heading, ...more],
    ['GOOD-1', 'Not its name', 'Rotating', 'Pumps', null, 20, null, null, '10,000', 'yes', 'New seal'],
    ['GOOD-2', 'Fan', 'Rotating', 'Blowers and fans', 'Fan', null, 2, 1000, 5000, 'no', null],
    ['GOOD-3', 'Silo', null, null, null, null, null, null, null, null, null],
  ]);
  const refused = await check(id, file);
  expect((await listRows(id, refused.commandId))[0]!.message).toBe(
    "Cost of failure: The value '10,000' may mean 10000 or 10. Please choose the decimal sign of the file.",
  );
  const checked = await ended(await upload(id, 'assets.xlsx', file, maker, '.'));
  expect(checked).toMatchObject({
    status: 'done',
    type: 'import-risk-analysis-assets',
    targetName: 'assets.xlsx',
  });
  expect(checked.result).toEqual({ dryRun: true, rows: 3, create: 3, update: 0, unchanged: 0, error: 0 });
  expect(await listAssets(id)).toEqual([]);
  const done = await run(id, checked.commandId);
  expect(done).toMatchObject({ status: 'done', percent: 100 });
  expect(done.result).toEqual({ dryRun: false, rows: 3, create: 3, update: 0, unchanged: 0, error: 0 });
  expect(await listAssets(id)).toMatchObject([
    {
      assetUniqueId: 'GOOD-1',
      assetName: 'There already',
      assetClass: null,
      probabilityValue: 20,
      consequenceValue: 10_000,
      risk: 2000,
      improve: true,
      improveDescription: 'New seal',
    },
    {
      assetUniqueId: 'GOOD-2',
      assetClass: 'Rotating//Blowers and fans//Fan',
      probabilityValue: 12,
      shape: 2,
      probabilityFailureDistributionScale: 'P1000D',
      risk: 600,
      improve: false,
    },
    { assetUniqueId: 'GOOD-3', probabilityValue: null, risk: null },
  ]);
  const again = await ended(await upload(id, 'assets.xlsx', file, maker, '.'));
  expect(again.result).toMatchObject({ create: 0, update: 0, unchanged: 3, error: 0 });
  const exported = await server.ask('POST', `/api/riskanalyses/${id}/assets/export`, maker, {});
  expect(exported.headers['content-disposition']).toBe('attachment; filename="risk analysis assets.xlsx"');
  const back = await check(id, exported.rawPayload);
  expect(back.result).toMatchObject({ rows: 3, unchanged: 3, error: 0 });
  const one = { filters: [{ field: 'AssetUniqueId', operator: 'EqualTo', value: 'GOOD-2' }] };
  const filtered = await server.ask('POST', `/api/riskanalyses/${id}/assets/export`, maker, one);
  const sheets = readSheets(filtered.rawPayload);
  expect(sheets.Assets![1]).toEqual([
    'GOOD-2',
    'Fan',
    'Rotating',
    'Blowers and fans',
    'Fan',
    null,
    2,
    1000,
    5000,
    'no',
    null,
  ]);
  expect(sheets.Figures![1]!.slice(0, 7)).toEqual([
    ...['GOOD-2', 'Fan', expect.any(Number), 'analysis', 5000, 'analysis'],
    expect.any(Number),
  ]);
  const missing = await server.ask('POST', '/api/riskanalyses/999999/assets/export', maker, {});
  expect(missing.statusCode).toBe(404);
  const twice = await start(id, checked.commandId);
  expect([twice.statusCode, twice.json().message]).toEqual([
    409,
    'The import of this file was already started.',
  ]);
});

test('a partly invalid file reports each row, and imports the valid ones', async () => {
  const id = await makeAnalysis();
  const file = xlsx([
    [...heading, ...more],
    ['PART-1', 'Good', null, null, null, 30, null, null, 100, null, null],
    ['PART-2', null, null, null, null, 30, null, null, null, null, null],
    [null, 'No id', null, null, null, null, null, null, null, null, null],
    ['PART-3', 'Bad figures', null, null, null, 101, null, null, -5, 'maybe', 'x'.repeat(501)],
    ['PART-4', 'Both', null, null, null, 10, 2, 100, 'much', null, null],
    ['PART-5', 'Half', null, null, null, null, 2, null, null, null, null],
    ['PART-6', 'Unknown class', 'Rotating', 'Pumpz', null, null, null, null, null, null, null],
    ['PART-1', 'Twice', null, null, null, null, null, null, null, null, null],
  ]);
  const checked = await check(id, file);
  expect(checked.result).toEqual({ dryRun: true, rows: 8, create: 1, update: 0, unchanged: 0, error: 7 });
  expect(
    (await listRows(id, checked.commandId)).map(({ line, action, message }) => [line, action, message]),
  ).toEqual([
    [2, 'create', null],
    [3, 'error', 'Name: Required.'],
    [4, 'error', 'Unique id: Required.'],
    [
      5,
      'error',
      'Probability %: Please enter a number between 0 and 100. Cost of failure: Please enter a positive number. ' +
        "Improve: Please give 'yes' or 'no'. Improvement notes: 1 characters over maximum length of 500.",
    ],
    [
      6,
      'error',
      'Probability %: Please give either a percentage or a shape with a characteristic life. ' +
        "Cost of failure: The value 'much' is not a number. Please give one such as 73.97.",
    ],
    [7, 'error', 'Characteristic life (days): Required.'],
    [8, 'error', "Category: There is no entry 'Rotating - Pumpz' in the taxonomy."],
    [9, 'error', 'The row 2 has the same unique id.'],
  ]);
  const url = `/api/riskanalyses/${id}/assets/imports/${checked.commandId}/rows.csv`;
  const csv = await server.ask('GET', url, maker);
  expect(csv.headers['content-disposition']).toBe('attachment; filename="assets result.csv"');
  expect(csv.body.split('\r\n').slice(0, 3)).toEqual([
    'row,result,unique id,name,message',
    '2,create,PART-1,Good,',
    '3,error,PART-2,,Name: Required.',
  ]);
  expect((await run(id, checked.commandId)).result).toMatchObject({ create: 1, error: 7 });
  expect(await listAssets(id)).toMatchObject([{ assetUniqueId: 'PART-1', risk: 30 }]);
});

test('a pre-2007 workbook is read too, regardless of its extension', async () => {
  const id = await makeAnalysis();
  const file = xls([
    [...heading, ...more],
    ['OLD-1', 'Compressor', 'Rotating', 'Compressors', 'Screw', null, 2, 1000, 1000, 'yes', 'Überholen'],
    [],
    ['OLD-2', 'Blower', null, null, null, 8, null, null, 100, null, null],
  ]);
  expect(file.subarray(0, 4).toString('hex')).toBe('d0cf11e0');
  const checked = await check(id, file, 'assets.xls');
  expect(checked.result).toMatchObject({ rows: 2, create: 2, error: 0 });
  expect((await listRows(id, checked.commandId)).map(({ line }) => line)).toEqual([2, 4]);
  await run(id, checked.commandId);
  expect(await listAssets(id)).toMatchObject([
    { assetName: 'Compressor', probabilityValue: 12, risk: 120, improveDescription: 'Überholen' },
    { assetName: 'Blower', probabilityValue: 8, risk: 8 },
  ]);
  expect((await check(id, file, 'renamed.xlsx')).result).toMatchObject({ unchanged: 2 });
});

test('a file that Gnumeric saved as Excel 97 to 2003 is read', async () => {
  const id = await makeAnalysis();
  const file = await readFile(join(import.meta.dirname, 'testing/water-supply.xls'));
  const checked = await check(id, file, 'water supply.xls');
  expect(checked.result).toMatchObject({ rows: 4, create: 3, error: 1 });
  expect((await listRows(id, checked.commandId)).map(({ line }) => line)).toEqual([2, 3, 4, 6]);
  await run(id, checked.commandId);
  expect(await listAssets(id)).toMatchObject([
    {
      assetName: 'Intake pump',
      probabilityValue: 41,
      risk: 41_000,
      improveDescription: 'Überholen bis März',
    },
    { assetName: 'Feed pump', assetClassLabel: 'Rotating - Pumps - Centrifugal', shape: 2.5, improve: false },
    { assetName: 'Storage', probabilityValue: 30, risk: 6000 },
  ]);
});

test('a hostile file fails with the reason, and no side effect', async () => {
  const id = await makeAnalysis();
  const formulas = xlsx([
    ['Unique id', 'Name', 'Improvement notes'],
    ['EVIL-1', { t: 's', f: 'HYPERLINK("http://x","y")', v: '=cmd|calc' }, '<img src=x onerror=1>'],
  ]);
  const withFormulas = await check(id, formulas);
  await run(id, withFormulas.commandId);
  // Its content is text, and is displayed as text.
  expect(await listAssets(id)).toMatchObject([
    { assetName: '=cmd|calc', improveDescription: '<img src=x onerror=1>' },
  ]);
  const old = xls([
    ['Unique id', 'Name'],
    ['A', 'B'],
  ]);
  const damaged = Buffer.from(old);
  damaged.fill(0xff, 512, 2048);
  const messages = [];
  for (const [content, name] of [
    [Buffer.from('PK\x03\x04 no workbook at all'), 'a.xlsx'],
    [old.subarray(0, 700), 'cut.xls'],
    [damaged, 'damaged.xls'],
    [Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>'), 'xml.xls'],
    [xlsx([['Unique id', 'Colour']]), 'columns.xlsx'],
    [xlsx([['Name'], ['x']]), 'no id.xlsx'],
    [xlsx([heading]), 'empty.xlsx'],
  ] as const) {
    const { status, error } = await check(id, content, name);
    messages.push([name, status, error]);
  }
  const none = 'The file is not an Excel workbook. Please choose an xlsx or xls file.';
  expect(messages).toEqual([
    ['a.xlsx', 'error', expect.stringMatching(/^The Excel workbook is damaged/)],
    ['cut.xls', 'error', none],
    ['damaged.xls', 'error', none],
    ['xml.xls', 'error', none],
    [
      'columns.xlsx',
      'error',
      expect.stringMatching(/^The column 'Colour' is not known\. The columns are Unique id,/),
    ],
    ['no id.xlsx', 'error', "There is no column 'Unique id' in the first row."],
    ['empty.xlsx', 'error', 'The file has no rows.'],
  ]);
});

test('rejects other files, unknown analyses, and users without the right', async () => {
  const id = await makeAnalysis();
  const csv = await upload(id, 'assets.csv', Buffer.from('Unique id\nA\n'));
  expect([csv.statusCode, csv.json().message]).toEqual([400, 'Please choose an xlsx or xls file.']);
  expect((await upload(2_000_000_000, 'a.xlsx', Buffer.from('x'))).statusCode).toBe(404);
  const empty = await upload(id, 'a.xlsx', Buffer.alloc(0));
  expect([empty.statusCode, empty.json().message]).toEqual([400, 'The file is empty.']);
  const viewer = await makeViewerSession(server.tenant.db);
  expect((await upload(id, 'a.xlsx', Buffer.from('x'), viewer)).statusCode).toBe(403);
  const checked = await check(
    id,
    xlsx([
      ['Unique id', 'Name'],
      ['MINE-1', 'Mine'],
    ]),
    'a.xlsx',
    writer,
  );
  // Users who may not create assets can import existing ones.
  expect(checked.result).toMatchObject({ create: 0, error: 1 });
  const [row] = (
    await server.ask(
      'POST',
      `/api/riskanalyses/${id}/assets/imports/${checked.commandId}/rows/filters`,
      writer,
      {},
    )
  ).json();
  expect(row.message).toBe(
    'Unique id: The asset does not exist, and creating one requires the record type asset.',
  );
  expect((await start(id, checked.commandId, maker)).statusCode).toBe(404);
  const other = await makeAnalysis();
  expect((await start(other, checked.commandId, writer)).statusCode).toBe(404);
});

test('a percentage requires dates, and the analysis accepts no more assets than its limit', async () => {
  const undated = await makeAnalysis({ startDate: null, missionTime: null });
  const file = xlsx([
    ['Unique id', 'Name', 'Probability'],
    ['FULL-1', 'One', 10],
    ['FULL-2', 'Two', null],
    ['FULL-3', 'Three', null],
  ]);
  const admin = await makeSession(server.tenant.db, { isAdmin: true });
  const setEdition = (edition: object) => server.ask('POST', '/api/settings/system/edition', admin, edition);
  await setEdition({ edition: 'ara', assetLimit: 1 });
  try {
    const checked = await check(undated, file);
    expect((await listRows(undated, checked.commandId)).map(({ message }) => message)).toEqual([
      'Probability %: Probability % needs a start date and mission time',
      null,
      'You have reached your maximum limit of 1 assets for the analysis at this tier - you can easily upgrade to get more!',
    ]);
    expect((await run(undated, checked.commandId)).result).toMatchObject({ create: 1, error: 2 });
  } finally {
    await setEdition({ edition: 'apm', assetLimit: 100 });
  }
});

test('the filled-in template can be imported', async () => {
  const id = await makeAnalysis();
  const template = await server.ask('GET', '/api/riskanalyses/imports/template', maker);
  expect(template.headers['content-disposition']).toBe('attachment; filename="risk analysis assets.xlsx"');
  const sheets = readSheets(template.rawPayload);
  expect(Object.keys(sheets)).toEqual(['Assets', 'Taxonomy', 'Notes']);
  expect(sheets.Assets).toEqual([[...heading, ...more]]);
  const filled = ['TEMPLATE-1', 'Filled in', 'Rotating', 'Pumps', 'Rotary', null, 1.5, 2000, 100, 'yes'];
  const checked = await check(id, xlsx([...sheets.Assets!, filled]));
  expect((await run(id, checked.commandId)).result).toMatchObject({ create: 1, error: 0 });
  expect(await listAssets(id)).toMatchObject([
    { assetClassLabel: 'Rotating - Pumps - Rotary', improve: true },
  ]);
});
