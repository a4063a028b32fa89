import { setTimeout as delay } from 'node:timers/promises';
import type { ProtectionScore } from '@twinward/contracts/protections/protection-score';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { createLogger } from '../../../platform/process/log.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { getScore } from '../../proof/protection-score/service.ts';
import { startEvaluation } from '../../protections/evaluation/service.ts';
import { lastFlight } from './engines.ts';
import { knownWindows } from './machine-record.ts';
import { loadDemo } from './service.ts';
import '../../../subscriptions.ts';

/** Tests the findings of the demo's protections that docs/demo.md states, with the regular evaluation. */

interface Found {
  twinId: number;
  threshold: string;
  start: Date;
  /** Null while open. */
  end: Date | null;
}

let database: TestDatabase;

const hours = <T extends number | null>(time: T): T =>
  (time === null ? null : Math.round(time / 360_000) / 10) as T;

/** Picks figures of a score: caught, missed, excursions, episodes, false, undecided, false per year, notices. */
const brief = (
  {
    hits,
    misses,
    excursions,
    episodes,
    falseEpisodes,
    undecided,
    falseEpisodesPerYear,
    notices,
  }: Pick<
    ProtectionScore,
    | 'hits'
    | 'misses'
    | 'excursions'
    | 'episodes'
    | 'falseEpisodes'
    | 'undecided'
    | 'falseEpisodesPerYear'
    | 'notices'
  >,
  unit: (length: number) => number,
) => [
  ...[hits, misses, excursions, episodes, falseEpisodes, undecided],
  Math.round(falseEpisodesPerYear! * 10) / 10,
  notices.map(unit),
];

beforeAll(async () => {
  database = await createTestDatabase();
  const tenant: Tenant = { name: 'demo', ...database };
  const log = createLogger('silent');
  await loadDemo(tenant, { at: null });
  const evaluation = await startEvaluation(tenant, log);
  // The reactor has no level before its patterns are trained; see reactor.test.ts.
  const waiting = database.db
    .selectFrom('twin')
    .innerJoin('asset', 'asset.id', 'asset_id')
    .select('twin.id')
    .where('level', 'is', null)
    .where('unique_id', '<>', 'REACTOR-01');
  while ((await waiting.execute()).length > 0) await delay(100);
  await evaluation.close();
}, 120_000);
afterAll(() => database.drop());

async function readExcursions(threshold: string): Promise<Found[]> {
  return database.db
    .selectFrom('excursion')
    .innerJoin('threshold', 'threshold.id', 'excursion.threshold_id')
    .innerJoin('protection', 'protection.id', 'excursion.protection_id')
    .select([
      'protection.twin_id as twinId',
      'threshold.name as threshold',
      'start_at as start',
      'end_at as end',
    ])
    .where('threshold.name', '=', threshold)
    .orderBy('start_at')
    .execute();
}

