import { randomUUID } from 'node:crypto';
import type { Command } from '@twinward/contracts/core/command';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Running } from '../../../platform/context.ts';
import { runJobs } from '../../../platform/jobs/job-runner.ts';
import { createLogger } from '../../../platform/process/log.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { createCall, makeCommandJobs } from '../../../testing/commands.ts';
import { makeAsset, makeSession, makeTag, makeTwin, makeViewerSession } from '../../../testing/factories.ts';
import { makeWorkbook, readSheets } from '../../../testing/workbooks.ts';
import { importTags } from './jobs.ts';

let server: TestApp;
let writer: Record<string, string>;
let jobs: Running;

beforeAll(async () => {
  server = await createTestApp();
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['tag'] });
  jobs = await runJobs(server.tenant, makeCommandJobs({ 'import-tags': importTags }), createLogger('silent'));
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
  const url = '/api/tags/imports';
  return server.app.inject({ method: 'POST', url, headers: { ...headers, 'content-type': type }, payload });
}

/** Waits until the command has ended. */
async function ended(answer: { statusCode: number; json(): { commandId: string } }): Promise<Command> {
  expect(answer.statusCode).toBe(202);
  const url = `/api/commands/${answer.json().commandId}`;
  const read = async () => (await server.app.inject({ url, headers: writer })).json<Command>();
  await expect.poll(read, { timeout: 60_000 }).toMatchObject({ finishedAt: expect.any(String) });
  return read();
}

const check = async (content: string | Buffer, fileName = 'tags.csv') =>
  ended(await upload(fileName, content));
const start = (commandId: string, headers = writer) =>
  server.ask('POST', `/api/tags/imports/${commandId}/run`, headers);
const run = async (commandId: string) => ended(await start(commandId));
const listRows = async (commandId: string, body: object = {}) =>
  (await server.ask('POST', `/api/tags/imports/${commandId}/rows/filters`, writer, body)).json<
    { line: number; action: string; name: string; caption: string; message: string | null }[]
  >();
const findTag = async (name: string) => {
  const body = { filters: [{ field: 'Name', operator: 'EqualTo', value: name }] };
  const [tag] = (await server.ask('POST', '/api/tags/filters', writer, body)).json();
  return tag && (await server.ask('GET', `/api/tags/${tag.id}`, writer)).json();
};

