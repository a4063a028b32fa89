import type { Connection } from '@twinward/contracts/connections/connection';
import type { FeedImportRow } from '@twinward/contracts/connections/feed-import';
import type { Command } from '@twinward/contracts/core/command';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeSession, makeTag } from '../../../testing/factories.ts';
import { toForm } from '../../../testing/form.ts';
import { makeWorkbook, readSheets } from '../../../testing/workbooks.ts';
import { recordTagExport } from '../../connections/connection/service.ts';
import { getTagFeed } from '../intake/service.ts';
import { importFeeds } from './jobs.ts';

let server: TestApp;
let manager: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  manager = await makeSession(server.tenant.db, { groups: ['CONNECTION_MANAGERS'] });
});
afterAll(() => server.close());

const path = '/api/connections/tags/imports';
const ask = (method: Method, url: string, body?: unknown) => server.ask(method, url, manager, body);

/** Makes a connection that feeds a tag for each source. The tag is named like its source, with a prefix. */
let count = 0;
async function connect(...sources: string[]) {
  const prefix = `FI${++count}.`;
  const body = { name: `Gateway ${count}`, type: 'http', configuration: {} };
  const connection: Connection = (await ask('POST', '/api/connections', body)).json();
  const taken = sources.map((source) => ({ source, name: `${prefix}${source}`, factor: 2 }));
  const url = `/api/connections/${connection.id}`;
  const tags = sources.length === 0 ? [] : (await ask('POST', `${url}/sources`, taken)).json();
  return {
    ...connection,
    prefix,
    read: async (): Promise<Connection> => (await ask('GET', url)).json(),
    exported: () => ask('GET', `${url}/tags/export`),
    getFeed: async (source: string) => {
      const { tagId } = tags.find((tag: { source: string }) => tag.source === source);
      const { source: now, factor, offset } = (await getTagFeed(server.tenant.db, tagId))!;
      return [now, factor, offset];
    },
  };
}

/** Executes a command at once. */
async function carriedOut(commandId: string): Promise<Command> {
  await runCommand(server.tenant, { 'import-feeds': importFeeds }, commandId);
  return (await ask('GET', `/api/commands/${commandId}`)).json();
}
async function check(connectionId: number, content: string | Buffer): Promise<Command> {
  const name = typeof content === 'string' ? 'tags.csv' : 'tags.xlsx';
  const file = { name, content, fields: { connectionId: String(connectionId) } };
  const answer = await server.app.inject({ method: 'POST', url: path, ...toForm(file, manager) });
  expect(answer.statusCode, answer.body).toBe(202);
  return carriedOut(answer.json().commandId);
}
const run = async ({ commandId }: Command) =>
  carriedOut((await ask('POST', `${path}/${commandId}/run`)).json().commandId);
const listRows = async ({ commandId }: Command) =>
  ((await ask('POST', `${path}/${commandId}/rows/filters`, {})).json() as FeedImportRow[]).map(
    ({ line, action, message }) => [line, action, message],
  );

