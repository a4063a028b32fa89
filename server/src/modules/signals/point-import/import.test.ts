import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Command } from '@twinward/contracts/core/command';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverDirectory } from '../../../platform/config/paths.ts';
import type { Running } from '../../../platform/context.ts';
import { runJobs } from '../../../platform/jobs/job-runner.ts';
import { JobInterrupted } from '../../../platform/jobs/jobs.ts';
import { createLogger } from '../../../platform/process/log.ts';
import { readPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { createCall, heldUp, makeCommandJobs, runCommand } from '../../../testing/commands.ts';
import { makeSession, makeTag } from '../../../testing/factories.ts';
import { createGate } from '../../../testing/gate.ts';
import { deleteUpload } from '../../system/file/service.ts';
import { importPoints } from './jobs.ts';

let test: TestApp;
let headers: Record<string, string>;
let jobs: Running;

beforeAll(async () => {
  test = await createTestApp();
  headers = await makeSession(test.tenant.db, { groups: ['VIEWERS'], recordTypes: ['tag'] });
  jobs = await runJobs(
    test.tenant,
    makeCommandJobs({ 'import-data-points': importPoints }),
    createLogger('silent'),
  );
});
afterAll(async () => {
  await jobs.close();
  await test.close();
});

type Fields = Record<string, string>;

function upload(fileName: string, content: string | Buffer, fields: Fields = {}) {
  const boundary = 'the-boundary-of-this-test';
  const field = ([name, value]: [string, string]) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const body = Buffer.concat([
    Buffer.from(Object.entries(fields).map(field).join('')),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const type = `multipart/form-data; boundary=${boundary}`;
  return test.app.inject({
    method: 'POST',
    url: '/api/imports',
    headers: { ...headers, 'content-type': type },
    body,
  });
}

async function imported(fileName: string, content: string | Buffer, fields?: Fields): Promise<Command> {
  const answer = await upload(fileName, content, fields);
  expect(answer.statusCode).toBe(202);
  const url = `/api/commands/${answer.json<{ commandId: string }>().commandId}`;
  const read = async () => (await test.app.inject({ url, headers })).json<Command>();
  await expect.poll(read, { timeout: 20_000 }).toMatchObject({ finishedAt: expect.any(String) });
  return read();
}

async function insertFile(text: string): Promise<string> {
  const fileId = randomUUID();
  const piece = { file_id: fileId, position: 0, data: Buffer.from(text) };
  await test.tenant.db.insertInto('import_piece').values(piece).execute();
  return fileId;
}

async function leftPieces(): Promise<number> {
  const { length } = await test.tenant.db.selectFrom('import_piece').select('position').execute();
  return length;
}

describe('an import', () => {
  it('stores the machine’s original file and counts its twelve repeated times', async () => {
    const tagId = await makeTag(test.tenant.db);
    const file = await readFile(join(serverDirectory, 'demo', 'machine_temperature_system_failure.csv'));
    const first = await imported('machine.csv', file, { tagId: String(tagId) });
    expect(first).toMatchObject({ status: 'done', percent: 100 });
    expect(first.result).toEqual({
      rows: 22_695,
      stored: 22_683,
      replaced: 12,
      duplicate: 0,
      early: 0,
      refused: 0,
      repeatedHours: [],
      tagIds: [tagId],
      twinId: null,
    });
    const { times } = await readPoints(test.tenant.db, tagId);
    expect(times).toHaveLength(22_683);
    expect(await leftPieces()).toBe(0);

    // Again: the last of each repeated time is stored already, the first one differs again.
    const again = await imported('machine.csv.gz', gzipSync(file), { tagId: String(tagId) });
    expect(again.result).toMatchObject({ stored: 0, refused: 0 });
  });

  it('records in the audit trail which tags had points overwritten', async () => {
    const { db } = test.tenant;
    const tagId = await makeTag(db, { name: 'pump.overwritten' });
    await makeTag(db, { name: 'pump.untouched' });
    const rows = (value: number) =>
      `time,pump.overwritten,pump.untouched\n2024-01-01T00:00:00Z,${value},1\n2024-01-02T00:00:00Z,${value},1`;
    await imported('first.csv', rows(1));
    await imported('second.csv', rows(2));
    const entries = await db
      .selectFrom('audit_entry')
      .select(['user_name', 'action', 'entity_id', 'entity_name', 'new'])
      .where('entity_type', '=', 'data points')
      .where('entity_name', 'in', ['pump.overwritten', 'pump.untouched'])
      .execute();
    expect(entries).toEqual([
      {
        user_name: expect.stringMatching(/./),
        action: 'update',
        entity_id: String(tagId),
        entity_name: 'pump.overwritten',
        new: { replaced: 2, from: '2024-01-01T00:00:00.000Z', to: '2024-01-02T00:00:00.000Z' },
      },
    ]);
    expect(entries[0]!.user_name).not.toBe('Twinward');
  });

  it('stores valid rows and lists invalid ones, with the expected format', async () => {
    const { db } = test.tenant;
    const tagId = await makeTag(db, { name: 'pump.pressure' });
    const rows = [
      'tag,time,value',
      'pump.pressure,2024-01-01T00:00:00Z,1.5',
      'pump.pressure,yesterday,2',
      'pump.flow,2024-01-01T00:01:00Z,3',
      'pump.pressure,2024-01-01T00:02:00Z,abc',
      'pump.pressure,2024-01-01T00:03:00Z,4',
    ];
    const command = await imported('mixed.csv', rows.join('\n'));
    expect(command.result).toMatchObject({
      rows: 5,
      stored: 2,
      replaced: 0,
      duplicate: 0,
      early: 0,
      refused: 3,
    });
    expect([...(await readPoints(db, tagId)).values]).toEqual([1.5, 4]);
    const url = `/api/imports/${command.commandId}/refused?page-size=2`;
    const refused = await test.app.inject({ url, headers });
    expect(refused.headers['x-paging-total-records']).toBe('3');
    expect(refused.json<{ line: number }[]>().map((row) => row.line)).toEqual([3, 4]);
    const other = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['tag'] });
    expect((await test.app.inject({ url, headers: other })).statusCode).toBe(404);
  });

  it('shows its status on each tag that it imports into', async () => {
    const { db } = test.tenant;
    const ids = [await makeTag(db, { name: 'many.a' }), await makeTag(db, { name: 'many.b' })];
    const other = await makeTag(db);
    const command = await imported('many.csv', 'time,many.a,many.b\n2024-01-01T00:00:00Z,1,2');
    const url = `/api/tags/status?${[...ids, other].map((id) => `id=${id}`).join('&')}`;
    const statuses = (await test.app.inject({ url, headers })).json();
    const done = { status: 'complete', percent: 100, commandId: command.commandId };
    expect(statuses).toMatchObject([
      { id: ids[0], dataImportJobStatus: done },
      { id: ids[1], dataImportJobStatus: done },
      { id: other, dataImportJobStatus: null },
    ]);
  });

  it('reads times without a zone in the chosen zone', async () => {
    const tagId = await makeTag(test.tenant.db, { name: 'berlin' });
    await imported('local.csv', 'time;berlin\n01.07.2024 12:00;1,5\n', {
      timeZone: 'Europe/Berlin',
      dateOrder: 'dmy',
    });
    const { times, values } = await readPoints(test.tenant.db, tagId);
    expect([times[0], values[0]]).toEqual([Date.UTC(2024, 6, 1, 10), 1.5]);
  });

  it('reads a historian’s file with the chosen columns and signs', async () => {
    const { db } = test.tenant;
    const tagId = await makeTag(db, { name: 'HIST.1' });
    const file = 'Point\tTagesdatum\tUhrzeit\tReading\tCode\nHIST.1\t01-Feb-2024\t14:00:00\t1,250\t0\n';
    const refused = await imported('open.csv', file, { tagColumn: 'Point' });
    expect(refused).toMatchObject({
      status: 'error',
      error: expect.stringContaining('no column for the time'),
    });
    const columns = {
      tagColumn: 'Point',
      dateColumn: 'Tagesdatum',
      timeColumn: 'Uhrzeit',
      valueColumn: 'Reading',
      qualityColumn: 'Code',
    };
    const open = await imported('open.csv', file, { ...columns, decimalSign: '.' });
    expect(open.error).toBe(
      "The column 'Code' holds only the quality code 0. Please choose whether 0 means good or bad.",
    );
    const chosen = { ...columns, decimalSign: '.', zeroQuality: 'good', timeZone: 'Europe/Oslo' };
    expect((await imported('open.csv', file, chosen)).result).toMatchObject({ stored: 1, refused: 0 });
    const { times, values } = await readPoints(db, tagId);
    expect([times[0], values[0]]).toEqual([Date.UTC(2024, 1, 1, 13), 1250]);
  });

  it('keeps both passes of a repeated hour, and reports it', async () => {
    const { db } = test.tenant;
    const tagId = await makeTag(db, { name: 'autumn' });
    await makeTag(db, { name: 'once' });
    const rows = ['01:00', '02:00', '02:00', '03:00'].map((time, i) => `autumn,29.10.2023 ${time},${i}`);
    const file = ['tag,time,value', ...rows, 'once,29.10.2023 02:30,1'].join('\n');
    const { result } = await imported('autumn.csv', file, { timeZone: 'Europe/Oslo' });
    const [from, until] = ['2023-10-29T02:00:00', '2023-10-29T03:00:00'];
    expect(result).toMatchObject({
      stored: 5,
      replaced: 0,
      repeatedHours: [{ from, until, tags: 2, undecided: 1 }],
    });
    const start = Date.UTC(2023, 9, 28, 23);
    expect([...(await readPoints(db, tagId)).times]).toEqual([0, 1, 2, 3].map((i) => start + i * 3_600_000));
  });

  it('stores nothing in a tag that was deleted after the upload', async () => {
    const { tenant } = test;
    const tagId = await makeTag(tenant.db);
    const fileId = await insertFile('time,value\n2024-01-01,1\n');
    await tenant.db.deleteFrom('tag').where('id', '=', tagId).execute();
    const input = { fileName: 'a.csv', timeZone: 'UTC', dateOrder: 'ymd', tagId, fileId };
    const run = importPoints.run(createCall(tenant, { input }));
    await expect(run).rejects.toThrow('Tag not found.');
    expect((await readPoints(tenant.db, tagId)).times).toHaveLength(0);
    await deleteUpload(tenant.db, fileId);
  });

  it('counts each row once while a worker that was considered dead is still running', async () => {
    const { tenant } = test;
    const tagId = await makeTag(tenant.db);
    const fileId = await insertFile('time,value\n2024-01-01,1\n2024-01-02,2\n');
    const input = { fileName: 'a.csv', timeZone: 'UTC', dateOrder: 'ymd', tagId, fileId };
    const { id } = await tenant.db
      .insertInto('command')
      .values({
        type: 'import-data-points',
        target_type: 'file',
        target_id: 'a.csv',
        target_name: 'a.csv',
        input: JSON.stringify(input),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const gate = createGate();
    const stale = runCommand(tenant, { 'import-data-points': heldUp(importPoints, 1, gate) }, id);
    await gate.reached;
    await runCommand(tenant, { 'import-data-points': importPoints }, id);
    gate.open();
    await expect(stale).rejects.toThrow(JobInterrupted);
    expect(
      await tenant.db
        .selectFrom('command')
        .select(['status', 'result'])
        .where('id', '=', id)
        .executeTakeFirst(),
    ).toMatchObject({ status: 'done', result: { rows: 2, stored: 2, duplicate: 0 } });
    expect((await readPoints(tenant.db, tagId)).values).toEqual(Float64Array.of(1, 2));
  });

  it('fails with the reason when the file can’t be read at all', async () => {
    const tag = String(await makeTag(test.tenant.db));
    expect(await imported('none.xlsx', 'this is no workbook', { tagId: tag })).toMatchObject({
      status: 'error',
    });
    expect(await imported('columns.csv', 'a,b,c\n1,2,3\n')).toMatchObject({ status: 'error' });
    expect(await imported('heading.csv', 'time,value\n', { tagId: tag })).toMatchObject({
      status: 'error',
      error: 'The file has no rows.',
    });
    expect(await leftPieces()).toBe(0);
  });
});

describe('POST /api/imports', () => {
  it.each<[string, string, string, Fields, number, string]>([
    [
      'another kind of file',
      'points.pdf',
      'x',
      {},
      400,
      'Please choose a csv, tsv, txt or xlsx file; it may be gzipped (.gz).',
    ],
    ['an empty file', 'points.csv', '', {}, 400, 'The file is empty.'],
    [
      'an unknown time zone',
      'points.csv',
      'x',
      { timeZone: 'Mars/Olympus' },
      400,
      "There is no time zone 'Mars/Olympus'. Please enter an IANA name, for example Europe/Berlin.",
    ],
    [
      'an unknown date order',
      'points.csv',
      'x',
      { dateOrder: 'ymdx' },
      400,
      'dateOrder: Please give one of ymd, dmy, mdy.',
    ],
    [
      'an unknown decimal sign',
      'points.csv',
      'x',
      { decimalSign: ';' },
      400,
      'decimalSign: Please give a point or a comma.',
    ],
    ['a tag that is not there', 'points.csv', 'x', { tagId: '999999' }, 404, 'Tag not found.'],
    [
      'a tag that can’t be',
      'points.csv',
      'x',
      { tagId: '9999999999' },
      400,
      'tagId: Please enter a number less than or equal to 2147483647.',
    ],
    [
      'a name without end',
      `${'n'.repeat(300)}.csv`,
      'x',
      {},
      400,
      "The file's name is longer than 255 characters.",
    ],
  ])('rejects %s', async (_name, fileName, content, fields, status, message) => {
    const answer = await upload(fileName, content, fields);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().message).toBe(message);
    expect(await leftPieces()).toBe(0);
  });

  it('rejects a tag that accepts no points', async () => {
    const tagId = await makeTag(test.tenant.db, { type: 'work', name: 'overhauls' });
    const answer = await upload('points.csv', 'x', { tagId: String(tagId) });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toBe('The tag overhauls records work: it has no points.');
  });

  it('rejects a body that is not a form', async () => {
    const answer = await test.app.inject({ method: 'POST', url: '/api/imports', headers, body: {} });
    expect(answer.statusCode).toBe(415);
  });

  it.each([
    ['', 'x'],
    ['; boundary=x', '--x\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n\r\ntag,time'],
  ])('rejects an invalid form: %j', async (boundary, body) => {
    const type = `multipart/form-data${boundary}`;
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/imports',
      headers: { ...headers, 'content-type': type },
      body,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe('The form is damaged or breaks off. Please send it again.');
    expect(await leftPieces()).toBe(0);
  });
});
