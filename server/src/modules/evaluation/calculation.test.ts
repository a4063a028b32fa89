import {
  compileCalculatedTag,
  compileProtection,
  createCalculatedEvaluator,
  createProtectionEvaluator,
  type PointBlock,
} from '@twinward/domain/evaluation';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../platform/log.ts';
import {
  appendPoints,
  compactTags,
  deletePoints,
  importPoints,
  readPoints,
  stagePoints,
} from '../../series/index.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { makeCalculatedTag, makeProtection, makeTag, makeTwin, makeUser } from '../../testing/factories.ts';
import { createCommandJob } from '../command/jobs.ts';
import { cancelCommand } from '../command/service.ts';
import { changeCalculation } from '../tag/service.ts';
import { evaluateDue } from './batch.ts';
import type { PreparedCalculation } from './calculate.ts';
import { calculateDue } from './calculation-batch.ts';
import { recalculateTag } from './jobs.ts';
import { PreparedCache } from './prepared-cache.ts';
import { requestRecalculation, startEvaluation } from './service.ts';
import { takeChanges } from './store.ts';

const minute = 60_000;
const t0 = Date.UTC(2024, 0, 1);
const log = createLogger('silent');
let test: TestApp;
let userId: number;

beforeAll(async () => {
  test = await createTestApp();
  userId = await makeUser(test.tenant.db);
});
afterAll(() => test.close());

/** A process that evaluates, with what it has at hand. */
class Process {
  readonly protections = new PreparedCache();
  readonly calculations = new PreparedCache<PreparedCalculation>();

  take = () => takeChanges(test.tenant.db);
  calculate = async () => (await calculateDue(test.tenant.db, this.calculations, log)).dueSince.length;
  protect = async () => (await evaluateDue(test.tenant.db, this.protections, log)).dueSince.length;

  /** Evaluates until nothing is due that this process could take. Returns how many protections it evaluated. */
  async settle(): Promise<number> {
    let protections = 0;
    for (;;) {
      const taken = await this.take();
      const calculated = await this.calculate();
      const evaluated = await this.protect();
      protections += evaluated;
      if (taken.length === 0 && calculated === 0 && evaluated === 0) return protections;
    }
  }
}

const settle = () => new Process().settle();

const carryOut = createCommandJob({
  'import-data-points': { run: async () => ({}) },
  'recalculate-tag': recalculateTag,
});

function run(commandId: string | null): Promise<void> {
  const signal = new AbortController().signal;
  const payload = { commandId: commandId! };
  return carryOut.run({ tenant: test.tenant, payload, log, signal, attempt: 1, maximumAttempts: 1 });
}

type Sample = readonly [minutes: number, value: number];

async function append(tagId: number, samples: readonly Sample[]): Promise<void> {
  const times = samples.map(([minutes]) => t0 + minutes * minute);
  await appendPoints(test.tenant.db, [{ tagId, times, values: samples.map(([, value]) => value) }]);
}

/** The points of a tag as [minutes, value]. */
async function pointsOf(tagId: number): Promise<Sample[]> {
  const { times, values } = await readPoints(test.tenant.db, tagId);
  return Array.from(times, (time, i) => [(time - t0) / minute, values[i]!]);
}

/** A calculated tag that has been calculated. */
async function calculated(logic: string, aliases: Record<string, number>): Promise<number> {
  const { tagId, commandId } = await makeCalculatedTag(test.tenant.db, { logic, aliases, userId });
  await run(commandId);
  return tagId;
}

/** A protection of a twin that has these aliases. */
async function protect(
  aliases: Record<string, number>,
  thresholds: { name: string; logic: string; level: number }[],
): Promise<number> {
  const twinId = await makeTwin(test.tenant.db, {
    aliases: Object.entries(aliases).map(([name, mappedTagId]) => ({
      name,
      type: 'data_point' as const,
      mappedTagId,
    })),
  });
  return makeProtection(test.tenant.db, { twinId, thresholds });
}

async function excursionsOf(protectionId: number) {
  const rows = await test.tenant.db
    .selectFrom('excursion')
    .innerJoin('threshold', 'threshold.id', 'threshold_id')
    .select(['name', 'start_at', 'end_at'])
    .where('excursion.protection_id', '=', protectionId)
    .orderBy('position')
    .orderBy('start_at')
    .execute();
  const inMinutes = (time: Date | null) => (time === null ? null : (time.getTime() - t0) / minute);
  return rows.map((row) => [row.name, inMinutes(row.start_at), inMinutes(row.end_at)]);
}

