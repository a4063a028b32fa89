import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './testing/app.ts';
import { makeAsset, makeProtection, makeSession, makeTwin, makeViewerSession } from './testing/factories.ts';
import { readSheets } from './testing/workbooks.ts';

/** Exports of the lists of built-in record types: the filtered rows, in the chosen columns. */

let test: TestApp;
let viewer: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  viewer = await makeViewerSession(db);
  const administrator = await makeSession(db, { isAdmin: true });
  for (const name of ['First', 'Second']) {
    const assetId = await makeAsset(db, { assetName: `=${name} pump`, uniqueId: name });
    await makeProtection(db, { twinId: await makeTwin(db, { assetId }), name: `=${name} rule` });
    await test.ask('POST', '/api/riskanalyses/', administrator, [
      { name: `=${name} analysis`, startDate: '2026-01-01T00:00:00Z', missionTime: 'P5Y' },
    ]);
    const twin = { filters: [{ field: 'AssetUniqueId', operator: 'EqualTo', value: name }] };
    const [{ id: twinId }] = (await test.ask('POST', '/api/twins/filters', administrator, twin)).json();
    await test.ask('POST', '/api/advisories', administrator, { twinId, name: `=${name} advisory` });
  }
});
afterAll(() => test.close());

const lists = [
  {
    path: '/api/twins/export',
    file: 'twins',
    sheet: 'Twins',
    field: 'AssetName',
    word: 'pump',
    other: { column: 'asset', heading: 'Asset id', cell: 'Second' },
  },
  {
    path: '/api/indicators/export',
    file: 'protections',
    sheet: 'Protections',
    field: 'Name',
    word: 'rule',
    other: { column: 'asset', heading: 'Asset', cell: "'=Second pump" },
  },
  {
    path: '/api/riskanalyses/export',
    file: 'risk-analyses',
    sheet: 'Risk analyses',
    field: 'Name',
    word: 'analysis',
    other: { column: 'start', heading: 'Start date (UTC)', cell: '2026-01-01' },
  },
  {
    path: '/api/advisories/export',
    file: 'advisories',
    sheet: 'Advisories',
    field: 'Name',
    word: 'advisory',
    other: { column: 'state', heading: 'State', cell: 'draft' },
  },
];

describe.each(lists)('the list of $file', ({ path, file, sheet, field, word, other }) => {
  const filtered = { filters: [{ field, operator: 'Contains', value: 'Second' }] };
  const ask = (query: string, body: unknown = filtered) => test.ask('POST', `${path}${query}`, viewer, body);

  it('is exported as CSV with the filtered rows, in the order of the chosen columns', async () => {
    const answer = await ask(`?format=csv&columns=${other.column},name`);
    expect([
      answer.statusCode,
      answer.headers['content-type'],
      answer.headers['content-disposition'],
    ]).toEqual([200, 'text/csv; charset=utf-8', `attachment; filename="${file}.csv"`]);
    const [head, row, ...rest] = answer.body.split('\r\n');
    expect(head!.split(',')[0]).toBe(other.heading);
    expect(row).toBe(`${other.cell},'=Second ${word}`);
    expect(rest).toEqual(['']);
  });

  it('is exported as a workbook with all columns by default, and sorted', async () => {
    const answer = await ask('', { sorts: [{ field, direction: 'Descending' }] });
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
      200,
      `attachment; filename="${file}.xlsx"`,
    ]);
    const [head, ...rows] = readSheets(answer.rawPayload)[sheet]!;
    expect(head!.length).toBeGreaterThan(9);
    const place = rows[0]!.indexOf(`'=Second ${word}`);
    expect(rows.map((row) => row[place])).toEqual([`'=Second ${word}`, `'=First ${word}`]);
  });

  it('rejects unknown columns, formats and filters, and users without permission', async () => {
    const unknown = await ask('?columns=name,gone');
    expect([unknown.statusCode, unknown.json().message]).toEqual([
      400,
      expect.stringMatching(/^There is no column 'gone'\. The columns are .*name, /),
    ]);
    expect((await ask('?format=pdf')).statusCode).toBe(400);
    expect((await ask('', { filters: [{ field: 'Gone', operator: 'IsNull' }] })).statusCode).toBe(400);
    expect((await test.ask('POST', path, {}, filtered)).statusCode).toBe(401);
    const outsider = await makeSession(test.tenant.db, { recordTypes: [] });
    expect((await test.ask('POST', path, outsider, filtered)).statusCode).toBe(403);
  });
});
