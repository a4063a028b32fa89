import { notInStore } from '@twinward/contracts/core/error';
import type { KnownHistory } from '@twinward/contracts/protections/known-history';
import type { ProtectionScore } from '@twinward/contracts/protections/protection-score';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeProtection,
  makeSession,
  makeTag,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';
import { Process } from '../../../testing/scene.ts';
import { recordWork } from '../../work/work/service.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['protection', 'twin'] });
});
afterAll(() => server.close());

const day = 86_400_000;
const begin = Date.UTC(2024, 0, 1);
const at = (days: number) => new Date(begin + days * day);

/** Creates a signal with one point per day over a year: 1 on the given days, otherwise 0. */
async function makeWatched(high: readonly number[]) {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const tagId = await makeTag(db, { assetIds: [assetId] });
  const workTagId = await makeTag(db, { assetIds: [assetId], type: 'work' });
  const twinId = await makeTwin(db, {
    assetId,
    aliases: [
      { name: 'Value', type: 'data_point', mappedTagId: tagId },
      { name: 'Repairs', type: 'work', mappedTagId: workTagId },
    ],
  });
  const times = Array.from({ length: 366 }, (_, index) => at(index).getTime());
  await appendPoints(db, [
    { tagId, times, values: times.map((_, index) => (high.includes(index) ? 1 : 0)), qualities: null },
  ]);
  const protectionId = await makeProtection(db, {
    twinId,
    thresholds: [{ name: 'High', logic: '[Value] > 0', level: 500 }],
  });
  await new Process(db).settle();
  const repair = (start: number, end: number, failureMechanism?: string) =>
    recordWork(db, {
      tagId: workTagId,
      name: `Repair on day ${start}`,
      kind: 'corrective',
      startedAt: at(start),
      completedAt: at(end),
      ...(failureMechanism === undefined ? {} : { failureMechanism }),
    });
  return { twinId, protectionId, repair };
}

const score = async (protectionId: number) =>
  (await server.ask('GET', `/api/indicators/${protectionId}/score`, viewer)).json<ProtectionScore>();

const history = async (twinId: number) =>
  (await server.ask('GET', `/api/twins/${twinId}/known-history`, viewer)).json<KnownHistory>();