async function calculation(tagId: number) {
  return test.tenant.db
    .selectFrom('calculation')
    .selectAll()
    .where('tag_id', '=', tagId)
    .executeTakeFirstOrThrow();
}

async function command(id: string | null) {
  return test.tenant.db.selectFrom('command').selectAll().where('id', '=', id!).executeTakeFirstOrThrow();
}

describe('a calculated tag', () => {
  it('is calculated over all points there are, then follows new ones, whatever process does it', async () => {
    const a = await makeTag(test.tenant.db);
    await append(a, [
      [0, 1],
      [1, 2],
    ]);
    const c = await calculated('[A] * 10', { A: a });
    expect(await pointsOf(c)).toEqual([
      [0, 10],
      [1, 20],
    ]);
    const one = new Process();
    for (const process of [one, one, new Process(), one]) {
      const [last] = (await pointsOf(a)).at(-1)!;
      await append(a, [[last + 1, last + 2]]);
      await process.settle();
    }
    expect(await pointsOf(c)).toEqual([
      [0, 10],
      [1, 20],
      [2, 30],
      [3, 40],
      [4, 50],
      [5, 60],
    ]);
  });

  it('follows late, replaced and deleted points, and loses those that are no longer calculated', async () => {
    const a = await makeTag(test.tenant.db);
    const c = await calculated('IF (AVERAGE([A], #2m) < 50) { RETURN AVERAGE([A], #2m) } RETURN NO_CALC', {
      A: a,
    });
    await append(a, [
      [0, 10],
      [1, 20],
      [2, 30],
      [10, 40],
    ]);
    await settle();
    await append(a, [[11, 20]]);
    await settle();
    expect(await pointsOf(c)).toEqual([
      [0, 10],
      [1, 15],
      [2, 25],
      [10, 40],
      [11, 30],
    ]);
    await append(a, [[1, 90]]);
    await settle();
    expect(await pointsOf(c)).toEqual([
      [0, 10],
      [10, 40],
      [11, 30],
    ]);
    await compactTags(test.tenant.db, [a, c]);
    await append(a, [[9.5, 60]]);
    await settle();
    expect(await pointsOf(c)).toEqual([
      [0, 10],
      [11, 40],
    ]);
    await deletePoints(test.tenant.db, a, t0, t0 + 10 * minute);
    await settle();
    expect(await pointsOf(c)).toEqual([
      [10, 40],
      [11, 30],
    ]);
    await deletePoints(test.tenant.db, a);
    await settle();
    expect(await pointsOf(c)).toEqual([]);
    await append(a, [[3, 7]]);
    await settle();
    expect(await pointsOf(c)).toEqual([[3, 7]]);
  });

  it('is evaluated after what it is made of, and a protection after both, once', async () => {
    const a = await makeTag(test.tenant.db);
    await append(a, [[0, 1]]);
    const twice = await calculated('[A] * 2', { A: a });
    const sum = await calculated('[A] + [Twice]', { A: a, Twice: twice });
    const protectionId = await protect({ A: a, Sum: sum }, [
      { name: 'Apart', logic: '[Sum] != [A] * 3', level: 500 },
    ]);
    const process = new Process();
    await process.settle();
    await append(a, [[1, 2]]);
    expect(await process.protect()).toBe(0);
    await process.take();
    expect(await process.protect()).toBe(0);
    expect(await process.calculate()).toBe(1);
    expect(await process.calculate()).toBe(0);
    expect(await process.protect()).toBe(0);
    await process.take();
    expect(await process.calculate()).toBe(1);
    expect(await process.protect()).toBe(0);
    await process.take();
    expect(await process.protect()).toBe(1);
    expect(await process.settle()).toBe(0);
    expect(await pointsOf(sum)).toEqual([
      [0, 3],
      [1, 6],
    ]);
    expect(await excursionsOf(protectionId)).toEqual([]);
  });

  it('holds up a protection that reads it for a minute at most', async () => {
    const { db } = test.tenant;
    const a = await makeTag(db);
    await append(a, [[0, 1]]);
    const c = await calculated('[A]', { A: a });
    const protectionId = await protect({ A: a, C: c }, [
      { name: 'High', logic: '[A] > 5 AND [C] < 5', level: 1 },
    ]);
    await settle();
    await append(a, [[1, 9]]);
    const process = new Process();
    await process.take();
    expect(await process.protect()).toBe(0);
    const longAgo = new Date(Date.now() - 61_000);
    await db
      .updateTable('evaluation_due')
      .set({ created_at: longAgo })
      .where('protection_id', '=', protectionId)
      .execute();
    expect(await process.protect()).toBe(1);
    expect(await excursionsOf(protectionId)).toEqual([['High', 1, null]]);
    await process.settle();
    expect(await excursionsOf(protectionId)).toEqual([]);
  });

  it('leaves alone what depends on it when its points stay as they are', async () => {
    const a = await makeTag(test.tenant.db);
    await append(a, [
      [0, 1],
      [1, 2],
    ]);
    const c = await calculated('IF ([A] > 0) { RETURN 1 } RETURN 0', { A: a });
    await protect({ C: c }, [{ name: 'On', logic: '[C] == 1', level: 1 }]);
    const process = new Process();
    await process.settle();
    await append(a, [[0, 5]]);
    expect(await process.settle()).toBe(0);
    await append(a, [[2, 5]]);
    expect(await process.settle()).toBe(1);
  });

  it('shows why it cannot be calculated, and holds up nobody', async () => {
    const a = await makeTag(test.tenant.db);
    const broken = await calculated('[A]', { A: a });
    const sound = await calculated('[A] + 1', { A: a });
    await test.tenant.db
      .updateTable('calculation')
      .set({ logic: '[A] +', evaluated_version: (await calculation(broken)).definition_version + 1 })
      .where('tag_id', '=', broken)
      .execute();
    const protectionId = await protect({ Broken: broken, Sound: sound }, [
      { name: 'High', logic: '[Sound] > 5', level: 1 },
    ]);
    await append(a, [[0, 9]]);
    await settle();
    expect((await calculation(broken)).error).toContain('Syntax error');
    expect((await calculation(sound)).error).toBeNull();
    expect(await excursionsOf(protectionId)).toEqual([['High', 0, null]]);
  });

  it('is calculated soon after points are committed, without being asked', async () => {
    const a = await makeTag(test.tenant.db);
    const c = await calculated('[A] + 1', { A: a });
    const d = await calculated('[C] + 1', { C: c });
    const running = await startEvaluation(test.tenant, log);
    try {
      await append(a, [[0, 1]]);
      await expect.poll(() => pointsOf(d), { timeout: 10_000 }).toEqual([[0, 3]]);
    } finally {
      await running.close();
    }
  });
});

