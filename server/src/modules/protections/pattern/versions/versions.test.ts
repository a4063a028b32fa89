import type { IndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import type { PatternFit, VersionComparison } from '@twinward/contracts/protections/pattern-version';
import type { Protection } from '@twinward/contracts/protections/protection';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendPoints } from '../../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../../testing/app.ts';
import { makeSession, makeUser, makeUserSession, makeViewerSession } from '../../../../testing/factories.ts';
import {
  makePump,
  type Pump,
  patternBegin,
  patternTime,
  pumpRanges,
  stateAt,
  trainSet,
} from '../../../../testing/patterns.ts';
import { Process } from '../../../../testing/scene.ts';
import { loadModelsInService } from '../../pattern-model/service.ts';
import { readAnswers } from './answers.ts';
import { checkFits, getFit } from './fit.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['protection', 'twin'] });
});
afterAll(() => server.close());

const path = ({ set: { id } }: Pump, rest = '') => `/api/indicator-patterns/${id}${rest}`;
const getSet = async (pump: Pump) => (await server.ask('GET', path(pump), viewer)).json<IndicatorPattern>();
const apply = (pump: Pump, version: number, headers = writer) =>
  server.ask('POST', path(pump, `/versions/${version}/apply`), headers);
const judge = (pump: Pump, body: object, headers = writer) =>
  server.ask('POST', path(pump, '/feedback'), headers, body);
const minute = 60_000;
const end = patternBegin + 1200 * minute;

/** Makes a pump with two versions; the second one lacks the pattern Wear. */
async function makeTwoVersions(): Promise<Pump> {
  const pump = await makePump(server, writer);
  await trainSet(server, writer, pump.set.id);
  const wear = pump.set.patterns[2]!.id;
  await server.ask('PUT', path(pump), writer, {
    ...pump.set,
    training: pump.set.training.filter(({ patternId }) => patternId !== wear),
  });
  await trainSet(server, writer, pump.set.id);
  return pump;
}

