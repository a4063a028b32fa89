import type { AnswerExplanation, AnswerSpan } from '@twinward/contracts/protections/pattern-answer';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { ProtectionPreviewResult } from '@twinward/contracts/protections/protection-preview';
import type { Simulation, SimulationItem } from '@twinward/contracts/protections/simulation';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeProtection, makeSession, makeViewerSession } from '../../../testing/factories.ts';
import {
  makePump,
  type Pump,
  patternBegin,
  patternTime,
  pumpPoints,
  pumpRanges,
  runSimulation,
  stateAt,
  trainSet,
} from '../../../testing/patterns.ts';
import { Process } from '../../../testing/scene.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;
let pump: Pump;
let leak: number;

const minute = 60_000;
const end = patternTime(1200);

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['protection', 'twin'] });
  pump = await makePump(server, writer, {
    indicator: {
      thresholds: [
        { name: 'Leak', logic: 'MATCHESPATTERN("Leak")', level: 500, logExcursion: true },
        { name: 'Either', logic: 'MATCHESPATTERN("Leak") OR MATCHESPATTERN("Wear")', level: 250 },
      ],
    },
  });
  leak = pump.set.patterns.find(({ name }) => name === 'Leak')!.id;
  await trainSet(server, writer, pump.set.id);
  await settle();
});
afterAll(() => server.close());

const settle = () => new Process(server.tenant.db, { saveInterval: 0 }).settle();
const path = (rest: string, { indicator: { id } } = pump) => `/api/indicators/${id}${rest}`;
const get = async (url: string, headers = viewer) => server.ask('GET', url, headers);
const getProtection = async ({ indicator: { id } } = pump) =>
  (await get(`/api/indicators/${id}`)).json<Protection>();
const update = async (change: object, of = pump) => {
  const current = await getProtection(of);
  const { name, active, defaultLevel, thresholds, tagAliasIds, version } = current;
  const body = { name, active, defaultLevel, thresholds, tagAliasIds, version, type: 'pattern', ...change };
  return server.ask('PUT', `/api/indicators/${current.id}`, writer, body);
};
const thresholdsWith = (logic: string) => [{ name: 'One', logic, level: 500 }];
const getSpans = async (columns = 1000) =>
  (await get(path(`/answers/spans?from=${patternBegin}&to=${end}&until=${end}&columns=${columns}`))).json<
    AnswerSpan[]
  >();
const inMinutes = (time: number | string) => (new Date(time).getTime() - patternBegin) / minute;
const why = async (minutes: number) =>
  (await get(path(`/answers/why?time=${patternTime(minutes)}`))).json<AnswerExplanation>();

describe('logic that refers to patterns', () => {
  it('is stored with ids, shown with names, and follows a renamed pattern without another evaluation', async () => {
    const other = await makePump(server, writer, {
      indicator: { thresholds: thresholdsWith('NOT MATCHESPATTERN("Wear") // "Wear"') },
    });
    const [, , wear] = other.set.patterns;
    const stored = async () =>
      (
        await sql<{ logic: string; version: number }>`
          select logic, definition_version as version from threshold
          join protection on protection.id = protection_id
          where protection_id = ${other.indicator.id}`.execute(server.tenant.db)
      ).rows[0]!;
    const before = await stored();
    expect(before.logic).toBe(`NOT MATCHESPATTERN("${wear!.id}") // "Wear"`);
    const renamed = other.set.patterns.map(({ id, name }) => ({
      id,
      name: name === 'Wear' ? 'Worn seal' : name,
    }));
    await server.ask('PUT', `/api/indicator-patterns/${other.set.id}/patterns`, writer, {
      indicatorId: other.indicator.id,
      patterns: renamed,
    });
    expect((await getProtection(other)).thresholds[0]!.logic).toBe(
      'NOT MATCHESPATTERN("Worn seal") // "Wear"',
    );
    expect(await stored()).toEqual(before);
    const refused = await server.ask('PUT', `/api/indicator-patterns/${other.set.id}/patterns`, writer, {
      indicatorId: other.indicator.id,
      patterns: renamed.slice(0, 2),
    });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toContain('Worn seal');
  });

  it('is rejected for an unknown pattern, and updated for a known one', async () => {
    const other = await makePump(server, writer);
    const unknown = await update({ thresholds: thresholdsWith('MATCHESPATTERN("Cavitation")') }, other);
    expect(unknown.statusCode).toBe(400);
    expect(unknown.json().message).toContain('Pattern (Cavitation) not found.');
    const known = await update({ thresholds: thresholdsWith('MATCHESPATTERN("Leak")') }, other);
    expect(known.statusCode).toBe(200);
    expect((await getProtection(other)).thresholds[0]!.logic).toBe('MATCHESPATTERN("Leak")');
  });
});