describe('a recalculation', () => {
  it('keeps old points until the new ones take their place at once, and then follows what came meanwhile', async () => {
    const { db } = test.tenant;
    const a = await makeTag(db);
    await append(a, [
      [0, 1],
      [1, 2],
    ]);
    const name = 'Changed';
    const { tagId: c, commandId: first } = await makeCalculatedTag(db, {
      name,
      logic: '[A]',
      aliases: { A: a },
    });
    await run(first);
    const protectionId = await protect({ C: c }, [{ name: 'High', logic: '[C] > 15', level: 1 }]);
    await settle();
    await db
      .transaction()
      .execute((trx) => changeCalculation(trx, { id: c, name }, { logic: '[A] * 10' }, userId));
    await append(a, [[2, 3]]);
    await settle();
    expect(await pointsOf(c)).toEqual([
      [0, 1],
      [1, 2],
    ]);
    const second = await requestRecalculation(db, { id: c, name }, userId);
    await run(second);
    expect(await command(second)).toMatchObject({ status: 'done', percent: 100, result: { points: 3 } });
    await settle();
    expect(await pointsOf(c)).toEqual([
      [0, 10],
      [1, 20],
      [2, 30],
    ]);
    await append(a, [[3, 1]]);
    await settle();
    expect(await pointsOf(c)).toEqual([
      [0, 10],
      [1, 20],
      [2, 30],
      [3, 10],
    ]);
    expect(await excursionsOf(protectionId)).toEqual([['High', 1, 3]]);
  });

  it('has live evaluation wait while it is at work, begins again when its process died, and late points follow', async () => {
    const { db } = test.tenant;
    const a = await makeTag(db);
    await append(a, [
      [0, 1],
      [5, 2],
    ]);
    const c = await calculated('AVERAGE([A], #10m)', { A: a });
    const id = await requestRecalculation(db, { id: c, name: 'C' }, userId);
    expect(await requestRecalculation(db, { id: c, name: 'C' }, userId)).toBe(id);
    // As its process would leave it that died in the middle.
    await db.updateTable('command').set({ status: 'running' }).where('id', '=', id).execute();
    await db.updateTable('calculation').set({ recalculated_by: id }).where('tag_id', '=', c).execute();
    await stagePoints(db, c, {
      times: Float64Array.of(t0 - 1),
      values: Float64Array.of(77),
      qualities: null,
    });
    await append(a, [[3, 9]]);
    await settle();
    expect(await pointsOf(c)).toEqual([
      [0, 1],
      [5, 1.5],
    ]);
    await run(id);
    await settle();
    expect(await pointsOf(c)).toEqual([
      [0, 1],
      [3, 5],
      [5, 4],
    ]);
    expect((await calculation(c)).recalculated_by).toBeNull();
  });

  it('leaves everything as it was when it is canceled', async () => {
    const { db } = test.tenant;
    const a = await makeTag(db);
    await append(a, [[0, 1]]);
    const c = await calculated('[A]', { A: a });
    const id = await requestRecalculation(db, { id: c, name: 'C' }, userId);
    const actor = { userId, userName: '', isAdmin: true, groups: [], recordTypes: [], tenant: test.tenant };
    await cancelCommand({ ...actor, session: { idHash: Buffer.alloc(0), expiresAt: new Date() } }, id);
    await run(id);
    expect(await command(id)).toMatchObject({ status: 'canceled' });
    await append(a, [[1, 2]]);
    await settle();
    expect(await pointsOf(c)).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it('ends when its tag is deleted, and leaves nothing behind', async () => {
    const { db } = test.tenant;
    const a = await makeTag(db);
    await append(a, [[0, 1]]);
    const { tagId, commandId } = await makeCalculatedTag(db, { logic: '[A]', aliases: { A: a } });
    await db.deleteFrom('tag').where('id', '=', tagId).execute();
    await run(commandId);
    expect(await command(commandId)).toMatchObject({ status: 'error', error: 'Tag not found.' });
    expect(await pointsOf(tagId)).toEqual([]);
  });

  it('is superseded by one of a newer definition', async () => {
    const { db } = test.tenant;
    const a = await makeTag(db);
    await append(a, [[0, 1]]);
    const { tagId: c, commandId: old } = await makeCalculatedTag(db, {
      name: 'Newer',
      logic: '[A]',
      aliases: { A: a },
    });
    await db
      .transaction()
      .execute((trx) => changeCalculation(trx, { id: c, name: 'Newer' }, { logic: '[A] + 1' }, userId));
    const id = await requestRecalculation(db, { id: c, name: 'Newer' }, userId);
    expect(id).not.toBe(old);
    await run(id);
    await run(old);
    expect([(await command(old)).status, (await command(id)).status]).toEqual(['canceled', 'done']);
    expect(await pointsOf(c)).toEqual([[0, 2]]);
  });

  it('goes through more points than are held at a time', async () => {
    const { db } = test.tenant;
    const a = await makeTag(db);
    const count = 450_000;
    const times = Float64Array.from({ length: count }, (_, i) => t0 + i * 1000);
    await importPoints(db, [{ tagId: a, times, values: times.map((_, i) => i) }]);
    const c = await calculated('[A] + AVERAGE([A], #2s)', { A: a });
    const { times: found, values } = await readPoints(db, c);
    expect(found).toEqual(times);
    expect(values[0]).toBe(0);
    expect(values.every((value, i) => i === 0 || value === 2 * i - 0.5)).toBe(true);
    // And late points find a state to go back to.
    const states = JSON.parse((await calculation(c)).checkpoints!) as unknown[];
    expect(states.length).toBeGreaterThan(0);
  });
});

const formulas = {
  Mean: 'AVERAGE([A], #5m) + [B]',
  Gated: 'IF ([Mean] > 150) { RETURN [Mean] - [A] } IF ([A] < 60) { RETURN NO_CALC } RETURN 0',
};
const thresholds = [
  { name: 'Sum', level: 250, logic: '[Mean] > 140 AND [A] > 60' },
  { name: 'Gate', level: 500, logic: '[Gated] > 80 OR [B] == [Gated]' },
];

const sample = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 40, max: 100 }));
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      tag: fc.integer({ min: 0, max: 1 }),
      recalculated: fc.option(fc.integer({ min: 0, max: 1 })),
      samples: fc.uniqueArray(sample, { selector: ([minutes]) => minutes, minLength: 1, maxLength: 20 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      tag: fc.integer({ min: 0, max: 1 }),
      from: fc.integer({ min: 0, max: 60 }),
      length: fc.integer({ min: 1, max: 30 }),
    }),
  },
);