describe('the sheet of the tags of a connection', () => {
  test('is exported, and the connection shows the result', async () => {
    const connection = await connect('s/1', 's/2');
    const { prefix } = connection;
    expect((await connection.read()).exportTagStatus).toBeNull();
    const answer = await connection.exported();
    expect(answer.headers['content-disposition']).toBe('attachment; filename="connection tags.xlsx"');
    const { Tags, Notes } = readSheets(answer.rawPayload);
    expect(Tags).toEqual([
      ['Tag', 'Caption', 'Unit', 'Source', 'Factor', 'Offset'],
      [`${prefix}s/1`, `${prefix}s/1`, null, 's/1', 2, 0],
      [`${prefix}s/2`, `${prefix}s/2`, null, 's/2', 2, 0],
    ]);
    expect(Notes).toHaveLength(9);
    const { exportTagStatus } = await connection.read();
    expect(exportTagStatus).toEqual({ status: 'done', message: '2 tags', time: expect.any(String) });
    expect(Math.abs(Date.parse(exportTagStatus!.time) - Date.now())).toBeLessThan(60 * 60_000);
    await recordTagExport(server.tenant.db, connection.id, { error: 'It has too many tags.' });
    expect((await connection.read()).exportTagStatus).toMatchObject({
      status: 'error',
      message: 'It has too many tags.',
    });
  });

  test('changes nothing when it is imported unchanged', async () => {
    const connection = await connect('s/1', 's/2');
    const checked = await check(connection.id, (await connection.exported()).rawPayload);
    expect(checked.result).toEqual({ dryRun: true, rows: 2, create: 0, update: 0, unchanged: 2, error: 0 });
  });

  test('moves sources between tags, changes scales, and feeds tags without a feed', async () => {
    const connection = await connect('a', 'b', 'c');
    const { prefix: p } = connection;
    const free = await makeTag(server.tenant.db, { name: `${p}free`, assetIds: [] });
    const content = makeWorkbook({
      Tags: [
        ['Tag', 'Source', 'Factor', 'Offset'],
        [`${p}a`, 'b', 2, 0],
        [`${p}b`, 'a', 0.5, -3],
        [`${p}c`, 'c', null, 1],
        [`${p}free`, 'd', 10, null],
      ],
    });
    const checked = await check(connection.id, content);
    const counts = { rows: 4, create: 1, update: 3, unchanged: 0, error: 0 };
    expect(checked.result).toEqual({ dryRun: true, ...counts });
    expect(await connection.getFeed('a')).toEqual(['a', 2, 0]);
    expect((await run(checked)).result).toEqual({ dryRun: false, ...counts });
    expect(await connection.getFeed('a')).toEqual(['b', 2, 0]);
    expect(await connection.getFeed('b')).toEqual(['a', 0.5, -3]);
    expect(await connection.getFeed('c')).toEqual(['c', 1, 1]);
    expect(await getTagFeed(server.tenant.db, free)).toMatchObject({
      connectionId: connection.id,
      source: 'd',
      factor: 10,
      offset: 0,
    });
    const audited = await server.tenant.db
      .selectFrom('audit_entry')
      .select(['old', 'new'])
      .where('entity_type', '=', 'tag')
      .where('entity_name', '=', `${p}b`)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(audited).toMatchObject({
      old: { source: 'b', factor: 2, offset: 0 },
      new: { source: 'a', factor: 0.5, offset: -3 },
    });
  });

  test('changes only the columns present', async () => {
    const connection = await connect('a');
    await run(await check(connection.id, `Tag;Factor\n${connection.prefix}a;0,5\n`));
    expect(await connection.getFeed('a')).toEqual(['a', 0.5, 0]);
  });

  test('refuses rows with the reason', async () => {
    const { db } = server.tenant;
    const other = await connect('o');
    const connection = await connect('a', 'b', 'c', 'kept');
    const { prefix: p } = connection;
    await makeTag(db, { name: `${p}calculated`, type: 'calculated', assetIds: [] });
    const content = [
      'Tag,Source,Factor,Offset',
      `${p}a,a2,0,0`,
      `${p}b,b2,many,0`,
      `${p}c,,1,0`,
      `${p}nowhere,n,1,0`,
      `${p}calculated,n,1,0`,
      `${other.prefix}o,n,1,0`,
      ',n,1,0',
    ].join('\n');
    expect(await listRows(await check(connection.id, content))).toEqual([
      [2, 'error', 'Factor: Please enter a number other than 0.'],
      [3, 'error', expect.stringMatching(/^Factor: .*many/)],
      [4, 'error', 'Source: Required.'],
      [5, 'error', 'Tag: There is no tag with this name.'],
      [6, 'error', `The tag ${p}calculated is calculated: its points can't be written.`],
      [7, 'error', `The tag ${other.prefix}o is fed by ${other.name}, by o. Release it there first.`],
      [8, 'error', 'Tag: Required.'],
    ]);
    const inUse = `Tag,Source\n${p}a,new\n${p}a,newer\n${p}b,new\n${p}c,kept\n`;
    expect(await listRows(await check(connection.id, inUse))).toEqual([
      [2, 'update', null],
      [3, 'error', 'The row 2 has the same tag.'],
      [4, 'error', 'The row 2 has the same source.'],
      [5, 'error', `The source kept feeds the tag ${p}kept already.`],
    ]);
    const inTurn = `Tag,Source\n${p}a,b\n${p}b,c\n${p}c,kept\n`;
    expect(await listRows(await check(connection.id, inTurn))).toEqual([
      [2, 'error', `The source b feeds the tag ${p}b already.`],
      [3, 'error', `The source c feeds the tag ${p}c already.`],
      [4, 'error', `The source kept feeds the tag ${p}kept already.`],
    ]);
  });

  test('leaves out a row if another tag took its source after the check', async () => {
    const connection = await connect('a', 'b');
    const { prefix: p } = connection;
    const checked = await check(connection.id, `Tag,Source,Factor\n${p}a,n,2\n${p}b,b,3\n`);
    expect(checked.result).toMatchObject({ update: 2 });
    const taken = [{ source: 'n', name: `${p}n` }];
    await ask('POST', `/api/connections/${connection.id}/sources`, taken);
    expect((await run(checked)).result).toMatchObject({ update: 1, error: 1 });
    expect(await connection.getFeed('a')).toEqual(['a', 2, 0]);
    expect(await connection.getFeed('b')).toEqual(['b', 3, 0]);
  });
});

test('the calls of the import answer 400, 401, 403 and 404', async () => {
  const { db } = server.tenant;
  const { id } = await connect();
  const viewer = await makeSession(db, { groups: ['VIEWERS'] });
  const url = `/api/connections/${id}/tags/export`;
  expect((await server.ask('GET', url, {})).statusCode).toBe(401);
  expect((await server.ask('GET', url, viewer)).statusCode).toBe(403);
  expect((await ask('GET', '/api/connections/999999/tags/export')).statusCode).toBe(404);
  const file = { name: 'tags.csv', content: 'Tag\nx\n' };
  const answer = await server.app.inject({ method: 'POST', url: path, ...toForm(file, manager) });
  expect(answer.statusCode).toBe(400);
  expect((await check(999_999, 'Tag\nx\n')).error).toBe('Connection not found.');
});
