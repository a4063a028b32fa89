import { queryDefinition } from '@twinward/contracts/questions/query-definition';
import { createBudget } from '@twinward/domain/evaluation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeTag, makeTwin, makeUser } from '../../../testing/factories.ts';
import { runQuery } from './run.ts';

let test: TestApp;
let userId: number;
let tags: { flow: number; heat: number; huge: number };

const hour = 3_600_000;
const begin = Date.UTC(2026, 2, 28);

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  userId = await makeUser(db);
  const assetId = await makeAsset(db, { assetName: 'Pump' });
  tags = {
    flow: await makeTag(db, { name: 'flow', unit: 'L/s', assetIds: [assetId] }),
    heat: await makeTag(db, { name: 'heat', unit: 'Cel', assetIds: [assetId] }),
    huge: await makeTag(db, { name: 'huge' }),
  };
  await makeTwin(db, { assetId, aliases: [{ name: 'Flow', type: 'data_point', mappedTagId: tags.flow }] });
  // Three days with one point per hour. The value is the number of the hour.
  const times = Array.from({ length: 72 }, (_, i) => begin + i * hour);
  await appendPoints(db, [
    { tagId: tags.flow, times, values: times.map((_, i) => i) },
    { tagId: tags.heat, times: times.slice(0, 2), values: [5, 7] },
    { tagId: tags.huge, times: times.slice(0, 4), values: [1.5e308, 1.5e308, 1.7e308, -1.7e308] },
  ]);
});
afterAll(() => test.close());

async function run(source: object, more: object = {}, timeZone = 'UTC', types = ['asset', 'tag', 'twin']) {
  const range = { from: '2026-03-28', to: '2026-03-31' };
  const definition = queryDefinition.parse({
    source: { kind: 'series', range, ...source },
    columns: [
      { kind: 'field', key: 'tag', path: 'tag.name' },
      { kind: 'field', key: 'time', path: 'time' },
      { kind: 'field', key: 'value', path: 'value' },
    ],
    ...more,
  });
  return runQuery(
    test.tenant.db,
    { definition, parameters: {}, reader: { userId, timeZone, types } },
    createBudget({}),
  );
}

describe('a series as the source', () => {
  it('has a row for each tag and bucket with points', async () => {
    const result = await run({ tagIds: [tags.heat], bucket: 'PT1H' });
    expect(result.rows).toEqual([
      ['heat', '2026-03-28T00:00:00.000Z', 5],
      ['heat', '2026-03-28T01:00:00.000Z', 7],
    ]);
    expect(result.columns[2]!.unit).toBe('Cel');
  });

  it.each([
    ['mean', [11.5, 35.5, 59.5]],
    ['minimum', [0, 24, 48]],
    ['maximum', [23, 47, 71]],
    ['sum', [276, 852, 1428]],
    ['count', [24, 24, 24]],
    ['first', [0, 24, 48]],
    ['last', [23, 47, 71]],
  ])('has the %s of each day', async (aggregate, expected) => {
    const { rows } = await run({ tagIds: [tags.flow], bucket: 'P1D', aggregate });
    expect(rows.map(([, , value]) => value)).toEqual(expected);
  });

  it('has days in the reader’s time zone', async () => {
    const { rows } = await run(
      { tagIds: [tags.flow], bucket: 'P1D', aggregate: 'count' },
      {},
      'Europe/Berlin',
    );
    // Daylight saving time starts on 2026-03-29, which has 23 hours.
    expect(rows.map(([, time, value]) => [time, value])).toEqual([
      ...[
        ['2026-03-27T23:00:00.000Z', 23],
        ['2026-03-28T23:00:00.000Z', 23],
      ],
      ...[['2026-03-29T22:00:00.000Z', 24]],
    ]);
  });

  it.each([
    ['UTC', '2026-03-29', 'read as one bucket'],
    // One day of this range has 23 hours, so its days are merged from hours.
    ['Europe/Berlin', '2026-03-30', 'merged from several buckets'],
  ])('has the mean of values whose sum overflows: %s until %s, %s', async (timeZone, to) => {
    const range = { from: '2026-03-28', to };
    const { rows } = await run({ tagIds: [tags.huge], bucket: 'P1D', range }, {}, timeZone);
    expect(rows).toHaveLength(1);
    expect((rows[0]![2] as number) / 1e308).toBeCloseTo(0.75, 12);
  });

  it('selects tags by conditions, and follows relations from them', async () => {
    const tagFilters = [{ field: 'twins.asset.assetName', operator: 'EqualTo', value: 'Pump' }];
    const columns = [
      { kind: 'group', key: 'twin', path: 'tag.twins.asset.assetName' },
      { kind: 'aggregate', key: 'most', aggregate: 'max', path: 'value' },
      { kind: 'computed', key: 'twice', expression: '[most] * 2' },
    ];
    expect((await run({ tagFilters, bucket: 'P1D' }, { columns })).rows).toEqual([['Pump', 59.5, 119]]);
  });

  it('returns nothing to readers who may not read tags', async () => {
    expect((await run({ tagIds: [tags.flow] }, {}, 'UTC', [])).rows).toEqual([]);
  });

  it.each([
    [{ bucket: 'PT1S', range: { from: '2026-01-01', to: '2026-02-01' } }, 'at most 10,000 buckets'],
    [{ bucket: 'PT0S' }, 'at least one second'],
    [{ range: { from: '2026-02-01', to: '2026-01-01' } }, 'a range that ends after it begins'],
    [{ range: { from: '2500-01-01', to: '2501-01-01' } }, 'times from 1970 to 2100'],
    [{ tagFilters: [{ field: 'nothing', operator: 'IsNull' }] }, "has no field 'nothing'"],
  ])('refuses %j', async (source, message) => {
    await expect(run({ tagIds: [tags.flow], ...source })).rejects.toThrow(message);
  });
});
