import { newIndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import type { RangeProposals, SimilarStretches } from '@twinward/contracts/protections/pattern-search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import {
  makeAsset,
  makeProtection,
  makeSession,
  makeTag,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';
import { createPatternSetIn } from '../../protections/pattern-model/service.ts';
import { recordWork } from '../../work/work/service.ts';
import { findSimilar } from './run.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['protection'] });
});
afterAll(() => server.close());

const minute = 60_000;
const hour = 60 * minute;
const begin = Date.UTC(2024, 0, 1);
const at = (hours: number) => begin + hours * hour;
const iso = (hours: number) => new Date(at(hours)).toISOString();

/**
 * Creates two signals over ten days, with a point every minute and every ten minutes. Humps of three hours start at the
 * given hours.
 */
async function makeHumps(humps: readonly number[], training: object[] = []) {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const fast = await makeTag(db, { assetIds: [assetId] });
  const slow = await makeTag(db, { assetIds: [assetId] });
  const workTagId = await makeTag(db, { assetIds: [assetId], type: 'work' });
  const twinId = await makeTwin(db, {
    assetId,
    aliases: [
      { name: 'Fast', type: 'data_point', mappedTagId: fast },
      { name: 'Slow', type: 'data_point', mappedTagId: slow },
      { name: 'Repairs', type: 'work', mappedTagId: workTagId },
    ],
  });
  const wave = (hours: number) => {
    const since = humps.map((hump) => hours - hump).find((one) => one >= 0 && one < 3);
    return since === undefined ? 0 : Math.sin((Math.PI * since) / 3);
  };
  const points = (tagId: number, step: number, factor: number) => {
    const times = Array.from({ length: (240 * 60) / step }, (_, i) => begin + i * step * minute);
    const values = times.map((time, i) => factor * (5 * wave((time - begin) / hour) + Math.sin(i)));
    return { tagId, times, values };
  };
  await appendPoints(db, [points(fast, 1, 1), points(slow, 10, 100)]);
  const protectionId = await makeProtection(db, {
    twinId,
    thresholds: [{ name: 'Any', logic: '[Fast] > 100 OR [Slow] > 10000', level: 500 }],
  });
  const setId = await withTransaction(db, (trx) =>
    createPatternSetIn(
      trx,
      protectionId,
      newIndicatorPattern.parse({ patterns: [{ name: 'Hump' }], training }),
    ),
  );
  const repair = (start: number, end: number) =>
    recordWork(db, {
      tagId: workTagId,
      name: 'Repair',
      kind: 'corrective',
      startedAt: new Date(at(start)),
      completedAt: new Date(at(end)),
    });
  return { setId, twinId, protectionId, fast, repair };
}

const start = (setId: number, body: object, headers = writer) =>
  server.ask('POST', `/api/indicator-patterns/${setId}/similar`, headers, body);
const read = async (setId: number, commandId: string) =>
  (
    await server.ask('GET', `/api/indicator-patterns/${setId}/similar/${commandId}`, writer)
  ).json<SimilarStretches>();
const run = (commandId: string) => runCommand(server.tenant, { 'find-similar': findSimilar }, commandId);
const search = async (setId: number, body: object) => {
  const answer = await start(setId, body);
  const { commandId } = answer.json<{ commandId: string }>();
  await run(commandId);
  return read(setId, commandId);
};