describe('the answers of a model', () => {
  it('raise only the level of the threshold with the matching MATCHESPATTERN', async () => {
    const spans = (await getSpans()).filter(({ patternId }) => patternId === leak);
    expect(spans.length).toBeGreaterThanOrEqual(3);
    for (const { start, end: to } of spans) {
      expect(inMinutes(start) % 1).toBe(0);
      expect(stateAt(inMinutes(start))).toBe('leak');
      expect(inMinutes(to) - inMinutes(start)).toBeGreaterThan(20);
    }
    const { rows } = await sql<{ start: Date; end: Date }>`
      select start_at as start, end_at as end from excursion join threshold on threshold.id = threshold_id
      where excursion.protection_id = ${pump.indicator.id} and threshold.name = 'Leak' order by start_at`.execute(
      server.tenant.db,
    );
    expect(rows.map(({ start }) => start.getTime())).toEqual(spans.map(({ start }) => start));
    expect((await getProtection()).error).toBeNull();
  });

  it('are listed as changes, starting with the answer in effect at the start', async () => {
    const answers = (await get(path(`/answers?from=${patternTime(330)}&to=${end}`))).json();
    expect(answers[0]).toMatchObject({ patternId: leak, refused: false });
    expect(inMinutes(answers[0].time)).toBeLessThan(330);
    expect(answers.length).toBeGreaterThan(3);
  });

  it('end when the inputs become stale, and are recalculated for late points', async () => {
    const before = await getSpans();
    const { times, flow } = pumpPoints();
    const late = times.slice(600, 630);
    await appendPoints(server.tenant.db, [
      { tagId: pump.tagIds.flow, times: late, values: late.map(() => 10), qualities: null },
    ]);
    await settle();
    expect(await getSpans()).not.toEqual(before);
    await appendPoints(server.tenant.db, [
      { tagId: pump.tagIds.flow, times: late, values: flow.slice(600, 630), qualities: null },
    ]);
    await settle();
    expect(await getSpans()).toEqual(before);
    const last = (await get(path(`/answers?from=${end}&to=${patternTime(1300)}`))).json();
    expect(last.at(-1)).toMatchObject({ patternId: null });
    expect(inMinutes(last.at(-1).time)).toBeGreaterThan(1200);
  });
});

describe('GET /api/indicators/:id/answers/why', () => {
  it('returns the confidence of each pattern, the inputs that contributed most, and their bands', async () => {
    const explained = await why(340);
    expect(explained).toMatchObject({ patternId: leak, namedPatternId: leak, reason: null, version: 1 });
    expect(explained.confidences[0]).toMatchObject({ patternId: leak });
    expect(explained.confidences.reduce((sum, { confidence }) => sum + confidence, 0)).toBeCloseTo(1, 9);
    const [first] = explained.inputs;
    expect(first).toMatchObject({ tagAliasName: 'Flow' });
    expect(first!.value).toBeGreaterThanOrEqual(first!.band!.low - 1);
    expect(first!.value).toBeLessThanOrEqual(first!.band!.high + 1);
    expect(first!.normal!.low).toBeGreaterThan(first!.band!.high);
    expect(inMinutes(explained.span!.start)).toBeLessThan(340);
  });

  it('changes its answer at the time at which the stored answer begins', async () => {
    const { start } = (await getSpans()).find(({ patternId }) => patternId === leak)!;
    expect((await why(inMinutes(start))).patternId).toBe(leak);
    expect((await why(inMinutes(start) - 1)).patternId).not.toBe(leak);
  });

  it('gives the reason for a missing answer', async () => {
    expect(await why(1)).toMatchObject({ patternId: null, reason: 'window', confidences: [], span: null });
    expect(await why(5000)).toMatchObject({ patternId: null, reason: 'silent' });
  });

  it('answers 400, 401, 403 and 404', async () => {
    const url = (id: number) => `/api/indicators/${id}/answers/why?time=${end}`;
    const { id } = pump.indicator;
    expect((await get(`/api/indicators/${id}/answers/why`)).statusCode).toBe(400);
    expect((await get(url(id), {})).statusCode).toBe(401);
    expect((await get(url(id), await makeSession(server.tenant.db))).statusCode).toBe(403);
    expect((await get(url(999_999))).statusCode).toBe(404);
    const plain = await makeProtection(server.tenant.db);
    expect((await get(url(plain))).json().message).toBe('Model not found.');
    expect((await get(path('/answers?from=5&to=4'))).statusCode).toBe(400);
    expect((await get(path('/answers/spans?from=5&to=4'))).statusCode).toBe(400);
    expect((await get(path('/answers?from=0&to=4'), {})).statusCode).toBe(401);
    expect((await get(`/api/indicators/999999/answers?from=0&to=4`)).statusCode).toBe(404);
  });
});