describe('a file of tags', () => {
  test('is checked row by row, and imported except for rows with an error', async () => {
    const { db } = server.tenant;
    const pump = await makeAsset(db, { uniqueId: 'TI-PUMP' });
    const unit = await makeAsset(db, { uniqueId: 'TI-UNIT' });
    const old = await makeTag(db, { name: 'TI.OLD', caption: 'Old', unit: 'bar', assetIds: [pump] });
    await makeTag(db, { name: 'TI.SAME', caption: 'Same', unit: 'bar', assetIds: [] });
    await makeTag(db, { name: 'TI.WORK', type: 'work', assetIds: [] });
    const file = [
      'Tag,Caption,Type,Unit,Description,Keywords,Source,Assets',
      'TI.NEW,New,signal,°C,At the inlet,hot; water;,PLC 1,TI-PUMP;TI-UNIT',
      'TI.PLAIN,,,,,,,',
      'TI.CALC,Calculated,calculated,m/s,,,,',
      'TI.OLD,Renamed,,kPa,,,,TI-UNIT',
      'TI.SAME,Same,,bar,,,,',
      'TI.WORK,Work,data_point,,,,,',
      'TI.BAD,,tool,,,,,NOWHERE',
      ',No name,,,,,,',
      'TI.NEW,Again,,,,,,',
      `TI.LONG,${'x'.repeat(201)},,,,,,`,
    ].join('\n');
    const checked = await check(file);
    expect(checked).toMatchObject({ status: 'done', type: 'import-tags', targetName: 'tags.csv' });
    const counts = { rows: 10, create: 3, update: 1, unchanged: 1, error: 5 };
    expect(checked.result).toEqual({ dryRun: true, ...counts });
    const messages = (await listRows(checked.commandId)).map(({ line, message }) => [line, message]);
    expect(messages.slice(5)).toEqual([
      [7, 'Type: The type of a tag stays, and this one is work.'],
      [
        8,
        "Type: Please give data_point, calculated or work. Assets: There is no asset with the unique id 'NOWHERE'.",
      ],
      [9, 'Name: Required.'],
      [10, 'The row 2 has the same name.'],
      [11, 'Caption: 1 characters over maximum length of 200.'],
    ]);
    expect(await findTag('TI.NEW')).toBeUndefined();

    const done = await run(checked.commandId);
    expect(done).toMatchObject({ status: 'done', percent: 100, result: { dryRun: false, ...counts } });
    expect(await findTag('TI.NEW')).toMatchObject({
      caption: 'New',
      type: 'data_point',
      unit: 'Cel',
      description: 'At the inlet',
      source: 'PLC 1',
      keywords: ['hot', 'water'],
      assetIds: [pump, unit].sort((a, b) => a - b),
    });
    expect(await findTag('TI.PLAIN')).toMatchObject({ caption: 'TI.PLAIN', unit: null, source: null });
    expect(await findTag('TI.CALC')).toMatchObject({ type: 'calculated', logic: '', isCalculated: true });
    expect(await findTag('TI.OLD')).toMatchObject({
      caption: 'Renamed',
      unit: 'kPa',
      assetIds: [unit],
      version: 2,
    });
    expect(await findTag('TI.SAME')).toMatchObject({ version: 1 });
    const audited = await db
      .selectFrom('audit_entry')
      .select(['action', 'old', 'new'])
      .where('entity_type', '=', 'tag')
      .where('entity_id', '=', String(old))
      .execute();
    expect(audited).toMatchObject([{ action: 'update', old: { unit: 'bar' }, new: { unit: 'kPa' } }]);
    expect((await start(checked.commandId)).json().message).toBe(
      'The import of this file was already started.',
    );
    const again = await check(file);
    expect(again.result).toMatchObject({ create: 0, update: 0, unchanged: 5, error: 5 });
  });

  test('changes only the columns present', async () => {
    await makeTag(server.tenant.db, { name: 'COL.1', caption: 'Stays', unit: 'bar', description: 'Old' });
    await run((await check('name,description\nCOL.1,\nCOL.2,New\n')).commandId);
    expect(await findTag('COL.1')).toMatchObject({ caption: 'Stays', unit: 'bar', description: '' });
    expect(await findTag('COL.2')).toMatchObject({ caption: 'COL.2', description: 'New' });
  });

  test('is planned again if its tags changed since the check', async () => {
    const checked = await check('name,caption\nLATER.1,Mine\n');
    await makeTag(server.tenant.db, { name: 'LATER.1', caption: 'Theirs' });
    expect((await run(checked.commandId)).result).toMatchObject({ create: 0, update: 1, error: 0 });
    expect(await findTag('LATER.1')).toMatchObject({ caption: 'Mine', version: 2 });
  });

  test('with many batches is resumed after the last batch that an interrupted import has stored', async () => {
    const { tenant } = server;
    const bad = (i: number) => i % 500 === 3;
    const rows = Array.from({ length: 3500 }, (_, i) =>
      bad(i) ? `MANY.${i},,tool` : `MANY.${i},Caption ${i},`,
    );
    const { commandId } = await check(['name,caption,type', ...rows].join('\n'));
    const { input } = await tenant.db
      .selectFrom('command')
      .select('input')
      .where('id', '=', commandId)
      .executeTakeFirstOrThrow();
    let transactions = 0;
    const { id } = await tenant.db
      .insertInto('command')
      .values({
        type: 'import-tags',
        target_type: 'row-import',
        target_id: commandId,
        target_name: 'many.csv',
        input: JSON.stringify({ ...input, dryRun: false }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    let kept: Record<string, unknown> | null = null;
    const call = createCall(tenant, { input: { ...input, dryRun: false }, commandId: id });
    const broken = {
      ...call,
      transaction: ((work) => {
        if (++transactions === 3) throw new Error('killed');
        return call.transaction(work);
      }) as typeof call.transaction,
      progress: (async (_db, _percent, result) => {
        kept = { ...result };
      }) as typeof call.progress,
    };
    await expect(importTags.run(broken)).rejects.toThrow('killed');
    expect(kept).toMatchObject({ rows: 2000, line: 2001, error: 4 });
    const result = await importTags.run({ ...call, resumed: kept });
    expect(result).toEqual({ dryRun: false, rows: 3500, create: 3493, update: 0, unchanged: 0, error: 7 });
    const named = tenant.db.selectFrom('tag').select('id').where('name', 'like', 'MANY.%');
    expect(await named.execute()).toHaveLength(3493);
    const rowsOfRun = tenant.db.selectFrom('tag_import_row').select('line').where('command_id', '=', id);
    const refused = await rowsOfRun.where('action', '=', 'error').orderBy('line').execute();
    expect(refused.map(({ line }) => line)).toEqual([5, 505, 1005, 1505, 2005, 2505, 3005]);
  });

  test('has a template that can be imported when filled in', async () => {
    const template = await server.ask('GET', '/api/tags/imports/template', writer);
    expect(template.headers['content-disposition']).toBe('attachment; filename="tags.xlsx"');
    const sheets = readSheets(template.rawPayload);
    expect(Object.keys(sheets)).toEqual(['Tags', 'Units', 'Notes']);
    expect((await check(template.rawPayload, 'tags.xlsx')).error).toBe('The file has no rows.');
    const row = ['TPL.1', 'From the template', 'work', null, '=1+1'];
    const filled = makeWorkbook({ Tags: [...sheets.Tags!, row] });
    expect((await run((await check(filled, 'tags.xlsx')).commandId)).result).toMatchObject({ create: 1 });
    expect(await findTag('TPL.1')).toMatchObject({ type: 'work', caption: 'From the template' });
  });

  test('has a result as csv, with formulas escaped', async () => {
    const { commandId } = await check('name,caption\n=1+1,"Big, hot"\n,x\n');
    const answer = await server.ask('GET', `/api/tags/imports/${commandId}/rows.csv`, writer);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="tags result.csv"');
    expect(answer.body).toBe(
      'row,result,name,caption,message\r\n2,create,\'=1+1,"Big, hot",\r\n3,error,,x,Name: Required.\r\n',
    );
  });

  test.each([
    ['caption\nPump', "There is no column 'Name' in the first row."],
    ['name,colour\nP,red', /^The column 'colour' is not known\. The columns are Name, Caption, Type,/],
    ['name\n', 'The file has no rows.'],
  ])('of %j fails with the reason', async (content, message) => {
    const error = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(await check(content)).toMatchObject({ status: 'error', error });
  });
});

test('the calls of the import answer 400, 401, 403, 404 and 409', async () => {
  const { db } = server.tenant;
  const viewer = await makeViewerSession(db);
  const other = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['tag'] });
  const file = 'name\nS.1\n';
  expect((await upload('a.csv', file, {})).statusCode).toBe(401);
  expect((await upload('a.csv', file, viewer)).statusCode).toBe(403);
  expect((await upload('a.pdf', file)).statusCode).toBe(400);
  const { commandId } = await check(file);
  const calls = [
    ['POST', 'run', undefined],
    ['POST', 'rows/filters', {}],
    ['GET', 'rows.csv', undefined],
  ] as const;
  for (const [method, path, body] of calls) {
    const url = `/api/tags/imports/${commandId}/${path}`;
    expect((await server.ask(method, url, {}, body)).statusCode, path).toBe(401);
    expect((await server.ask(method, url, viewer, body)).statusCode, path).toBe(403);
    expect((await server.ask(method, url, other, body)).statusCode, path).toBe(404);
    const unknown = `/api/tags/imports/${randomUUID()}/${path}`;
    expect((await server.ask(method, unknown, writer, body)).json().message).toBe('Command not found.');
  }
  const failed = await check('caption\nA\n');
  const refused = await start(failed.commandId);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Only a file that was checked can be imported.',
  ]);
});