describe('a search of similar stretches', () => {
  it('finds stretches over all inputs, best first, with their times', async () => {
    const { setId } = await makeHumps([20, 70, 130, 200]);
    const found = await search(setId, { start: at(20), end: iso(23), count: 5 });
    expect(found).toMatchObject({ status: 'done', percent: 100, error: null, start: iso(20), end: iso(23) });
    const near = found.stretches.slice(0, 3);
    for (const hump of [70, 130, 200]) {
      expect(near.some((one) => Math.abs(Date.parse(one.start) - at(hump)) <= 10 * minute)).toBe(true);
    }
    for (const one of near) expect(Date.parse(one.end) - Date.parse(one.start)).toBe(3 * hour);
    expect(near[2]!.distance).toBeLessThan(found.stretches[3]!.distance / 2);
    expect(found.stretches.map(({ distance }) => distance)).toEqual(
      found.stretches.map(({ distance }) => distance).toSorted((a, b) => a - b),
    );
  });

  it('omits ranges of the set, and stretches outside the searched range', async () => {
    const given = { pattern: 'Hump', start: iso(70), end: iso(73) };
    const { setId } = await makeHumps([20, 70, 130, 200], [given]);
    const found = await search(setId, { start: at(20), end: at(23), from: at(0), to: at(150), count: 2 });
    expect(Math.abs(Date.parse(found.stretches[0]!.start) - at(130))).toBeLessThanOrEqual(10 * minute);
    for (const one of found.stretches) {
      expect(Date.parse(one.end)).toBeLessThanOrEqual(at(150));
      expect(one.start >= given.end || one.end <= given.start).toBe(true);
    }
  });

  it('can be canceled, and stores nothing', async () => {
    const { setId } = await makeHumps([20]);
    const { commandId } = (await start(setId, { start: at(20), end: at(23) })).json<{ commandId: string }>();
    const canceled = await server.ask('POST', `/api/commands/${commandId}/cancel`, writer);
    expect(canceled.statusCode).toBe(202);
    await run(commandId);
    expect(await read(setId, commandId)).toMatchObject({ status: 'canceled', stretches: [] });
  });

  it.each([
    [
      'a range without points',
      { start: at(300), end: at(303) },
      'An input has no value in a part of the range. Give a range with all of them.',
    ],
    [
      'a range between two points of the grid',
      { start: at(20) + 1000, end: at(20) + 2000 },
      'The range holds no point of the grid of 600 s.',
    ],
  ])('rejects %s with the reason', async (_what, body, error) => {
    const { setId } = await makeHumps([20]);
    expect(await search(setId, body)).toMatchObject({ status: 'error', error, stretches: [] });
  });

  it('is refused for invalid input, and for users without the right', async () => {
    const { setId } = await makeHumps([20]);
    const body = { start: at(20), end: at(23) };
    const refused = async (answer: ReturnType<typeof start>) => {
      const { statusCode, body } = await answer;
      return [statusCode, (JSON.parse(body) as { message: string }).message];
    };
    expect(await refused(start(setId, { ...body, end: at(20) }))).toEqual([
      400,
      'end: The end of the range must be after its start.',
    ]);
    expect((await start(setId, { ...body, count: 101 })).statusCode).toBe(400);
    expect((await start(setId, body, {})).statusCode).toBe(401);
    expect((await start(setId, body, viewer)).statusCode).toBe(403);
    expect(await refused(start(999_999, body))).toEqual([404, 'Pattern set not found.']);
  });

  it('is visible only to its user, on its own set', async () => {
    const { setId } = await makeHumps([20]);
    const other = await makeHumps([20]);
    const { commandId } = (await start(setId, { start: at(20), end: at(23) })).json<{ commandId: string }>();
    const path = (set: number) => `/api/indicator-patterns/${set}/similar/${commandId}`;
    const another = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['protection'] });
    expect((await server.ask('GET', path(other.setId), writer)).statusCode).toBe(404);
    expect((await server.ask('GET', path(setId), another)).statusCode).toBe(404);
    expect((await server.ask('GET', path(setId), viewer)).statusCode).toBe(403);
    expect((await server.ask('GET', path(setId), {})).statusCode).toBe(401);
    expect((await server.ask('GET', `/api/indicator-patterns/${setId}/similar/x`, writer)).statusCode).toBe(
      400,
    );
  });
});

