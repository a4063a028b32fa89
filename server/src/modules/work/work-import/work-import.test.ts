import type { Work } from '@twinward/contracts/assets/work';
import type { WorkImportRow } from '@twinward/contracts/assets/work-import';
import type { Command } from '@twinward/contracts/core/command';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../../platform/context.ts';
import { runJobs } from '../../../platform/jobs/job-runner.ts';
import { createLogger } from '../../../platform/process/log.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeCommandJobs } from '../../../testing/commands.ts';
import { makeAsset, makeSession, makeTag, makeUser, makeViewerSession } from '../../../testing/factories.ts';
import { readSheets } from '../../../testing/workbooks.ts';
import { importWork } from './jobs.ts';

let server: TestApp;
let writer: Record<string, string>;
let jobs: Running;

beforeAll(async () => {
  server = await createTestApp();
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['work'] });
  jobs = await runJobs(server.tenant, makeCommandJobs({ 'import-work': importWork }), createLogger('silent'));
});
afterAll(async () => {
  await jobs.close();
  await server.close();
});

function upload(
  content: string | Buffer,
  {
    fileName = 'work.csv',
    fields = {},
    headers = writer,
  }: { fileName?: string; fields?: object; headers?: Record<string, string> } = {},
) {
  const boundary = 'the-boundary-of-this-test';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const payload = Buffer.concat([
    Buffer.from(
      `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const type = `multipart/form-data; boundary=${boundary}`;
  const url = '/api/work/imports';
  return server.app.inject({ method: 'POST', url, headers: { ...headers, 'content-type': type }, payload });
}

/** Waits until the command has ended. */
async function ended(answer: { statusCode: number; json(): { commandId: string } }): Promise<Command> {
  expect(answer.statusCode).toBe(202);
  const url = `/api/commands/${answer.json().commandId}`;
  const read = async () => (await server.ask('GET', url, writer)).json<Command>();
  await expect.poll(read, { timeout: 30_000 }).toMatchObject({ finishedAt: expect.any(String) });
  return read();
}

const run = (commandId: string, headers = writer) =>
  server.ask('POST', `/api/work/imports/${commandId}/run`, headers);
const listRows = async (commandId: string, body: object = {}) =>
  (await server.ask('POST', `/api/work/imports/${commandId}/rows/filters`, writer, body)).json<
    WorkImportRow[]
  >();
const workUnder = async (tagId: number) =>
  (
    await server.ask('POST', `/api/tags/${tagId}/work/filters`, writer, {
      sorts: [{ field: 'Name', direction: 'Ascending' }],
    })
  ).json<Work[]>();

const file = (tag: string) =>
  [
    'Tag;Number;Name;Kind;Start;Completed;Hours;Cost;Failure mechanism',
    `${tag};1;Replace the seal;Corrective;2024-02-01 08:00;2024-02-02 08:00;4,5;1200;1.1`,
    `${tag};;Look at it;inspection;2024-03-01;2024-03-01;;;`,
    `${tag};2;Grease;;;;;;`,
  ].join('\n');

describe('an import of work', () => {
  it('is checked row by row without writing, then imported as checked', async () => {
    const tagId = await makeTag(server.tenant.db, { type: 'work', name: 'A.WORK' });
    const content = file('A.WORK').replace('4,5', '4.5');
    const check = await ended(await upload(content));
    expect(check).toMatchObject({ type: 'import-work', status: 'done', targetName: 'work.csv' });
    expect(check.result).toEqual({ dryRun: true, rows: 3, create: 3, update: 0, unchanged: 0, error: 0 });
    expect(await listRows(check.commandId)).toEqual([
      { line: 2, action: 'create', tagName: 'A.WORK', workName: 'Replace the seal', message: null },
      { line: 3, action: 'create', tagName: 'A.WORK', workName: 'Look at it', message: null },
      { line: 4, action: 'create', tagName: 'A.WORK', workName: 'Grease', message: null },
    ]);
    expect(await workUnder(tagId)).toEqual([]);

    const done = await ended(await run(check.commandId));
    expect(done.result).toEqual({ dryRun: false, rows: 3, create: 3, update: 0, unchanged: 0, error: 0 });
    expect(await workUnder(tagId)).toMatchObject([
      { name: 'Grease', number: '2', kind: 'other', start: null },
      { name: 'Look at it', number: null, kind: 'inspection', start: '2024-03-01T00:00:00.000Z' },
      {
        name: 'Replace the seal',
        kind: 'corrective',
        start: '2024-02-01T08:00:00.000Z',
        completed: '2024-02-02T08:00:00.000Z',
        duration: 'PT270M',
        cost: 1200,
        failureMechanism: '1.1',
      },
    ]);
    const again = await run(check.commandId);
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'The import of this file was already started.',
    ]);

    // The same file again changes nothing; another cost updates the work with that number.
    const same = await ended(await upload(content));
    expect(same.result).toMatchObject({ create: 0, update: 0, unchanged: 3 });
    const dearer = await ended(await upload(content.replace('1200', '1300')));
    expect(dearer.result).toMatchObject({ create: 0, update: 1, unchanged: 2 });
    await ended(await run(dearer.commandId));
    const [, , seal] = await workUnder(tagId);
    expect(seal).toMatchObject({ cost: 1300, version: 2 });
  });

  it('reads hours and costs with the detected or chosen decimal sign', async () => {
    const tagId = await makeTag(server.tenant.db, { type: 'work', name: 'SIGN.WORK' });
    const rows = (...cells: string[]) =>
      ['Tag;Number;Name;Hours;Cost', ...cells.map((cell, i) => `SIGN.WORK;${i};N;${cell}`)].join('\n');
    const german = await ended(await upload(rows('1,5;1.200', '2;1.000.000')));
    expect(german.result).toMatchObject({ create: 2, error: 0 });
    await ended(await run(german.commandId));
    expect((await workUnder(tagId)).map(({ duration, cost }) => [duration, cost])).toEqual([
      ['PT90M', 1200],
      ['PT2H', 1_000_000],
    ]);
    const open = await ended(await upload(rows('1.500;', '2;').replaceAll(';', '\t')));
    expect(open.result).toMatchObject({ error: 0 });
    const commas = rows('1,500;', '2;').replaceAll(';', '\t');
    const refused = await ended(await upload(commas));
    expect((await listRows(refused.commandId, {})).map(({ message }) => message)).toEqual([
      "Hours: The value '1,500' may mean 1500 or 1.5. Please choose the decimal sign of the file.",
      null,
    ]);
    expect((await ended(await upload(commas, { fields: { decimalSign: ',' } }))).result).toMatchObject({
      error: 0,
    });
  });

  it('skips rows with an error, each with its reason', async () => {
    const tagId = await makeTag(server.tenant.db, { type: 'work', name: 'B.WORK' });
    await makeTag(server.tenant.db, { name: 'B.POINTS' });
    const check = await ended(
      await upload(
        [
          'Tag,Number,Name,Kind,Start,Completed,Hours,Cost,Failure cause',
          'B.WORK,1,Good,corrective,2024-02-01,2024-02-02,1,1,3.4',
          'B.POINTS,,Bad,,,,,,',
          ',,Bad,,,,,,',
          'B.WORK,,,,,,,,',
          'B.WORK,,Bad,repair,,,,,',
          'B.WORK,,Bad,,2024-02-03,2024-02-02,,,',
          'B.WORK,,Bad,,,2099-01-01,,,',
          'B.WORK,,Bad,,,,many,,',
          'B.WORK,,Bad,,,,,1.5,',
          'B.WORK,,Bad,,,,,,9.9',
          'B.WORK,1,Again,,,,,,',
        ].join('\n'),
      ),
    );
    expect(check.result).toEqual({ dryRun: true, rows: 11, create: 1, update: 0, unchanged: 0, error: 10 });
    const errors = await listRows(check.commandId, {
      filters: [{ field: 'Action', operator: 'EqualTo', value: 'error' }],
    });
    expect(errors.map(({ line, message }) => [line, message])).toEqual([
      [3, "Tag: There is no tag 'B.POINTS' of type work."],
      [4, 'Tag: Required.'],
      [5, 'Name: Required.'],
      [6, 'Kind: Please choose the kind of work.'],
      [7, "Completed: Work can't be completed before it starts."],
      [8, "Completed: Work can't be completed in the future."],
      [9, "Hours: The value 'many' is not a number. Please give one such as 73.97."],
      [10, 'Cost: Please enter an integer.'],
      [11, 'Failure cause: Please give a failure cause code of ISO 14224.'],
      [12, 'The row 2 is the same work.'],
    ]);
    const csv = await server.ask('GET', `/api/work/imports/${check.commandId}/rows.csv`, writer);
    expect(csv.headers['content-disposition']).toBe('attachment; filename="work result.csv"');
    expect(csv.body.split('\r\n').slice(0, 3)).toEqual([
      'row,result,tag,name,message',
      '2,create,B.WORK,Good,',
      "3,error,B.POINTS,Bad,Tag: There is no tag 'B.POINTS' of type work.",
    ]);
    await ended(await run(check.commandId));
    expect((await workUnder(tagId)).map(({ name }) => name)).toEqual(['Good']);
  });

  it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'])(
    'changes nothing in work that a user in %s exported, in any time zone of the import',
    async (timeZone) => {
      const tagId = await makeTag(server.tenant.db, { type: 'work', name: `TRIP ${timeZone}` });
      // Both occurrences of repeated hours, work without a number, and fractions of an hour.
      const rows = [
        `TRIP ${timeZone},1,Service,2024-10-27T00:30:00Z,1.5`,
        `TRIP ${timeZone},2,Service,2024-10-27T01:30:00Z,0.333333`,
        `TRIP ${timeZone},,Service,2024-11-03T05:30:00Z,`,
        `TRIP ${timeZone},,Service,2024-11-03T06:30:00.250Z,`,
      ];
      const first = await ended(await upload(['Tag,Number,Name,Completed,Hours', ...rows].join('\n')));
      await ended(await run(first.commandId));
      expect(await workUnder(tagId)).toHaveLength(4);
      const exporter = await makeSession(server.tenant.db, {
        groups: ['VIEWERS'],
        recordTypes: ['work'],
        timeZone,
      });
      const filters = [{ field: 'TagId', operator: 'EqualTo', value: tagId }];
      const exported = await server.ask('POST', '/api/work/export', exporter, { filters });
      for (const importedIn of ['UTC', timeZone]) {
        const back = await ended(
          await upload(exported.rawPayload, { fileName: 'work.xlsx', fields: { timeZone: importedIn } }),
        );
        expect(back.result).toMatchObject({ rows: 4, unchanged: 4, error: 0 });
      }
    },
  );

  it.each(['xlsx', 'csv'])('reads an exported file as %s, and times in the given zone', async (format) => {
    const name = `C.WORK ${format}`;
    const tagId = await makeTag(server.tenant.db, { type: 'work', name });
    const first = await ended(
      await upload(`Tag,Number,Name,Completed\n${name},1,Service,2024-07-01 10:00`, {
        fields: { timeZone: 'Europe/Berlin' },
      }),
    );
    await ended(await run(first.commandId));
    expect((await workUnder(tagId))[0]!.completed).toBe('2024-07-01T08:00:00.000Z');
    const filters = [{ field: 'TagId', operator: 'EqualTo', value: tagId }];
    const exported = await server.ask('POST', `/api/work/export?format=${format}`, writer, { filters });
    expect(exported.headers['content-disposition']).toBe(`attachment; filename="work.${format}"`);
    const back = await ended(await upload(exported.rawPayload, { fileName: `work.${format}` }));
    expect(back.result).toMatchObject({ rows: 1, unchanged: 1, error: 0 });
  });

  it.each(['xlsx', 'csv'])('does not change further fields that were exported as %s', async (format) => {
    const admin = await makeSession(server.tenant.db, { isAdmin: true });
    const type = (await server.ask('GET', '/api/recordtypes/work', admin)).json();
    const field = (name: string, kind: string, more = {}) => ({ name, caption: name, kind, ...more });
    const fields = [
      field('crew', 'text'),
      field('remark', 'long-text'),
      field('depth', 'number', { unit: 'mm' }),
      field('twice', 'computed', { expression: '[depth] * 2' }),
      field('paid', 'money'),
      field('safe', 'yes-no'),
      field('due', 'date'),
      field('seen', 'date-time'),
      field('took', 'duration'),
      field('remedies', 'list-items', { list: 'REMEDIATION' }),
      field('by', 'user'),
      field('machine', 'reference', { recordType: 'asset' }),
      { ...field('kind_of', 'text'), caption: 'Kind of work' },
    ];
    if (type.fields.length === 0) {
      const changed = await server.ask('PUT', '/api/recordtypes/work', admin, { ...type, fields });
      expect(changed.statusCode, changed.body).toBe(200);
    }
    const { db } = server.tenant;
    const tagId = await makeTag(db, { type: 'work', name: `FURTHER ${format}` });
    const { rows: items } = await sql<{ id: number }>`
      select item.id from value_list_item as item join value_list on value_list.id = list_id
      where value_list.name = 'REMEDIATION' order by item.id limit 2`.execute(db);
    const values = {
      crew: '=1+1',
      remark: 'one line\nand "another"; one, two',
      depth: 1.25,
      paid: 1234.5,
      safe: false,
      due: '2026-03-31',
      seen: '2026-03-31T14:30:00.250Z',
      took: 'P30D',
      remedies: items.map(({ id }) => id),
      by: await makeUser(db),
      machine: await makeAsset(db),
      kind_of: '007',
    };
    const made = await server.ask('POST', '/api/work', writer, {
      tagId,
      name: 'Service',
      kind: 'inspection',
      fields: values,
    });
    expect(made.statusCode, made.body).toBe(201);
    const before = await workUnder(tagId);
    expect(before[0]!.fields).toEqual({ ...values, twice: 2.5 });
    const filters = [{ field: 'TagId', operator: 'EqualTo', value: tagId }];
    const exported = await server.ask('POST', `/api/work/export?format=${format}`, writer, { filters });
    const back = await ended(await upload(exported.rawPayload, { fileName: `work.${format}` }));
    expect(back.result, JSON.stringify(await listRows(back.commandId))).toMatchObject({
      rows: 1,
      unchanged: 1,
      error: 0,
    });
    await ended(await run(back.commandId));
    expect(await workUnder(tagId)).toEqual(before);
  });

  it.each([
    ['Tag,Color\nA,red', "The column 'Color' is not known."],
    ['Tag,Number\nA,1', "There is no column 'Name' in the first row."],
    ['Tag,Name,Name\nA,1,2', "There are two columns 'Name'."],
    ['Tag,Name', 'The file has no rows.'],
  ])('fails with the error of the file %j', async (content, message) => {
    const check = await ended(await upload(content));
    expect(check.status).toBe('error');
    expect(check.error).toContain(message);
    const refused = await run(check.commandId);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Only a file that was checked can be imported.',
    ]);
  });

  it('is rejected for users without the right, and for other files', async () => {
    const viewer = await makeViewerSession(server.tenant.db);
    expect((await upload('Tag,Name', { headers: viewer })).statusCode).toBe(403);
    expect((await upload('Tag,Name', { headers: {} })).statusCode).toBe(401);
    expect((await upload('x', { fileName: 'work.pdf' })).statusCode).toBe(400);
    const zone = await upload('Tag,Name', { fields: { timeZone: 'Mars' } });
    expect([zone.statusCode, zone.json().message]).toEqual([
      400,
      "There is no time zone 'Mars'. Please enter an IANA name, for example Europe/Berlin.",
    ]);
    const color = await upload('Tag,Name', { fields: { color: 'red' } });
    expect([color.statusCode, color.json().message]).toEqual([400, 'There is no field color.']);
    const unknown = '/api/work/imports/00000000-0000-4000-8000-000000000000';
    expect((await server.ask('POST', `${unknown}/run`, writer)).statusCode).toBe(404);
    expect((await server.ask('POST', `${unknown}/rows/filters`, writer, {})).statusCode).toBe(404);
    expect((await server.ask('GET', `${unknown}/rows.csv`, writer)).statusCode).toBe(404);
    const other = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['work'] });
    const check = await ended(await upload(file('none')));
    expect((await run(check.commandId, other)).statusCode).toBe(404);
  });

  it('has a template whose headings it reads', async () => {
    const answer = await server.ask('GET', '/api/work/imports/template', writer);
    expect(answer.statusCode).toBe(200);
    const sheets = readSheets(answer.rawPayload);
    expect(Object.keys(sheets)).toEqual(['Work', 'Notes', 'Failure mechanisms', 'Failure causes']);
    const headings = sheets.Work![0]!;
    const check = await ended(await upload(`${headings.join(',')}\nA,1,Service`));
    expect(check.result).toMatchObject({ rows: 1, error: 1 });
  });
});