describe('the score of a protection', () => {
  it('counts completed corrective work, each failure once, with a default P-F interval', async () => {
    const { protectionId, repair } = await makeWatched([10, 90, 95, 102, 300]);
    await repair(100, 103);
    await repair(100.5, 104);
    await repair(200, 201);
    expect(await score(protectionId)).toMatchObject({
      from: at(0).toISOString(),
      to: at(365).toISOString(),
      pfInterval: 'P30D',
      pfSource: 'assumed',
      hits: 1,
      misses: 1,
      excursions: 5,
      episodes: 4,
      falseEpisodes: 2,
      falseEpisodesPerYear: 2,
      undecided: 0,
      notices: [10 * day],
      thresholds: [{ index: 0, name: 'High', level: 500, hits: 1 }],
      events: [
        { type: 'work', name: 'Repair on day 100', begin: at(70).toISOString(), time: at(100).toISOString() },
        { type: 'work', name: 'Repair on day 200', isCaught: false, notice: null, thresholds: [] },
      ],
      advisories: { precision: null },
    });
  });

  it('counts work of linked failure modes only, within their P-F interval', async () => {
    const { twinId, protectionId, repair } = await makeWatched([90, 97, 198]);
    await repair(100, 101, '2.4');
    await repair(200, 201, '1.1');
    const made = await server.ask('POST', '/api/failure-modes', writer, {
      twinId,
      name: 'Wear',
      mechanism: '2.4',
      pfInterval: 'P5D',
      protectionIds: [protectionId],
    });
    expect(made.statusCode).toBe(201);
    expect(await score(protectionId)).toMatchObject({
      pfInterval: 'P5D',
      pfSource: 'failure-mode',
      hits: 1,
      misses: 0,
      falseEpisodes: 2,
      notices: [3 * day],
      events: [{ name: 'Repair on day 100' }],
    });
  });

  it('counts marked ranges until they are deleted', async () => {
    const { twinId, protectionId } = await makeWatched([50, 80]);
    const mark = (body: object, headers = writer) =>
      server.ask('POST', `/api/twins/${twinId}/marked-ranges`, headers, body);
    const made = await mark({ start: at(48).toISOString(), end: at(52).toISOString(), note: ' Leak ' });
    expect(made.statusCode).toBe(201);
    const { id } = made.json();
    expect(made.json()).toEqual({
      id,
      start: at(48).toISOString(),
      end: at(52).toISOString(),
      failedAt: null,
      failureModeId: null,
      note: 'Leak',
    });
    await mark({ start: at(400).toISOString(), end: at(410).toISOString() });
    expect(await score(protectionId)).toMatchObject({
      hits: 1,
      misses: 0,
      falseEpisodes: 1,
      notices: [],
      events: [{ type: 'range', id, name: 'Leak', isCaught: true, notice: null }],
    });
    expect((await history(twinId)).ranges).toMatchObject([{ note: 'Leak' }, { note: '' }]);
    const turned = await mark({ start: at(2).toISOString(), end: at(1).toISOString() });
    expect(turned.json().errors).toEqual([
      { path: 'end', message: 'The end of the range must be after its start.' },
    ]);
    const outside = await mark({
      start: at(1).toISOString(),
      end: at(2).toISOString(),
      failedAt: at(3).toISOString(),
    });
    expect(outside.json().errors).toEqual([
      { path: 'failedAt', message: 'The time of the failure must be in the range, after its start.' },
    ]);
    const foreign = await mark({
      start: at(1).toISOString(),
      end: at(2).toISOString(),
      failureModeId: 999_999,
    });
    expect([foreign.statusCode, foreign.json().errors]).toEqual([
      400,
      [{ path: 'failureModeId', message: notInStore(999_999) }],
    ]);
    expect((await mark({ start: 1, end: 2 }, viewer)).statusCode).toBe(403);
    expect((await mark({ start: 1, end: 2 }, {})).statusCode).toBe(401);
    const lost = await server.ask('POST', '/api/twins/999999/marked-ranges', writer, { start: 1, end: 2 });
    expect(lost.statusCode).toBe(404);
    const path = `/api/twins/${twinId}/marked-ranges/${id}`;
    expect((await server.ask('DELETE', path, writer)).statusCode).toBe(204);
    expect((await server.ask('DELETE', path, writer)).statusCode).toBe(404);
    expect(await score(protectionId)).toMatchObject({
      hits: 0,
      episodes: 2,
      falseEpisodes: null,
      events: [],
    });
    const audited = await sql<{ count: number }>`
      select count(*)::int as count from audit_entry where entity_type = 'twin'
        and entity_id = ${String(twinId)} and (old ? 'markedRange' or new ? 'markedRange')`.execute(
      server.tenant.db,
    );
    expect(audited.rows).toEqual([{ count: 3 }]);
  });

  it('measures notice to the marked failure instead of the work on that failure', async () => {
    const { twinId, protectionId, repair } = await makeWatched([50]);
    await repair(60, 61);
    const range = { start: at(55).toISOString(), end: at(61).toISOString(), failedAt: at(59).toISOString() };
    await server.ask('POST', `/api/twins/${twinId}/marked-ranges`, writer, range);
    expect(await score(protectionId)).toMatchObject({
      hits: 1,
      misses: 0,
      notices: [9 * day],
      events: [{ type: 'range', time: at(59).toISOString(), notice: 9 * day }],
    });
  });

  it('credits one alarm with one of two failures around a completed repair', async () => {
    const { protectionId, repair } = await makeWatched([95]);
    await repair(100, 101);
    await repair(110, 111);
    expect(await score(protectionId)).toMatchObject({
      hits: 1,
      misses: 1,
      falseEpisodes: 0,
      notices: [5 * day],
      events: [{ begin: at(70).toISOString() }, { begin: at(101).toISOString(), isCaught: false }],
    });
  });

  it('does not rate excursions if no failure is recorded', async () => {
    const { protectionId } = await makeWatched([10, 20, 30, 40]);
    expect(await score(protectionId)).toMatchObject({
      excursions: 4,
      episodes: 4,
      hits: 0,
      misses: 0,
      falseEpisodes: null,
      falseEpisodesPerYear: null,
      undecided: null,
    });
  });

  it('leaves excursions undecided shortly before the asset went out of service', async () => {
    const { twinId, protectionId, repair } = await makeWatched([10, 340]);
    await repair(100, 101);
    // The history is known until now, long after the P-F interval of the last excursion.
    expect(await score(protectionId)).toMatchObject({ falseEpisodes: 2, undecided: 0 });
    await sql`update asset set out_of_service_at = ${at(365)} from twin
      where twin.asset_id = asset.id and twin.id = ${twinId}`.execute(server.tenant.db);
    expect((await history(twinId)).knownUntil).toBe(at(365).getTime());
    expect(await score(protectionId)).toMatchObject({ falseEpisodes: 1, undecided: 1 });
  });

  it('uses the history of the twin, which exists before any protection', async () => {
    const { twinId, repair } = await makeWatched([50]);
    const workId = await repair(100, 103, '2.4');
    const range = { start: at(48).toISOString(), end: at(52).toISOString(), note: 'Leak' };
    await server.ask('POST', `/api/twins/${twinId}/marked-ranges`, writer, range);
    expect(await history(twinId)).toEqual({
      work: [
        {
          id: workId,
          name: 'Repair on day 100',
          mechanism: '2.4',
          start: at(100).getTime(),
          completed: at(103).getTime(),
          duration: null,
        },
      ],
      ranges: [
        {
          id: expect.any(Number),
          start: at(48).toISOString(),
          end: at(52).toISOString(),
          failedAt: null,
          failureModeId: null,
          note: 'Leak',
        },
      ],
      failureModes: [],
      knownUntil: expect.any(Number),
    });
    expect((await server.ask('GET', '/api/twins/999999/known-history', viewer)).statusCode).toBe(404);
    expect((await server.ask('GET', '/api/twins/none/known-history', viewer)).statusCode).toBe(400);
    expect((await server.ask('GET', `/api/twins/${twinId}/known-history`, {})).statusCode).toBe(401);
    const nobody = await makeSession(server.tenant.db);
    expect((await server.ask('GET', `/api/twins/${twinId}/known-history`, nobody)).statusCode).toBe(403);
  });

  it('is empty without points, and not found without a protection', async () => {
    const { db } = server.tenant;
    const protectionId = await makeProtection(db, {});
    expect(await score(protectionId)).toMatchObject({
      from: null,
      to: null,
      hits: 0,
      misses: 0,
      falseEpisodesPerYear: null,
      events: [],
    });
    expect((await server.ask('GET', '/api/indicators/999999/score', viewer)).statusCode).toBe(404);
  });
});