describe('a preview and a simulation', () => {
  it('return the same findings as live evaluation', async () => {
    const { thresholds, tagAliasIds } = await getProtection();
    const definition = {
      type: 'pattern',
      tagAliasIds,
      thresholds: thresholds.map(({ id: _, actions: __, ...threshold }) => threshold),
    };
    const body = {
      twinId: pump.twinId,
      indicatorId: pump.indicator.id,
      protection: definition,
      from: patternTime(0),
      to: end,
    };
    const preview = (
      await server.ask('POST', '/api/indicators/preview', viewer, body)
    ).json<ProtectionPreviewResult>();
    expect(preview.errors).toEqual([]);
    const live = (await getSpans(4000)).filter(({ patternId }) => patternId === leak);
    const found = preview.findings!.excursions.filter(({ threshold }) => threshold === 0);
    expect(found.map(({ start }) => start)).toEqual(live.map(({ start }) => start));
    expect(preview.findings!.answers.some(({ pattern }) => pattern === 1)).toBe(true);
    const other = await server.ask('POST', '/api/indicators/explain', viewer, {
      twinId: pump.twinId,
      indicatorId: pump.indicator.id,
      protection: definition,
      time: new Date(live[0]!.start).toISOString(),
    });
    expect(other.json().thresholds[0]).toMatchObject({ value: true, open: true });

    const started = await server.ask('POST', '/api/simulations', writer, {
      indicatorId: pump.indicator.id,
      twinId: pump.twinId,
      startTime: patternTime(0),
      endTime: end,
    });
    expect(started.statusCode).toBe(202);
    const { commandId, id } = started.json<{ commandId: string; id: number }>();
    await runSimulation(server, commandId);
    const simulation = (await get(path('/simulations'))).json<Simulation>();
    const items = simulation.tracking!.results;
    const item = (name: string, type: SimulationItem['type']) =>
      items.find((one) => one.name === name && one.type === type)!;
    expect(item('Leak', 'pattern')).toMatchObject({
      id: `pattern:${leak}`,
      count: live.length,
      duration: live.reduce((sum, span) => sum + span.end - span.start, 0),
      color: pump.set.patterns[1]!.color,
      isOpen: false,
    });
    expect(item('Wear', 'pattern').count).toBeGreaterThan(0);
    expect(item('Leak', 'threshold')).toMatchObject({ count: live.length, logic: 'MATCHESPATTERN("Leak")' });
    expect(simulation.tracking!.indicatorTracking.patternId).toBe(pump.set.patterns[0]!.id);
    const drawn = async (headers = viewer) =>
      get(`/api/simulations/${id}/answers/spans?from=${patternTime(0)}&to=${end}&columns=4000`, headers);
    const simulated = (await drawn()).json<AnswerSpan[]>().filter(({ patternId }) => patternId === leak);
    expect(simulated).toEqual(live);
    expect((await drawn({})).statusCode).toBe(401);
    expect((await get('/api/simulations/999999/answers/spans?from=0&to=4')).statusCode).toBe(404);

    const all = await getSpans(4000);
    expect((await server.ask('POST', `/api/simulations/${id}/apply`, writer)).statusCode).toBe(200);
    await settle();
    expect(await getSpans(4000)).toEqual(all);
  });
});

it('a model gives no answer while its condition of use is not true', async () => {
  const other = await makePump(server, writer, {
    ranges: pumpRanges,
    indicator: { thresholds: thresholdsWith('MATCHESPATTERN("Leak")') },
    set: { condition: '[Vibration] < 100 AND [Flow] > 5' },
  });
  await trainSet(server, writer, other.set.id);
  const times = Array.from({ length: 60 }, (_, index) => patternBegin + (1040 + index) * minute);
  await appendPoints(server.tenant.db, [
    { tagId: other.tagIds.flow, times, values: times.map(() => 1), qualities: null },
  ]);
  await settle();
  const url = `/api/indicators/${other.indicator.id}/answers/why?time=${patternTime(1070)}`;
  expect((await get(url)).json()).toMatchObject({ patternId: null, reason: 'condition' });
});