describe('calculated tags and the protections that read them', () => {
  it('come to the same end in whatever batches and order points come and go, with several processes at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 8 }), async (operations) => {
        const { db } = test.tenant;
        const tags = [await makeTag(db), await makeTag(db)] as const;
        const mean = await calculated(formulas.Mean, { A: tags[0], B: tags[1] });
        const gated = await calculated(formulas.Gated, { A: tags[0], Mean: mean });
        const aliases = { A: tags[0], B: tags[1], Mean: mean, Gated: gated };
        const protectionId = await protect(aliases, thresholds);
        const model = [new Map<number, number>(), new Map<number, number>()] as const;
        const one = new Process();
        const two = new Process();
        for (const operation of operations) {
          const points = model[operation.tag]!;
          let recalculation: Promise<void> | null = null;
          let commandId: string | null = null;
          if (operation.kind === 'append') {
            if (operation.recalculated !== null) {
              const id = [mean, gated][operation.recalculated]!;
              commandId = await requestRecalculation(db, { id, name: String(id) }, userId);
              recalculation = run(commandId);
            }
            for (const [minutes, value] of operation.samples) points.set(minutes, value);
            await append(tags[operation.tag]!, operation.samples);
          } else {
            const { from, length } = operation;
            for (const time of [...points.keys()])
              if (time >= from && time < from + length) points.delete(time);
            await deletePoints(db, tags[operation.tag]!, t0 + from * minute, t0 + (from + length) * minute);
          }
          await Promise.all([recalculation, one.settle(), two.settle(), settle()]);
          if (commandId) expect((await command(commandId)).status).toBe('done');
        }
        await settle();
        const expected = atOnce(model[0], model[1]);
        expect(await pointsOf(mean)).toEqual(expected.mean);
        expect(await pointsOf(gated)).toEqual(expected.gated);
        if (model[0].size + model[1].size > 0) {
          expect(await excursionsOf(protectionId)).toEqual(expected.excursions);
          expect(await levelOf(protectionId)).toBe(expected.level);
        }
      }),
      { numRuns: 10 },
    );
  });
});