describe('the model in service', () => {
  it('gives answers for history outside of its training ranges', async () => {
    const pump = await makePump(server, writer);
    await trainSet(server, writer, pump.set.id);
    const { db } = server.tenant;
    const model = (await loadModelsInService(db, [pump.indicator.id])).get(pump.indicator.id)!;
    expect(model).toMatchObject({ version: 1, step: minute, problem: null, condition: null });
    expect(model.inputs).toMatchObject([
      { name: 'Flow', hold: 3 * minute },
      { name: 'Vibration', hold: 3 * minute },
    ]);
    const [normal, leak, wear] = pump.set.patterns.map(({ id }) => id);
    expect(model.patternIds).toEqual([normal, leak, wear]);
    expect(model.bands[1]![0]![0]).toBeGreaterThan(8);
    expect(model.bands[1]![0]![1]).toBeLessThan(12);
    const range = { from: patternBegin, to: end };
    const { classes } = await readAnswers(db, pump.indicator.id, model, range);
    // The longest window spans 20 rows.
    expect(classes.indexOf(0)).toBe(19);
    const within = (from: number, to: number, answer: number) =>
      [...classes.subarray(from, to)].filter((one) => one === answer).length / (to - from);
    expect(stateAt(1020)).toBe('leak');
    expect(within(1020, 1040, 1)).toBeGreaterThan(0.9);
    expect(within(870, 900, 2)).toBeGreaterThan(0.9);
    expect(within(600, 690, 0)).toBe(1);
  });

  it('can be replaced by another version, which evaluates the protection again from the beginning', async () => {
    const pump = await makeTwoVersions();
    const due = async () =>
      (
        await sql<{ count: number }>`
          select count(*)::int as count from evaluation_due where protection_id = ${pump.indicator.id}`.execute(
          server.tenant.db,
        )
      ).rows[0]!.count;
    await sql`delete from evaluation_due`.execute(server.tenant.db);
    const definition = async () =>
      (
        await server.tenant.db
          .selectFrom('protection')
          .select('definition_version')
          .where('id', '=', pump.indicator.id)
          .executeTakeFirstOrThrow()
      ).definition_version;
    const before = await definition();
    const answer = await apply(pump, 2);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ model: { version: 2 }, isCurrent: true });
    expect(await due()).toBe(1);
    expect(await definition()).toBeGreaterThan(before);
    const protection = await server.ask('GET', `/api/indicators/${pump.indicator.id}`, viewer);
    expect(protection.json<Protection>().dirtyFlags).toContain('patterns-dirty');
    const audited = await server.tenant.db
      .selectFrom('audit_entry')
      .select(['old', 'new'])
      .where('entity_type', '=', 'indicator-pattern')
      .where('entity_id', '=', String(pump.set.id))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(audited).toEqual({ old: { versionInService: 1 }, new: { versionInService: 2 } });
    // Putting it in service again changes nothing.
    const count = await definition();
    expect((await apply(pump, 2)).statusCode).toBe(200);
    expect(await definition()).toBe(count);
  });

  it('can be an older version, unless one of its patterns was removed', async () => {
    const pump = await makeTwoVersions();
    expect((await apply(pump, 2)).statusCode).toBe(200);
    expect((await apply(pump, 1)).json()).toMatchObject({ model: { version: 1 }, isCurrent: false });
    expect((await apply(pump, 2)).statusCode).toBe(200);
    await server.ask('PUT', path(pump, '/patterns'), writer, {
      indicatorId: pump.indicator.id,
      patterns: pump.set.patterns.slice(0, 2),
    });
    const refused = await apply(pump, 1);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Version 1 knows the pattern Wear, which was removed. Please train the patterns again.',
    ]);
  });

  it('answers No match instead of a pattern that was removed', async () => {
    const pump = await makePump(server, writer);
    await trainSet(server, writer, pump.set.id);
    await server.ask('PUT', path(pump, '/patterns'), writer, {
      indicatorId: pump.indicator.id,
      patterns: pump.set.patterns.slice(0, 2),
    });
    const [normal, leak] = pump.set.patterns.map(({ id }) => id);
    const models = await loadModelsInService(server.tenant.db, [pump.indicator.id]);
    expect(models.get(pump.indicator.id)!.patternIds).toEqual([normal, leak, normal]);
  });

  it('cannot be a version in a format that the program does not support', async () => {
    const pump = await makeTwoVersions();
    await sql`
      update pattern_version set model = set_byte(model, 0, 99), model_checksum = md5(random()::text)
      where pattern_set_id = ${pump.set.id} and number = 2`.execute(server.tenant.db);
    const refused = await apply(pump, 2);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'The model has format 99; this program reads 1 and 2. Please train the patterns again.',
    ]);
    expect((await getSet(pump)).model).toMatchObject({ version: 1 });
  });

  it('gives an error instead of answers if its format is not supported, until it is replaced', async () => {
    const { db } = server.tenant;
    const thresholds = [{ name: 'Leaks', logic: 'MATCHESPATTERN("Leak")', level: 500 }];
    const pump = await makePump(server, writer, { indicator: { thresholds } });
    await trainSet(server, writer, pump.set.id);
    const settle = () => new Process(db).settle();
    const url = `/api/indicators/${pump.indicator.id}`;
    const stored = () =>
      sql`select at, pattern_id from pattern_answer_change where protection_id = ${pump.indicator.id}
        order by at`
        .execute(db)
        .then(({ rows }) => rows);
    const problem = async () => (await server.ask('GET', url, viewer)).json<Protection>().error;
    await settle();
    const before = await stored();
    expect(before.length).toBeGreaterThan(0);
    const message = 'The model has format 99; this program reads 1 and 2. Please train the patterns again.';
    await sql`
      update pattern_version set model = set_byte(model, 0, 99), model_checksum = md5(random()::text)
      where pattern_set_id = ${pump.set.id}`.execute(db);
    const times = [end, end + minute];
    await appendPoints(db, [
      { tagId: pump.tagIds.flow, times, values: [10, 10], qualities: null },
      { tagId: pump.tagIds.vibration, times, values: [1, 1], qualities: null },
    ]);
    await settle();
    expect(await problem()).toBe(message);
    expect(await stored()).toEqual(before);
    const { twinId, indicator } = pump;
    const range = { startTime: patternBegin, endTime: end };
    for (const answer of [
      await server.ask('GET', `${url}/answers/why?time=${patternTime(320)}`, viewer),
      await server.ask('POST', '/api/simulations', writer, { indicatorId: indicator.id, twinId, ...range }),
    ]) {
      expect([answer.statusCode, answer.json().message]).toEqual([409, message]);
    }
    await trainSet(server, writer, pump.set.id);
    expect((await apply(pump, 2)).statusCode).toBe(200);
    await settle();
    expect(await problem()).toBeNull();
    expect((await stored()).length).toBeGreaterThanOrEqual(before.length);
  });

  it('requires the right to write protections to be changed', async () => {
    const pump = await makeTwoVersions();
    expect((await apply(pump, 2, viewer)).statusCode).toBe(403);
    expect((await apply(pump, 2, {})).statusCode).toBe(401);
    expect((await apply(pump, 9)).json().message).toBe('Version not found.');
    expect((await apply({ ...pump, set: { ...pump.set, id: 999_999 } }, 1)).statusCode).toBe(404);
  });
});

