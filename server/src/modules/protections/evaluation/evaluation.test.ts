import {
  type AnnouncedExcursion,
  compileProtection,
  createProtectionEvaluator,
} from '@twinward/domain/evaluation';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../../platform/process/log.ts';
import { appendPoints, deletePoints, importPoints } from '../../../series/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { makeAsset, makeProtection, makeTag, makeTwin } from '../../../testing/factories.ts';
import { recordWork } from '../../work/work/service.ts';
import { listDefinitions } from '../definition/service.ts';
import { evaluateChanges, evaluateDue } from './batch.ts';
import { queueChanges } from './changes.ts';
import { evaluateOn } from './evaluate.ts';
import { planEvaluation } from './plan.ts';
import { PreparedCache } from './prepared-cache.ts';
import { saveQuiet } from './save-quiet.ts';
import { requestEvaluation, startEvaluation } from './service.ts';
import { type History, noHistory } from './tracking.ts';

const minute = 60_000;
const t0 = Date.UTC(2024, 0, 1);
const log = createLogger('silent');
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** Evaluates until nothing is due, like a process that has just started. */
async function evaluate(cache = new PreparedCache()): Promise<void> {
  const { db } = test;
  for (;;) {
    const direct = await evaluateChanges(db, cache, log);
    const changed = direct?.changed ?? (await queueChanges(db));
    const { dueSince, isBehind } = await evaluateDue(db, cache, log);
    if (changed === 0 && dueSince.length === 0 && !isBehind) return;
  }
}

interface Watched {
  protectionId: number;
  tagIds: number[];
}

const logic = [
  { name: 'High', level: 500, logic: '[A] > 80' },
  { name: 'Mean', level: 750, logic: 'AVERAGE([A], #5m) > 70 AND [B] > 0' },
];

async function watch(thresholds = logic): Promise<Watched> {
  const { db } = test;
  const assetId = await makeAsset(db);
  const a = await makeTag(db, { assetIds: [assetId] });
  const b = await makeTag(db, { assetIds: [assetId] });
  const aliases = [
    { name: 'A', type: 'data_point' as const, mappedTagId: a },
    { name: 'B', type: 'data_point' as const, mappedTagId: b },
  ];
  const twinId = await makeTwin(db, { assetId, aliases });
  return { protectionId: await makeProtection(db, { twinId, thresholds }), tagIds: [a, b] };
}

type Sample = [minutes: number, value: number];

async function append(tagId: number, samples: readonly Sample[]): Promise<void> {
  const times = samples.map(([minutes]) => t0 + minutes * minute);
  await appendPoints(test.db, [{ tagId, times, values: samples.map(([, value]) => value) }]);
}

/** Excursions as [threshold, from, to] in minutes, and levels as [from, level, driving]. */
async function stored({ protectionId }: Watched) {
  const { db } = test;
  const excursions = await db
    .selectFrom('excursion')
    .innerJoin('threshold', 'threshold.id', 'threshold_id')
    .select(['name', 'start_at', 'end_at'])
    .where('excursion.protection_id', '=', protectionId)
    .orderBy('position')
    .orderBy('start_at')
    .execute();
  const levels = await db
    .selectFrom('level_change')
    .leftJoin('threshold', 'threshold.id', 'driving_threshold_id')
    .select(['at', 'level_change.level', 'name'])
    .where('level_change.protection_id', '=', protectionId)
    .orderBy('at')
    .execute();
  const inMinutes = (time: Date | null) => (time === null ? null : (time.getTime() - t0) / minute);
  return {
    excursions: excursions.map((row) => [row.name, inMinutes(row.start_at), inMinutes(row.end_at)]),
    levels: levels.map((row) => [inMinutes(row.at), row.level, row.name]),
  };
}

async function setLiveSince({ protectionId }: Watched, time: number): Promise<void> {
  const set = { live_since: new Date(time) };
  await test.db.updateTable('protection').set(set).where('id', '=', protectionId).execute();
}

/** Excursions as [from, to, announced], in minutes. */
async function announced({ protectionId }: Watched) {
  const rows = await test.db
    .selectFrom('excursion')
    .select(['start_at', 'end_at', 'announced'])
    .where('protection_id', '=', protectionId)
    .orderBy('start_at')
    .execute();
  const inMinutes = (time: Date | null) => (time === null ? null : (time.getTime() - t0) / minute);
  return rows.map((row) => [inMinutes(row.start_at), inMinutes(row.end_at), row.announced]);
}