test('a unit in which an input could not read its tag is rejected, in the check too', async () => {
  const { db } = server.tenant;
  const tagId = await makeTag(db, { name: 'TU.PRESSURE', unit: 'kPa', assetIds: [] });
  await makeTwin(db, {
    assetId: await makeAsset(db, { assetName: 'TU pump' }),
    aliases: [{ name: 'Suction', type: 'data_point', mappedTagId: tagId }],
  });
  const message =
    'Unit: The input Suction of TU pump: kPa measures pressure, and the tag TU.PRESSURE temperature, in Cel. Please give a unit of temperature: Cel, K, [degF] or [degR].';
  const checked = await check('Name,Unit\nTU.PRESSURE,°C');
  expect(await listRows(checked.commandId)).toMatchObject([{ action: 'error', message }]);
  const changed = await check('Name,Unit\nTU.PRESSURE,bar');
  await run(changed.commandId);
  expect((await findTag('TU.PRESSURE')).unit).toBe('bar');
});

test('the source of a tag that a connection feeds is kept, and its other fields change', async () => {
  const { db } = server.tenant;
  const tagId = await makeTag(db, { name: 'TF.FED', source: 'plc/1', assetIds: [] });
  const group = { type: 'http' };
  const { id } = await db
    .insertInto('connection_group')
    .values(group)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('tag').set({ connection_group_id: id }).where('id', '=', tagId).execute();
  const checked = await check('Name,Source\nTF.FED,plc/2');
  const message =
    'Source: A connection feeds this tag by its source. Release the tag on the page of the connection to change it.';
  expect(await listRows(checked.commandId)).toMatchObject([{ action: 'error', message }]);
  const changed = await check('Name,Source,Caption\nTF.FED,plc/1,Fed');
  await run(changed.commandId);
  expect(await findTag('TF.FED')).toMatchObject({ caption: 'Fed', source: 'plc/1' });
});