describe('a comparison of versions', () => {
  const compare = (pump: Pump, version: number, from: number, to: number, headers = viewer) =>
    server.ask('GET', path(pump, `/versions/${version}/comparison?from=${from}&to=${to}`), headers);

  it('returns the changes of both versions, and the share of equal answers', async () => {
    const pump = await makeTwoVersions();
    const answer = await compare(pump, 2, patternBegin, end);
    expect(answer.statusCode).toBe(200);
    const { version, inService, compared, agreement, pairs } = answer.json<VersionComparison>();
    expect([version.version, inService.version]).toEqual([2, 1]);
    expect(compared).toBe(1200 - 19);
    expect(agreement).toBeGreaterThan(0.8);
    expect(agreement).toBeLessThan(1);
    const wear = pump.set.patterns[2]!.id;
    expect(version.changes.some(({ patternId }) => patternId === wear)).toBe(false);
    expect(inService.changes.some(({ patternId }) => patternId === wear)).toBe(true);
    expect(pairs.reduce((sum, { count }) => sum + count, 0)).toBe(compared);
    expect(pairs[0]).toMatchObject({
      version: pump.set.patterns[0]!.id,
      inService: pump.set.patterns[0]!.id,
    });
  });

  it('rejects a long or empty range and an unknown version, and requires a session', async () => {
    const pump = await makeTwoVersions();
    const long = await compare(pump, 2, 0, end);
    expect([long.statusCode, long.json().message]).toEqual([
      400,
      'At most 200,000 answers at a time: please choose a shorter range.',
    ]);
    expect((await compare(pump, 2, end, end)).statusCode).toBe(400);
    expect((await compare(pump, 3, patternBegin, end)).statusCode).toBe(404);
    expect((await compare(pump, 2, patternBegin, end, {})).statusCode).toBe(401);
  });
});