async function state({ protectionId }: Watched) {
  const { db } = test;
  const protection = await db
    .selectFrom('protection')
    .selectAll()
    .where('id', '=', protectionId)
    .executeTakeFirstOrThrow();
  const twin = await db
    .selectFrom('twin')
    .select('level')
    .where('id', '=', protection.twin_id)
    .executeTakeFirstOrThrow();
  return { ...protection, twinLevel: twin.level };
}

describe('evaluation', () => {
  it('fails without a deadlock while a user saves a due protection, and is retried', async () => {
    const watched = await watch();
    await append(watched.tagIds[0]!, [
      [0, 50],
      [10, 90],
    ]);
    await queueChanges(test.db);
    await test.db.transaction().execute(async (saving) => {
      const held = saving.selectFrom('protection').select('id').where('id', '=', watched.protectionId);
      await held.forNoKeyUpdate().execute();
      expect(await evaluateDue(test.db, new PreparedCache(), log)).toEqual({ dueSince: [], isBehind: false });
      await requestEvaluation(saving, watched.protectionId);
    });
    await evaluate();
    expect((await stored(watched)).excursions).toEqual([['High', 10, null]]);
  });

  it('does not continue from a state saved under another twin start or time zone', async () => {
    const watched = await watch();
    const [a] = watched.tagIds as [number, number];
    await append(a, [
      [0, 50],
      [10, 90],
    ]);
    await evaluate();
    const { twin_id } = await state(watched);
    const twin = test.db.updateTable('twin').where('id', '=', twin_id);
    await twin.set({ start_date: new Date(t0) }).execute();
    await append(a, [[20, 60]]);
    await evaluate();
    expect((await state(watched)).error).toBeNull();
    expect((await stored(watched)).excursions).toEqual([['High', 10, 20]]);
  });

  it('stores excursions, levels, and the states of protection and twin', async () => {
    const watched = await watch();
    await append(watched.tagIds[0]!, [
      [0, 60],
      [1, 90],
      [2, 95],
      [3, 60],
    ]);
    await append(watched.tagIds[1]!, [[0, 1]]);
    await evaluate();
    expect(await stored(watched)).toEqual({
      excursions: [
        ['High', 1, 3],
        ['Mean', 1, null],
      ],
      levels: [
        [0, 0, null],
        [1, 750, 'Mean'],
      ],
    });
    expect(await state(watched)).toMatchObject({ level: 750, twinLevel: 750, stale: false, error: null });
  });

  it('continues from the last evaluated point in any process', async () => {
    const watched = await watch();
    await append(watched.tagIds[1]!, [[0, 1]]);
    await append(watched.tagIds[0]!, [[0, 90]]);
    await evaluate();
    await append(watched.tagIds[0]!, [[1, 95]]);
    await evaluate();
    await append(watched.tagIds[0]!, [[9, 10]]);
    await evaluate();
    expect((await stored(watched)).excursions).toEqual([
      ['High', 0, 9],
      ['Mean', 0, 9],
    ]);
    expect(await state(watched)).toMatchObject({ level: 0, twinLevel: 0 });
  });

  it('continues with the cached evaluator, unless another process evaluated in between', async () => {
    const watched = await watch();
    const cache = new PreparedCache();
    await append(watched.tagIds[1]!, [[0, 1]]);
    await append(watched.tagIds[0]!, [
      [0, 60],
      [1, 90],
    ]);
    await evaluate(cache);
    await append(watched.tagIds[0]!, [[2, 10]]);
    await evaluate(cache);
    await append(watched.tagIds[0]!, [[3, 90]]);
    await evaluate();
    await append(watched.tagIds[0]!, [[4, 10]]);
    await evaluate(cache);
    expect((await stored(watched)).excursions).toEqual([
      ['High', 1, 2],
      ['High', 3, 4],
      ['Mean', 1, 2],
    ]);
  });

  it('saves quiet evaluations only at intervals and when idle', async () => {
    const watched = await watch();
    const cache = new PreparedCache();
    await append(watched.tagIds[0]!, [[0, 60]]);
    await evaluate(cache);
    const saved = await state(watched);
    await append(watched.tagIds[0]!, [[2, 62]]);
    await evaluate(cache);
    expect(await state(watched)).toEqual(saved);
    expect(await saveQuiet(test.db, cache)).toBe(true);
    expect((await state(watched)).evaluated_at).toEqual(new Date(t0 + 2 * minute));
    expect(await saveQuiet(test.db, cache)).toBe(false);
  });

  it('handles points that are late for an unsaved evaluation, in any process', async () => {
    const watched = await watch();
    const cache = new PreparedCache();
    for (const minutes of [0, 1, 2]) {
      await append(watched.tagIds[0]!, [[minutes, 60]]);
      await evaluate(cache);
    }
    await append(watched.tagIds[0]!, [[1.5, 95]]);
    await evaluate();
    await append(watched.tagIds[0]!, [[3, 60]]);
    await evaluate(cache);
    await saveQuiet(test.db, cache);
    expect((await stored(watched)).excursions).toEqual([['High', 1.5, 2]]);
  });

  it('restarts from the first point when the definition changed', async () => {
    const watched = await watch();
    const cache = new PreparedCache();
    await append(watched.tagIds[0]!, [
      [0, 60],
      [1, 90],
    ]);
    await evaluate(cache);
    const { db } = test;
    await db
      .updateTable('threshold')
      .set({ logic: '[A] > 50' })
      .where('protection_id', '=', watched.protectionId)
      .where('name', '=', 'High')
      .execute();
    await requestEvaluation(db, watched.protectionId);
    await append(watched.tagIds[0]!, [[2, 10]]);
    await evaluate(cache);
    expect((await stored(watched)).excursions).toEqual([['High', 0, 2]]);
  });

  it('has the same results for late as for timely points, and keeps unchanged excursions', async () => {
    const watched = await watch();
    await append(watched.tagIds[1]!, [[0, 1]]);
    await append(watched.tagIds[0]!, [
      [0, 10],
      [1, 90],
      [2, 10],
      [20, 90],
      [21, 10],
    ]);
    await evaluate();
    const before = await test.db
      .selectFrom('excursion')
      .select(['id', 'start_at'])
      .where('protection_id', '=', watched.protectionId)
      .execute();
    await append(watched.tagIds[0]!, [
      [10, 85],
      [20.5, 10],
    ]);
    await evaluate();
    expect((await stored(watched)).excursions).toEqual([
      ['High', 1, 2],
      ['High', 10, 20.5],
      ['Mean', 10, 20.5],
    ]);
    const first = await test.db
      .selectFrom('excursion')
      .select(['id', 'start_at'])
      .where('protection_id', '=', watched.protectionId)
      .orderBy('start_at')
      .execute();
    expect(first[0]).toEqual(before.toSorted((a, b) => a.start_at.getTime() - b.start_at.getTime())[0]);
  });

  it('fires actions for new points, even if older points arrived with them', async () => {
    const { protectionId } = await watch();
    const stored = (await listDefinitions(test.db, [protectionId])).get(protectionId)!;
    const compiled = compileProtection(stored.definition);
    if (!compiled.ok) throw new Error('the logic does not compile');
    const blocks = (samples: Sample[]) => {
      const times = Float64Array.from(samples, ([minutes]) => t0 + minutes * minute);
      return new Map([
        ['A', { times, values: Float64Array.from(samples, ([, value]) => value), length: times.length }],
      ]);
    };
    const plan = (history: History, since: number | null, before: AnnouncedExcursion[] = []) => ({
      ...planEvaluation(stored, compiled.program, history, since),
      atHand: null,
      liveAfter: Number.POSITIVE_INFINITY,
      activeSince: t0,
      arrived: new Map<number, number>(),
      before,
    });
    const first = (await evaluateOn(plan(noHistory, null), blocks([[1, 90]]), t0))!;
    expect(first.happenings).toEqual([]);
    const samples: Sample[] = [
      [0, 10],
      [1, 90],
      [2, 10],
      [3, 95],
    ];
    const known = [{ threshold: 0, start: t0 + minute, end: null, announced: true, continues: null }];
    const again = (await evaluateOn(plan(first.prepared.history, t0, known), blocks(samples), t0))!;
    expect(again.happenings).toEqual([
      { time: t0 + 3 * minute, start: t0 + 3 * minute, threshold: 0, direction: 'enter', action: null },
    ]);
  });

  it('fires actions under a new definition only for times after the last evaluation', async () => {
    const { protectionId } = await watch();
    const stored = (await listDefinitions(test.db, [protectionId])).get(protectionId)!;
    const compiled = compileProtection(stored.definition);
    if (!compiled.ok) throw new Error('the logic does not compile');
    const times = Float64Array.from([0, 1, 2, 3], (minutes) => t0 + minutes * minute);
    const blocks = new Map([['A', { times, values: Float64Array.from([90, 10, 90, 10]), length: 4 }]]);
    const happened = async (liveAfter: number) => {
      const plan = planEvaluation(stored, compiled.program, noHistory, null);
      const past = { atHand: null, liveAfter, activeSince: t0, arrived: new Map(), before: [] };
      const evaluation = await evaluateOn({ ...plan, ...past }, blocks, t0);
      return evaluation!.happenings.map(({ time }) => time);
    };
    expect(await happened(Number.POSITIVE_INFINITY)).toEqual([]);
    expect(await happened(t0 + minute)).toEqual([t0 + 2 * minute]);
    expect(await happened(t0 + 3 * minute)).toEqual([]);
  });

  it('announces excursions in its first points from the start of live evaluation on', async () => {
    const watched = await watch([{ name: 'High', level: 500, logic: '[A] > 80' }]);
    await evaluate();
    await setLiveSince(watched, t0 + 2 * minute);
    await append(watched.tagIds[0]!, [
      [0, 90],
      [1, 10],
      [3, 90],
      [4, 10],
      [5, 90],
    ]);
    await evaluate();
    expect(await announced(watched)).toEqual([
      [0, 1, false],
      [3, 4, true],
      [5, null, true],
    ]);
  });

  it('announces nothing for points before its last change if its evaluation was deleted', async () => {
    const watched = await watch([{ name: 'High', level: 500, logic: '[A] > 80' }]);
    await setLiveSince(watched, t0);
    await requestEvaluation(test.db, watched.protectionId);
    await append(watched.tagIds[0]!, [
      [0, 10],
      [1, 90],
    ]);
    await evaluate();
    await deletePoints(test.db, watched.tagIds[0]!);
    await evaluate();
    await append(watched.tagIds[0]!, [
      [0, 90],
      [1, 10],
    ]);
    await evaluate();
    expect(await announced(watched)).toEqual([[0, 1, false]]);
  });

  it('removes the results of deleted points', async () => {
    const watched = await watch();
    await append(watched.tagIds[0]!, [
      [0, 10],
      [1, 90],
      [2, 10],
      [3, 90],
    ]);
    await evaluate();
    await deletePoints(test.db, watched.tagIds[0]!, t0 + minute, t0 + 2 * minute);
    await evaluate();
    expect((await stored(watched)).excursions).toEqual([['High', 3, null]]);
  });

  it('deletes all results of a protection whose inputs have no points left', async () => {
    const watched = await watch();
    await append(watched.tagIds[0]!, [
      [0, 10],
      [1, 90],
    ]);
    await evaluate();
    await deletePoints(test.db, watched.tagIds[0]!);
    await evaluate();
    expect(await stored(watched)).toEqual({ excursions: [], levels: [] });
    expect(await state(watched)).toMatchObject({ level: null, twinLevel: null, tracking: null });
  });

  it('advances without new points only to the last change, so that recent points are in time', async () => {
    const watched = await watch([
      { name: 'Silent', level: 250, logic: 'INTERVAL([A]) > #1m' },
      { name: 'High', level: 500, logic: '[B] > 80' },
    ]);
    const now = Date.now();
    await appendPoints(test.db, [{ tagId: watched.tagIds[0]!, times: [now - 3 * minute], values: [1] }]);
    await evaluate();
    const { tracking, level } = await state(watched);
    expect(level).toBe(250);
    expect(JSON.parse(tracking!).states.at(-1).time).toBe(now - 2 * minute + 1);
    await appendPoints(test.db, [{ tagId: watched.tagIds[1]!, times: [now - 1000], values: [90] }]);
    await evaluate();
    expect(await state(watched)).toMatchObject({ level: 500, next_change_at: null });
  });

  it('evaluates when work is recorded', async () => {
    const { db } = test;
    const assetId = await makeAsset(db);
    const tagId = await makeTag(db, { assetIds: [assetId], type: 'work' });
    const aliases = [{ name: 'Service', type: 'work' as const, mappedTagId: tagId }];
    const thresholds = [{ name: 'Due', level: 300, logic: 'INTERVAL([Service]) >= #30d' }];
    const protectionId = await makeProtection(db, {
      twinId: await makeTwin(db, { assetId, aliases }),
      thresholds,
    });
    await evaluate();
    const watched = { protectionId, tagIds: [tagId] };
    expect((await state(watched)).level).toBe(null);
    const completedAt = new Date(t0);
    await recordWork(db, { tagId, name: 'Service', kind: 'preventive', startedAt: null, completedAt });
    await evaluate();
    expect((await stored(watched)).excursions).toEqual([['Due', 30 * 24 * 60, null]]);
  });

  it('reports why logic cannot be evaluated, without blocking other protections', async () => {
    const broken = await watch();
    await test.db
      .updateTable('threshold')
      .set({ logic: '[Flow] >' })
      .where('protection_id', '=', broken.protectionId)
      .execute();
    const sound = await watch();
    await append(broken.tagIds[0]!, [[0, 90]]);
    await append(sound.tagIds[0]!, [[0, 90]]);
    await evaluate();
    expect((await state(broken)).error).toContain('Unknown tag alias [Flow].');
    expect((await state(sound)).level).toBe(500);
  });

  it('sets an error on a protection with a stored interval that is too short', async () => {
    const watched = await watch();
    const settings = JSON.stringify({ expectedInterval: 'PT0.001S', schedule: 'fixed' });
    await test.db
      .updateTable('protection_alias')
      .set({ settings })
      .where('protection_id', '=', watched.protectionId)
      .execute();
    await append(watched.tagIds[0]!, [[0, 90]]);
    await evaluate();
    expect((await state(watched)).error).toContain('must be from 1 second to 1,000 years');
  });

  it('does not evaluate inactive protections', async () => {
    const watched = await watch();
    await test.db
      .updateTable('protection')
      .set({ active: false })
      .where('id', '=', watched.protectionId)
      .execute();
    await append(watched.tagIds[0]!, [[0, 90]]);
    await evaluate();
    expect(await state(watched)).toMatchObject({ level: null, twinLevel: null });
  });

  it('has the same results in any batches and order of points, with several concurrent processes', async () => {
    const samples = fc.uniqueArray(
      fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 40, max: 100 })),
      {
        selector: ([minutes]) => minutes,
        minLength: 1,
        maxLength: 25,
      },
    );
    const batches = fc.array(fc.tuple(fc.integer({ min: 0, max: 1 }), samples), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(batches, async (parts) => {
        const watched = await watch();
        const cache = new PreparedCache();
        for (const [tag, part] of parts) {
          await append(watched.tagIds[tag]!, part);
          await Promise.all([evaluate(cache), evaluate()]);
        }
        await evaluate();
        expect(await stored(watched)).toEqual(await expected(watched, parts));
      }),
      { numRuns: 12 },
    );
  });
});