async function levelOf(protectionId: number): Promise<number | null> {
  const row = await test.tenant.db
    .selectFrom('protection')
    .select('level')
    .where('id', '=', protectionId)
    .executeTakeFirstOrThrow();
  return row.level;
}

/** What one evaluation of everything at once finds. */
function atOnce(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>) {
  const blocks = new Map<string, PointBlock>([
    ['A', blockOf(a)],
    ['B', blockOf(b)],
  ]);
  const lastTime = t0 + 60 * minute;
  for (const [name, logic] of Object.entries(formulas)) {
    const inputs = [...blocks.keys()].map((alias) => ({ alias, type: 'data_point' as const }));
    const compiled = compileCalculatedTag(logic, inputs);
    if (!compiled.ok) throw new Error(compiled.errors[0]!.message);
    blocks.set(name, createCalculatedEvaluator(compiled.program).advance(blocks, lastTime));
  }
  const compiled = compileProtection({
    type: 'condition',
    defaultLevel: 0,
    thresholds: thresholds.map((threshold) => ({ id: threshold.name, ...threshold })),
    inputs: [...blocks.keys()].map((alias) => ({ alias, type: 'data_point' as const })),
  });
  if (!compiled.ok) throw new Error(compiled.errors[0]!.message);
  const evaluator = createProtectionEvaluator(compiled.program);
  const found = new Map<string, [string, number, number | null]>();
  for (const { threshold, start, end } of evaluator.advance(blocks, lastTime).excursions) {
    found.set(`${threshold} ${start}`, [
      thresholds[threshold]!.name,
      (start - t0) / minute,
      end === null ? null : (end - t0) / minute,
    ]);
  }
  const order = (name: string) => thresholds.findIndex((threshold) => threshold.name === name);
  const samples = ({ times, values, length }: PointBlock): Sample[] =>
    Array.from({ length }, (_, i) => [(times[i]! - t0) / minute, values[i]!]);
  return {
    mean: samples(blocks.get('Mean')!),
    gated: samples(blocks.get('Gated')!),
    excursions: [...found.values()].sort((x, y) => order(x[0]) - order(y[0]) || x[1] - y[1]),
    level: evaluator.status().level,
  };
}

function blockOf(samples: ReadonlyMap<number, number>): PointBlock {
  const times = [...samples.keys()].sort((x, y) => x - y);
  return {
    times: Float64Array.from(times, (time) => t0 + time * minute),
    values: Float64Array.from(times, (time) => samples.get(time)!),
    length: times.length,
  };
}
