import type { Command } from '@twinward/contracts/core/command';
import type { ImportSignal, ImportTarget } from '@twinward/contracts/signals/import';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeSession, makeTag, makeTwin } from '../../../testing/factories.ts';
import { toForm } from '../../../testing/form.ts';
import { importPoints } from '../../signals/point-import/jobs.ts';

let test: TestApp;
let headers: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  headers = await makeSession(test.tenant.db, { groups: ['VIEWERS'], recordTypes: ['tag', 'asset', 'twin'] });
});
afterAll(() => test.close());

interface Plan {
  signals: ImportSignal[];
  target?: ImportTarget;
}

const upload = (content: string, { signals, target }: Plan, by = headers) =>
  test.app.inject({
    method: 'POST',
    url: '/api/imports',
    ...toForm(
      {
        name: 'pump.csv',
        content,
        fields: {
          signals: JSON.stringify(signals),
          ...(target ? { target: JSON.stringify(target) } : {}),
        },
      },
      by,
    ),
  });

async function imported(content: string, plan: Plan): Promise<Command> {
  const answer = await upload(content, plan);
  expect(answer.json()).toEqual({ commandId: expect.any(String) });
  const { commandId } = answer.json<{ commandId: string }>();
  await runCommand(test.tenant, { 'import-data-points': importPoints }, commandId);
  return (await test.app.inject({ url: `/api/commands/${commandId}`, headers })).json<Command>();
}

const read = async <T>(url: string): Promise<T> => (await test.app.inject({ url, headers })).json<T>();

async function countRecords(): Promise<number[]> {
  const counts = [];
  for (const table of ['asset', 'twin', 'tag', 'tag_alias', 'import_piece'] as const) {
    counts.push((await test.tenant.db.selectFrom(table).selectAll().execute()).length);
  }
  return counts;
}

const file = 'time,Temp (C),Flow,Note\n2024-01-01T00:00:00Z,71,12,x\n2024-01-01T00:01:00Z,72,13,y\n';
const newTags = (prefix: string): ImportSignal[] => [
  { name: 'Temp (C)', tag: { name: `${prefix} Temp`, unit: 'Cel' }, input: 'Temp' },
  { name: 'Flow', tag: { name: `${prefix} Flow`, unit: null } },
  { name: 'Note' },
];