describe('the machine', () => {
  const windows = knownWindows.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) }));
  const isIn = (found: Found, window: { start: Date; end: Date }) =>
    found.start < window.end && (found.end === null || found.end > window.start);

  test.each([
    ['Cold', [12, 4, 4, 8], 18, ['12-05', '01-05', '01-24', '01-29', '01-30', '02-03']],
    ['Cold for hours', [1, 1, 1, 1], 3, ['01-29', '01-30', '02-03']],
    ['Very cold', [0, 1, 0, 7], 3, ['02-03']],
  ])(
    '%s has the expected excursions inside and outside the known windows',
    async (threshold, known, others, days) => {
      const excursions = await readExcursions(threshold);
      expect(windows.map((window) => excursions.filter((found) => isIn(found, window)).length)).toEqual(
        known,
      );
      const outside = excursions.filter((found) => !windows.some((window) => isIn(found, window)));
      expect(outside.length).toBe(others);
      expect([...new Set(outside.map((found) => found.start.toISOString().slice(5, 10)))]).toEqual(days);
    },
  );

  test('all three thresholds warn four days before the failure, and again in its first hours', async () => {
    const failure = windows[3]!.start;
    const around = async (threshold: string) => {
      const excursions = await readExcursions(threshold);
      const before = excursions.findLast((found) => found.start < failure)!;
      const after = excursions.find((found) => found.start >= failure)!;
      return [before, after].map((found) => found.start.toISOString().slice(0, 16));
    };
    expect(await around('Cold')).toEqual(['2014-02-03T06:00', '2014-02-07T16:00']);
    expect(await around('Cold for hours')).toEqual(['2014-02-03T07:45', '2014-02-07T17:00']);
    expect(await around('Very cold')).toEqual(['2014-02-03T11:40', '2014-02-08T00:00']);
  });

  test('has the expected protection score', async () => {
    const { id } = await database.db
      .selectFrom('protection')
      .select('id')
      .where('name', '=', 'Loss of heat')
      .executeTakeFirstOrThrow();
    const { from, to, pfInterval, pfSource, events, thresholds, ...record } = await getScore(database.db, id);
    expect([from, to, pfInterval, pfSource]).toEqual([
      '2013-12-02T21:15:00.000Z',
      '2014-02-19T15:25:00.000Z',
      'P30D',
      'assumed',
    ]);
    expect(
      events.map(({ name, isCaught, notice, thresholds: by }) => [name, isCaught, hours(notice), by]),
    ).toEqual([
      ['Anomaly', true, null, [0, 1]],
      ['Planned shutdown', true, null, [0, 1, 2]],
      ['Early and subtle', true, null, [0, 1]],
      ['Failure', true, 362.8, [0, 1, 2]],
    ]);
    expect([record, ...thresholds].map((one) => brief(one, hours))).toEqual([
      [4, 0, 64, 8, 2, 0, 9.3, [362.8]],
      [4, 0, 46, 8, 2, 0, 9.3, [362.8]],
      [4, 0, 7, 5, 0, 0, 0, [264.3]],
      [2, 2, 11, 3, 0, 0, 0, [123.3]],
    ]);
  });

  test('is at level 0 at the end of its record', async () => {
    const machine = database.db.selectFrom('asset').select('id').where('unique_id', '=', 'MACHINE-01');
    const twin = await database.db
      .selectFrom('twin')
      .select('level')
      .where('asset_id', 'in', machine)
      .execute();
    expect(twin).toEqual([{ level: 0 }]);
  });
});

describe('the engines', () => {
  test.each([
    ['Wear seen', 191, { shortest: 14, median: 43, longest: 132 }],
    ['Worn', 142, { shortest: 9, median: 26, longest: 68 }],
    ['Near the end of life', 125, { shortest: 2, median: 13, longest: 39 }],
  ])(
    '%s has the expected excursions, and flights from the first one to the end of life',
    async (threshold, count, lead) => {
      const excursions = await readExcursions(threshold);
      expect(excursions.length).toBe(count);
      const first = new Map<number, Date>();
      for (const { twinId, start } of excursions) if (!first.has(twinId)) first.set(twinId, start);
      expect(first.size).toBe(100);
      const leads = [...first.values()].map((start) => (lastFlight - start.getTime()) / 86_400_000);
      leads.sort((a, b) => a - b);
      expect({ shortest: leads[0], median: leads[50], longest: leads[99] }).toEqual(lead);
      expect(excursions.filter((found) => found.end === null).length).toBe(100);
    },
  );

  test('reach the highest level at the end of their lives', async () => {
    const engines = database.db.selectFrom('asset').select('id').where('unique_id', 'like', 'ENGINE-%');
    const levels = await database.db
      .selectFrom('twin')
      .select('level')
      .where('asset_id', 'in', engines)
      .execute();
    expect(levels.map((twin) => twin.level)).toEqual(Array(100).fill(900));
  });

  test('have the expected protection scores', async () => {
    const protections = await database.db
      .selectFrom('protection')
      .select('id')
      .where('name', '=', 'Degradation of the core')
      .execute();
    const scores: ProtectionScore[] = [];
    for (const { id } of protections) scores.push(await getScore(database.db, id));
    const sum = (of: (score: ProtectionScore) => number | null) =>
      scores.reduce((total, score) => total + of(score)!, 0);
    const days = scores
      .flatMap(({ notices }) => notices.map((notice) => notice / 86_400_000))
      .sort((a, b) => a - b);
    expect([
      ...[sum((one) => one.hits), sum((one) => one.misses), sum((one) => one.excursions)],
      ...[sum((one) => one.episodes), sum((one) => one.falseEpisodes), sum((one) => one.undecided)],
      Math.round((sum((one) => one.falseEpisodesPerYear) / scores.length) * 10) / 10,
      [days[0], days[days.length >> 1], days.at(-1)],
    ]).toEqual([99, 1, 458, 191, 91, 0, 1.6, [12, 24, 30]]);
  });
});