describe('feedback on an answer', () => {
  const at = (from: number, to: number) => ({ start: patternTime(from), end: patternTime(to) });

  it('adds the range to the pattern that the user chose', async () => {
    const pump = await makePump(server, writer);
    const [normal, leak, wear] = pump.set.patterns.map(({ id }) => id) as [number, number, number];
    await judge(pump, { ...at(1000, 1040), answerId: leak, verdict: 'right' });
    await judge(pump, { ...at(900, 910), answerId: leak, verdict: 'wrong' });
    const answer = await judge(pump, { ...at(850, 880), answerId: leak, verdict: 'wrong', patternId: wear });
    expect(answer.statusCode).toBe(200);
    const { training, version } = answer.json<IndicatorPattern>();
    expect(training).toHaveLength(pumpRanges.length + 3);
    expect(training).toContainEqual({ patternId: leak, ...at(1000, 1040) });
    expect(training).toContainEqual({ patternId: normal, ...at(900, 910) });
    expect(training).toContainEqual({ patternId: wear, ...at(850, 880) });
    expect(version).toBe(4);
    // A second judgement replaces the first one, and ranges of one pattern are merged.
    const changed = await judge(pump, { ...at(850, 880), answerId: leak, verdict: 'right' });
    expect(changed.json<IndicatorPattern>().training).toContainEqual({ patternId: leak, ...at(850, 880) });
    expect(changed.json<IndicatorPattern>().training).toHaveLength(pumpRanges.length + 3);
    const joined = await judge(pump, { ...at(870, 890), answerId: leak, verdict: 'right' });
    expect(joined.json<IndicatorPattern>().training).toContainEqual({ patternId: leak, ...at(850, 890) });
  });

  it('stores nothing if it is invalid or the user has no permission', async () => {
    const pump = await makePump(server, writer);
    const [, leak] = pump.set.patterns.map(({ id }) => id) as [number, number];
    const refused = async (body: object) => {
      const answer = await judge(pump, body);
      return [answer.statusCode, answer.json().errors?.[0]?.message ?? answer.json().message];
    };
    expect(await refused({ ...at(550, 570), answerId: leak, verdict: 'right' })).toEqual([
      400,
      expect.stringMatching(/^Ranges overlap: Wear from .*, and Leak from /),
    ]);
    expect(await refused({ ...at(900, 910), answerId: 999_999, verdict: 'right' })).toEqual([
      404,
      'Pattern not found.',
    ]);
    expect(await refused({ ...at(900, 910), answerId: leak, verdict: 'wrong', patternId: leak })).toEqual([
      400,
      'A wrong answer was another pattern.',
    ]);
    expect(await refused({ ...at(910, 900), answerId: leak, verdict: 'right' })).toEqual([
      400,
      expect.any(String),
    ]);
    expect(
      (await judge(pump, { ...at(900, 910), answerId: leak, verdict: 'right' }, viewer)).statusCode,
    ).toBe(403);
    expect((await judge(pump, { ...at(900, 910), answerId: leak, verdict: 'right' }, {})).statusCode).toBe(
      401,
    );
    expect(await getSet(pump)).toEqual(pump.set);
    const { rows } = await sql`select from pattern_feedback where pattern_set_id = ${pump.set.id}`.execute(
      server.tenant.db,
    );
    expect(rows).toEqual([]);
  });
});