describe('an import', () => {
  it('creates its asset, twin, tags and inputs with the first points', async () => {
    const target: ImportTarget = { type: 'new', assetName: 'Pump 7', uniqueId: 'PUMP-7' };
    const command = await imported(file, { signals: newTags('P7'), target });
    const { db } = test.tenant;
    const tags = await db
      .selectFrom('tag')
      .select(['id', 'name', 'unit'])
      .where('name', 'like', 'P7 %')
      .orderBy('name')
      .execute();
    expect(tags).toMatchObject([
      { name: 'P7 Flow', unit: null },
      { name: 'P7 Temp', unit: 'Cel' },
    ]);
    const [flow, temp] = tags;
    const asset = await db
      .selectFrom('asset')
      .select('id')
      .where('unique_id', '=', 'PUMP-7')
      .executeTakeFirstOrThrow();
    const { twinId, tagIds } = command.result as { twinId: number; tagIds: number[] };
    expect(command).toMatchObject({ status: 'done', result: { rows: 2, stored: 4, refused: 0 } });
    expect([...tagIds].sort((one, other) => one - other)).toEqual(
      [temp!.id, flow!.id].sort((one, other) => one - other),
    );
    expect(await read(`/api/twins/${twinId}`)).toMatchObject({
      assetId: asset.id,
      assetName: 'Pump 7',
      active: true,
    });
    expect(await read(`/api/twins/${twinId}/tag-aliases`)).toMatchObject([
      { name: 'P7 Flow', mappedTagId: flow!.id },
      { name: 'Temp', mappedTagId: temp!.id, unit: 'Cel' },
    ]);
    expect((await readPoints(db, temp!.id)).values).toEqual(Float64Array.of(71, 72));
    expect(await read(`/api/tags/${temp!.id}`)).toMatchObject({ caption: 'Temp', assetIds: [asset.id] });
  });

  it('creates the twin of an asset, and maps its input to an existing tag', async () => {
    const { db } = test.tenant;
    const assetId = await makeAsset(db);
    const tagId = await makeTag(db, { name: 'existing' });
    const command = await imported('time,value\n2024-01-01T00:00:00Z,1\n', {
      signals: [{ name: 'value', tagId, input: 'Level' }],
      target: { type: 'asset', assetId },
    });
    const { twinId } = command.result as { twinId: number };
    expect(await read(`/api/twins/${twinId}`)).toMatchObject({ assetId });
    expect(await read(`/api/twins/${twinId}/tag-aliases`)).toMatchObject([
      { name: 'Level', mappedTagId: tagId },
    ]);
    expect((await readPoints(db, tagId)).values).toEqual(Float64Array.of(1));
  });

  it('creates nothing twice: maps unmapped inputs, and keeps mapped ones', async () => {
    const { db } = test.tenant;
    const tagId = await makeTag(db, { name: 'mapped' });
    const twinId = await makeTwin(db, {
      aliases: [{ name: 'Mapped', type: 'data_point', mappedTagId: tagId }],
    });
    await test.app.inject({
      method: 'POST',
      url: '/api/tag-aliases',
      headers,
      body: { twinId, name: 'Open' },
    });
    await imported('time,a,b\n2024-01-01T00:00:00Z,1,2\n', {
      signals: [
        { name: 'a', tag: { name: 'twin.open', unit: null }, input: 'Open' },
        { name: 'b', tagId, input: 'Another' },
      ],
      target: { type: 'twin', twinId },
    });
    expect(await read(`/api/twins/${twinId}/tag-aliases`)).toMatchObject([
      { name: 'Mapped', mappedTagName: 'mapped' },
      { name: 'Open', mappedTagName: 'twin.open' },
    ]);
  });
});

describe('a failed import leaves nothing behind', () => {
  const target: ImportTarget = { type: 'new', assetName: 'Pump 8', uniqueId: 'PUMP-8' };

  it.each([
    ['has no heading for the time', 'a,b\n1,2\n', 'error'],
    ['has no row that can be read', 'time,Temp (C),Flow,Note\nsoon,1,2,x\n', 'done'],
  ])('when the file %s', async (_why, content, status) => {
    const before = await countRecords();
    expect(await imported(content, { signals: newTags('P8'), target })).toMatchObject({ status });
    expect(await countRecords()).toEqual(before);
  });

  it.each([
    [{ signals: newTags('P7'), target }, 409, 'A tag with one of the names already exists.'],
    [
      { signals: newTags('P8'), target: { ...target, uniqueId: 'PUMP-7' } },
      409,
      'An asset with the unique id PUMP-7 already exists.',
    ],
    [{ signals: newTags('P8'), target: { type: 'twin', twinId: 999_999 } as const }, 404, 'Twin not found.'],
    [{ signals: [{ name: 'Flow', tagId: 999_999 }] }, 404, 'Tag not found.'],
  ])('when it is refused: %#', async (plan, status, message) => {
    const before = await countRecords();
    const answer = await upload(file, plan);
    expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
    expect(await countRecords()).toEqual(before);
  });

  it('when the user may not write the records that it creates', async () => {
    const by = await makeSession(test.tenant.db, { groups: ['VIEWERS'], recordTypes: ['tag', 'twin'] });
    expect((await upload(file, { signals: newTags('P9'), target }, by)).statusCode).toBe(403);
    expect((await upload(file, { signals: newTags('P9') }, by)).statusCode).toBe(202);
  });
});

describe('the first rows', () => {
  it('are read without storing the file', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/imports/head',
      ...toForm({ name: 'pump.csv', content: file }, headers),
    });
    expect(answer.json()).toEqual({
      header: ['time', 'Temp (C)', 'Flow', 'Note'],
      rows: [
        ['2024-01-01T00:00:00Z', '71', '12', 'x'],
        ['2024-01-01T00:01:00Z', '72', '13', 'y'],
      ],
      epochDay: null,
    });
  });
});