describe('proposals', () => {
  const propose = async (setId: number, query = '', headers = viewer) =>
    server.ask('GET', `/api/indicator-patterns/${setId}/proposals${query}`, headers);

  it('are the time before repairs and marked failures, latest first, and quiet stretches', async () => {
    const { setId, twinId, repair } = await makeHumps([70, 130]);
    await repair(73, 75);
    const marked = await server.ask('POST', `/api/twins/${twinId}/marked-ranges`, writer, {
      start: iso(128),
      end: iso(134),
      failedAt: iso(133),
      note: 'Seized',
    });
    expect(marked.statusCode).toBe(201);
    const { length, lengthSource, ranges } = (
      await propose(setId, '?length=PT6H&count=3')
    ).json<RangeProposals>();
    expect([length, lengthSource]).toEqual(['PT6H', 'given']);
    const events = ranges.filter(({ kind }) => kind === 'event');
    expect(events).toMatchObject([
      {
        start: iso(127),
        end: iso(133),
        event: { type: 'range', name: 'Seized', time: iso(133) },
        unrest: null,
      },
      { start: iso(67), end: iso(73), event: { type: 'work', name: 'Repair', time: iso(73) }, unrest: null },
    ]);
    const quiet = ranges.filter(({ kind }) => kind === 'normal');
    expect(quiet).toHaveLength(3);
    for (const { start: from, end } of quiet) {
      expect(Date.parse(end) - Date.parse(from)).toBe(6 * hour);
      for (const [busy, calm] of [
        [67, 81],
        [127, 140],
      ] as const) {
        expect(from >= iso(calm) || end <= iso(busy)).toBe(true);
      }
    }
  });

  it('take a day by default, or the P-F interval of linked failure modes, and avoid the ranges of the set', async () => {
    const given = { pattern: 'Hump', start: iso(60), end: iso(70) };
    const { setId, twinId, protectionId, repair } = await makeHumps([70], [given]);
    await repair(73, 75);
    const assumed = (await propose(setId)).json<RangeProposals>();
    expect([assumed.length, assumed.lengthSource]).toEqual(['P1D', 'assumed']);
    expect(assumed.ranges.filter(({ kind }) => kind === 'event')).toEqual([]);
    for (const { start: from, end } of assumed.ranges) {
      expect(from >= given.end || end <= given.start).toBe(true);
    }
    const twinWriter = await makeSession(server.tenant.db, {
      groups: ['VIEWERS'],
      recordTypes: ['protection', 'twin'],
    });
    const made = await server.ask('POST', '/api/failure-modes', twinWriter, {
      twinId,
      name: 'Wear',
      mechanism: '2.4',
      pfInterval: 'PT2H',
      protectionIds: [protectionId],
    });
    expect(made.statusCode).toBe(201);
    const known = (await propose(setId)).json<RangeProposals>();
    expect([known.length, known.lengthSource]).toEqual(['PT2H', 'failure-mode']);
    expect(known.ranges.filter(({ kind }) => kind === 'event')).toMatchObject([
      { start: iso(71), end: iso(73) },
    ]);
  });

  it('are empty without points, and refused for invalid input', async () => {
    const { db } = server.tenant;
    const tagId = await makeTag(db);
    const twinId = await makeTwin(db, {
      aliases: [{ name: 'Fast', type: 'data_point', mappedTagId: tagId }],
    });
    const protectionId = await makeProtection(db, {
      twinId,
      thresholds: [{ name: 'Any', logic: '[Fast] > 1', level: 500 }],
    });
    const setId = await withTransaction(db, (trx) =>
      createPatternSetIn(trx, protectionId, newIndicatorPattern.parse({})),
    );
    expect((await propose(setId)).json()).toEqual({ length: 'P1D', lengthSource: 'assumed', ranges: [] });
    expect((await propose(setId, '?length=soon')).statusCode).toBe(400);
    expect((await propose(setId, '?count=0')).statusCode).toBe(400);
    expect((await propose(setId, '', {})).statusCode).toBe(401);
    const nobody = await makeSession(db, { groups: [] });
    expect((await propose(setId, '', nobody)).statusCode).toBe(403);
    expect((await propose(999_999)).statusCode).toBe(404);
  });
});