/** Returns the results of a single evaluation of everything. */
async function expected(watched: Watched, parts: readonly [number, Sample[]][]) {
  const definition = (await listDefinitions(test.db, [watched.protectionId])).get(
    watched.protectionId,
  )!.definition;
  const compiled = compileProtection(definition);
  if (!compiled.ok) throw new Error('the logic does not compile');
  const points = [0, 1].map((tag) => {
    const values = new Map(parts.filter(([of]) => of === tag).flatMap(([, part]) => part));
    const times = [...values.keys()].sort((a, b) => a - b);
    return {
      times: Float64Array.from(times, (time) => t0 + time * minute),
      values: Float64Array.from(times, (time) => values.get(time)!),
      length: times.length,
    };
  });
  const evaluator = createProtectionEvaluator(compiled.program);
  const output = evaluator.advance(
    new Map([
      ['A', points[0]!],
      ['B', points[1]!],
    ]),
    t0 + 60 * minute,
  );
  const name = (index: number | null) => (index === null ? null : logic[index]!.name);
  const inMinutes = (time: number | null) => (time === null ? null : (time - t0) / minute);
  const excursions = new Map<string, [string | null, number | null, number | null]>();
  for (const { threshold, start, end } of output.excursions) {
    excursions.set(`${threshold} ${start}`, [name(threshold), inMinutes(start), inMinutes(end)]);
  }
  const order = (row: [string | null, number | null, number | null]) =>
    logic.findIndex((one) => one.name === row[0]) * 1e6 + row[1]!;
  const times = [...new Set([...output.levels, ...output.driving].map((change) => change.time))].sort(
    (a, b) => a - b,
  );
  let level = 0;
  let driving: number | null = null;
  const levels = times.map((time) => {
    level = output.levels.find((change) => change.time === time)?.level ?? level;
    const change = output.driving.find((one) => one.time === time);
    if (change) driving = change.threshold;
    return [inMinutes(time), level, name(driving)];
  });
  return { excursions: [...excursions.values()].sort((a, b) => order(a) - order(b)), levels };
}

describe('the running evaluation', () => {
  it('evaluates points shortly after they are committed, without a request', async () => {
    const watched = await watch();
    const running = await startEvaluation({ name: 'test', ...test }, log);
    try {
      await importPoints(test.db, [
        { tagId: watched.tagIds[0]!, times: [t0, t0 + minute], values: [10, 90] },
      ]);
      await expect.poll(async () => (await state(watched)).level, { timeout: 10_000 }).toBe(500);
    } finally {
      await running.close();
    }
  });
});