describe('the fit of the model in service', () => {
  /** Judges five answers, of which three are wrong. */
  async function judgeFive(pump: Pump): Promise<void> {
    const leak = pump.set.patterns[1]!.id;
    for (let index = 0; index < 5; index++) {
      await judge(pump, {
        start: patternTime(600 + 10 * index),
        end: patternTime(605 + 10 * index),
        answerId: leak,
        verdict: index < 3 ? 'wrong' : 'right',
      });
    }
  }

  it('is measured by the shares of refused answers and of answers judged wrong', async () => {
    const pump = await makePump(server, writer);
    const none = await server.ask('GET', path(pump, '/fit'), viewer);
    expect([none.statusCode, none.json().message]).toEqual([409, 'No model is in service yet.']);
    await trainSet(server, writer, pump.set.id);
    const { db } = server.tenant;
    await new Process(db, { saveInterval: 0 }).settle();
    const fit = (): Promise<PatternFit> => getFit(db, pump.set.id, end);
    const fine = await fit();
    expect(fine).toMatchObject({ answered: 1200 - 19, judged: 0, wrongShare: null });
    await judgeFive(pump);
    const worse = await fit();
    expect(worse).toMatchObject({ judged: 5, wrongShare: 0.6 });
    expect(worse.notice).toMatch(/60 % of 5 judged answers were wrong \(bound 20 %\)/);
    await server.ask('PUT', path(pump), writer, { ...(await getSet(pump)), mostWrong: 0.7, mostRefused: 1 });
    expect((await fit()).notice).toBeNull();
    // No points in the last 30 days.
    const quiet = await server.ask('GET', path(pump, '/fit'), viewer);
    expect(quiet.json()).toMatchObject({ answered: 0, refusedShare: null, notice: null });
    expect((await server.ask('GET', path(pump, '/fit'), {})).statusCode).toBe(401);
    expect((await server.ask('GET', '/api/indicator-patterns/999999/fit', viewer)).statusCode).toBe(404);
  });

  it('is notified once, also by mail, if a model no longer fits', async () => {
    const { db } = server.tenant;
    const createUser = async (user: object, email: string) => {
      const id = await makeUser(db, user);
      await db.updateTable('app_user').set({ email }).where('id', '=', id).execute();
      const headers = await makeUserSession(db, id);
      const settings = await server.ask('POST', '/api/settings/notification', headers, {
        notifications: [{ context: 'pattern', type: 'unfit', inApp: true, email: true }],
        dailyAggregate: false,
        weeklyAggregate: false,
      });
      expect(settings.statusCode).toBe(200);
      return headers;
    };
    const trainer = await createUser(
      { groups: ['VIEWERS'], recordTypes: ['protection', 'twin'] },
      'trainer@plant.example',
    );
    const administrator = await createUser({ isAdmin: true }, 'administrator@plant.example');
    const subscriber = await createUser({ groups: ['VIEWERS'] }, 'subscriber@plant.example');
    const other = await createUser({ groups: ['VIEWERS'] }, 'other@plant.example');
    const pump = await makePump(server, trainer, { indicator: { name: 'Wear of the pump' } });
    await server.ask('POST', `/api/twins/subscriptions/${pump.twinId}`, subscriber);
    await trainSet(server, trainer, pump.set.id);
    const mails = async () =>
      (
        await db
          .selectFrom('mail')
          .select('recipient')
          .where('subject', 'like', '%Wear of the pump: The model no longer fits%')
          .orderBy('recipient')
          .execute()
      ).map(({ recipient }) => recipient);
    await checkFits(db, end);
    expect(await mails()).toEqual([]);
    await judgeFive(pump);
    const day = 86_400_000;
    // Not before a day has passed.
    await checkFits(db, end + day - 1);
    expect(await mails()).toEqual([]);
    await checkFits(db, end + day);
    const all = ['administrator@plant.example', 'subscriber@plant.example', 'trainer@plant.example'];
    expect(await mails()).toEqual(all);
    for (const [headers, count] of [
      [trainer, 1],
      [administrator, 1],
      [subscriber, 1],
      [other, 0],
    ] as const) {
      const { body } = await server.ask('GET', '/api/notifications', headers);
      const own = (JSON.parse(body) as { type: string; message: string; url: string }[]).filter(
        ({ message }) => message.includes('Wear of the pump'),
      );
      expect(own).toHaveLength(count);
      for (const one of own) {
        expect(one.type).toBe('unfit');
        expect(one.message).toMatch(/60 % of 5 judged answers were wrong/);
        expect(one.url).toBe(`/apps/protections/${pump.indicator.id}/train`);
      }
    }
    // Only once per version.
    await checkFits(db, end + 2 * day);
    expect(await mails()).toEqual(all);
    await trainSet(server, trainer, pump.set.id);
    expect((await apply(pump, 2)).statusCode).toBe(200);
    // Judgements of version 1 do not count against version 2.
    await checkFits(db, end + 3 * day);
    expect(await getFit(db, pump.set.id, end)).toMatchObject({ judged: 0, wrongShare: null, notice: null });
    expect(await mails()).toEqual(all);
    await judgeFive(pump);
    await checkFits(db, end + 4 * day);
    expect(await mails()).toHaveLength(6);
    // Notified again if it fitted meanwhile.
    const settings = async (mostWrong: number) =>
      server.ask('PUT', path(pump), writer, { ...(await getSet(pump)), mostWrong });
    await settings(0.7);
    await checkFits(db, end + 5 * day);
    await settings(0.2);
    await checkFits(db, end + 6 * day);
    expect(await mails()).toHaveLength(9);
  });
});
