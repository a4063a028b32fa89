import {
  compileProtection,
  createProtectionEvaluator,
  type ExcursionEvent,
  type PointBlock,
} from '@twinward/domain/evaluation';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../../platform/process/log.ts';
import { appendPoints, holdStored, releaseEarly } from '../../../series/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { makeAsset, makeProtection, makeTag, makeTwin } from '../../../testing/factories.ts';
import { recordWork } from '../../work/work/service.ts';
import { listDefinitions } from '../definition/service.ts';
import { evaluateDue } from './batch.ts';
import { type BatchOptions, batchOptions } from './batch-work.ts';
import { claimTimers, deleteChanges } from './due-store.ts';
import { PreparedCache } from './prepared-cache.ts';
import { requestEvaluation } from './service.ts';

const second = 1000;
const t0 = Date.UTC(2024, 0, 1);
const log = createLogger('silent');
const aliases = ['A', 'B'] as const;
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

interface Watched {
  protectionId: number;
  tagIds: number[];
}

interface Logic {
  name: string;
  logic: string;
  onDelay?: number;
  offDelay?: number;
  logExcursion?: boolean;
}

async function watch(
  thresholds: readonly Logic[],
  type: 'condition' | 'activity' = 'condition',
): Promise<Watched> {
  const { db } = test;
  const assetId = await makeAsset(db);
  const tagIds = [await makeTag(db, { assetIds: [assetId] }), await makeTag(db, { assetIds: [assetId] })];
  const mapped = aliases.map((name, i) => ({ name, type: 'data_point' as const, mappedTagId: tagIds[i]! }));
  const twinId = await makeTwin(db, { assetId, aliases: mapped });
  const actions = [{ type: 'notify', direction: 'both' }];
  const withActions = thresholds.map((threshold) => ({ level: 100, ...threshold, actions }));
  const protectionId = await makeProtection(db, { twinId, type, thresholds: withActions as never });
  return { protectionId, tagIds };
}

type Sample = [seconds: number, value: number];

async function append(tagId: number, samples: readonly Sample[]): Promise<void> {
  const times = samples.map(([at]) => t0 + at * second);
  await appendPoints(test.db, [{ tagId, times, values: samples.map(([, value]) => value) }]);
}

/** Every evaluation is parked after a few points, or after one change by the passing of time. */
const hurried: Partial<BatchOptions> = { batchTime: 0, leastTime: 0 };

const mostBatches = 1_000;

/** Evaluates everything that is due at the current time. @throws when that does not end. */
async function evaluate(
  clock: number,
  cache = new PreparedCache(),
  options: Partial<BatchOptions> = {},
): Promise<void> {
  for (let batch = 1; await evaluateBatch(clock, cache, options); batch++) {
    if (batch === mostBatches) throw new Error('The evaluation does not end.');
  }
}

/** Evaluates a batch. Returns whether anything was due. */
async function evaluateBatch(
  clock: number,
  cache: PreparedCache,
  options: Partial<BatchOptions>,
): Promise<boolean> {
  const { db } = test;
  const now = t0 + clock * second;
  const changed = await deleteChanges(db);
  await claimTimers(db, new Date(now));
  const all = { ...batchOptions, ...options, clock: () => now };
  const { dueSince, isBehind } = await evaluateDue(db, cache, log, all);
  return changed.length > 0 || dueSince.length > 0 || isBehind;
}

async function isParked({ protectionId }: Watched): Promise<boolean> {
  const rows = await test.db
    .selectFrom('evaluation_due')
    .select('parked')
    .where('protection_id', '=', protectionId)
    .execute();
  return rows.some(({ parked }) => parked !== null);
}

const inSeconds = (time: Date) => (time.getTime() - t0) / second;

/** The firings as [time, threshold, direction], in seconds. */
async function fired({ protectionId }: Watched) {
  const rows = await test.db
    .selectFrom('action_firing')
    .innerJoin('threshold', 'threshold.id', 'threshold_id')
    .select(['at', 'name', 'direction'])
    .where('action_firing.protection_id', '=', protectionId)
    .orderBy('action_firing.id')
    .execute();
  return rows.map((row) => [inSeconds(row.at), row.name, row.direction]);
}

async function excursionsOf({ protectionId }: Watched) {
  const rows = await test.db
    .selectFrom('excursion')
    .innerJoin('threshold', 'threshold.id', 'threshold_id')
    .select(['name', 'start_at', 'end_at'])
    .where('excursion.protection_id', '=', protectionId)
    .orderBy('position')
    .orderBy('start_at')
    .execute();
  return rows.map((row) => [row.name, inSeconds(row.start_at), row.end_at && inSeconds(row.end_at)]);
}

describe('an announcement', () => {
  it('includes points that a logger delivers after a gap, though timers had advanced', async () => {
    const watched = await watch([
      { name: 'Silent', logic: 'INTERVAL([A]) > #5s' },
      { name: 'High', logic: '[A] > 80' },
      { name: 'Held', logic: '[A] > 80', onDelay: 3 * second },
    ]);
    const [a] = watched.tagIds as [number, number];
    await append(a, [[0, 70]]);
    await evaluate(1);
    await evaluate(60);
    expect(await fired(watched)).toEqual([[5.001, 'Silent', 'enter']]);
    await append(a, [
      [1, 70],
      [2, 95],
      [4, 70],
      [4.5, 96],
    ]);
    await evaluate(61);
    expect(await fired(watched)).toEqual([
      [5.001, 'Silent', 'enter'],
      [2, 'High', 'enter'],
      [4, 'High', 'exit'],
      [4.5, 'High', 'enter'],
      [7.5, 'Held', 'enter'],
      [9.501, 'Silent', 'enter'],
    ]);
  });

  it('includes points whose change was pending when another input was evaluated', async () => {
    const watched = await watch([
      { name: 'Silent', logic: 'INTERVAL([A]) > #5s' },
      { name: 'High', logic: '[A] > 80 AND [B] > 0' },
    ]);
    const [a, b] = watched.tagIds as [number, number];
    await append(a, [[0, 70]]);
    await append(b, [[0, 1]]);
    await evaluate(1);
    await evaluate(6);
    await append(b, [[9, 1]]);
    await deleteChanges(test.db);
    await append(a, [
      [2, 95],
      [4, 70],
      [10, 70],
    ]);
    const options = { ...batchOptions, clock: () => t0 + 10 * second };
    await evaluateDue(test.db, new PreparedCache(), log, options);
    await evaluate(11);
    expect(await fired(watched)).toEqual([
      [5.001, 'Silent', 'enter'],
      [2, 'High', 'enter'],
      [4, 'High', 'exit'],
      [9.001, 'Silent', 'enter'],
      [10, 'Silent', 'exit'],
    ]);
  });

  it('is made once of an excursion opened by late points, dated at the end of the previous evaluation', async () => {
    const watched = await watch([{ name: 'Both', logic: '[A] > 80 AND [B] > 0' }]);
    const [a, b] = watched.tagIds as [number, number];
    await append(a, [[0, 70]]);
    await append(b, [[0, 1]]);
    await evaluate(0);
    await append(a, [[10, 90]]);
    await append(b, [
      [5, 0],
      [8, 0],
    ]);
    await evaluate(10);
    expect(await fired(watched)).toEqual([]);
    await append(b, [
      [5, 1],
      [6, 1],
      [8, 1],
    ]);
    await append(a, [[4, 85]]);
    await evaluate(11);
    const announced = [[10, 'Both', 'enter']];
    expect(await excursionsOf(watched)).toEqual([['Both', 4, null]]);
    expect(await fired(watched)).toEqual(announced);
    await append(a, [[3, 85]]);
    await evaluate(12);
    expect(await excursionsOf(watched)).toEqual([['Both', 3, null]]);
    expect(await fired(watched)).toEqual(announced);
  });

  it('is not repeated for an excursion that late points delay, however often they arrive', async () => {
    const watched = await watch([{ name: 'Held', logic: '[B] > 5', onDelay: 4 * second }]);
    const b = watched.tagIds[1]!;
    await append(b, [[0, 1]]);
    await evaluate(1);
    await append(b, [
      [10, 9],
      [14, 9],
    ]);
    await evaluate(14);
    expect(await fired(watched)).toEqual([[14, 'Held', 'enter']]);
    await append(b, [[13, 0]]);
    await evaluate(15);
    await append(b, [[12, 0]]);
    await evaluate(16);
    await evaluate(19);
    expect(await excursionsOf(watched)).toEqual([['Held', 14, null]]);
    expect(await fired(watched)).toEqual([[14, 'Held', 'enter']]);
  });

  it('is not made of an excursion that late points open and close in the past', async () => {
    const watched = await watch([{ name: 'High', logic: '[A] > 80' }]);
    const [a] = watched.tagIds as [number, number];
    await append(a, [
      [0, 70],
      [5, 70],
    ]);
    await evaluate(5);
    await append(a, [[10, 70]]);
    await evaluate(10);
    await append(a, [
      [6, 90],
      [7, 70],
    ]);
    await evaluate(11);
    expect(await excursionsOf(watched)).toEqual([['High', 6, 7]]);
    expect(await fired(watched)).toEqual([]);
  });

  it('is inherited by excursions that are not logged, too', async () => {
    const watched = await watch([{ name: 'High', logic: '[A] > 80', logExcursion: false }]);
    const [a] = watched.tagIds as [number, number];
    await append(a, [[0, 70]]);
    await evaluate(0);
    await append(a, [
      [10, 90],
      [20, 70],
    ]);
    await evaluate(20);
    await append(a, [[30, 70]]);
    await evaluate(30);
    const announced = [
      [10, 'High', 'enter'],
      [20, 'High', 'exit'],
    ];
    expect(await fired(watched)).toEqual(announced);
    // The end moves away, so that the excursion is open again; its start moves as well.
    await append(a, [
      [20, 90],
      [30, 90],
      [9, 90],
    ]);
    await evaluate(31);
    expect(await excursionsOf(watched)).toEqual([]);
    expect(await fired(watched)).toEqual(announced);
  });

  it('is not made of past findings of another definition, then or when late points arrive', async () => {
    const watched = await watch([{ name: 'High', logic: '[A] > 80' }]);
    const [a] = watched.tagIds as [number, number];
    await append(a, [[0, 70]]);
    await evaluate(0);
    await append(a, [
      [10, 75],
      [20, 76],
    ]);
    await evaluate(20);
    const { db } = test;
    await db
      .updateTable('threshold')
      .set({ logic: '[A] > 72' })
      .where('protection_id', '=', watched.protectionId)
      .execute();
    await requestEvaluation(db, watched.protectionId);
    await evaluate(21);
    expect(await excursionsOf(watched)).toEqual([['High', 10, null]]);
    await append(a, [[15, 77]]);
    await evaluate(22);
    expect(await fired(watched)).toEqual([]);
    await append(a, [
      [30, 60],
      [40, 90],
    ]);
    await evaluate(40);
    expect(await fired(watched)).toEqual([
      [30, 'High', 'exit'],
      [40, 'High', 'enter'],
    ]);
  });

  it('follows completed work by its completion time', async () => {
    const { db } = test;
    const assetId = await makeAsset(db);
    const tagId = await makeTag(db, { assetIds: [assetId], type: 'work' });
    const service = [{ name: 'Service', type: 'work' as const, mappedTagId: tagId }];
    const actions = [{ type: 'notify', direction: 'both' }];
    const thresholds = [{ name: 'Due', level: 300, logic: 'INTERVAL([Service]) >= #10s', actions }];
    const twinId = await makeTwin(db, { assetId, aliases: service });
    const watched = {
      protectionId: await makeProtection(db, { twinId, thresholds: thresholds as never }),
      tagIds: [],
    };
    const complete = (at: number) =>
      recordWork(db, {
        tagId,
        name: 'Service',
        kind: 'preventive',
        startedAt: null,
        completedAt: new Date(t0 + at * second),
      });
    await complete(0);
    await evaluate(0);
    await evaluate(10);
    await complete(5);
    await evaluate(20);
    expect(await excursionsOf(watched)).toEqual([['Due', 15, null]]);
    const due = [
      [10, 'Due', 'enter'],
      [15, 'Due', 'enter'],
    ];
    expect(await fired(watched)).toEqual(due);
    await complete(2);
    await evaluate(21);
    expect(await fired(watched)).toEqual(due);
  });
});

describe('points ahead of the clock', () => {
  it('do not block others, and are evaluated once their time comes', async () => {
    const watched = await watch([{ name: 'High', logic: '[A] > 80' }]);
    const [a] = watched.tagIds as [number, number];
    await append(a, [[0, 70]]);
    await evaluate(0);
    const ahead = t0 + 3600 * second;
    await appendPoints(test.db, [{ tagId: a, times: [ahead], values: [10] }], { now: t0 + second });
    await append(a, [[5, 90]]);
    await evaluate(5);
    expect(await fired(watched)).toEqual([[5, 'High', 'enter']]);
    expect(await releaseEarly(test.db, ahead)).toBe(1);
    await evaluate(3600);
    expect(await excursionsOf(watched)).toEqual([['High', 5, 3600]]);
  });

  it('are evaluated before newer ones that were written while their release was due', async () => {
    const watched = await watch([{ name: 'High', logic: '[A] > 80' }]);
    const [a] = watched.tagIds as [number, number];
    await append(a, [[0, 70]]);
    await evaluate(0);
    const early = [3600, 3601].map((at) => t0 + at * second);
    await appendPoints(test.db, [{ tagId: a, times: early, values: [90, 70] }], { now: t0 + second });
    await append(a, [[3602, 70]]);
    await evaluate(3602);
    expect(await releaseEarly(test.db, t0 + 3602 * second)).toBe(2);
    await evaluate(3602);
    expect(await fired(watched)).toEqual([
      [3600, 'High', 'enter'],
      [3601, 'High', 'exit'],
    ]);
  });

  it('of an earlier version are held again', async () => {
    const watched = await watch([{ name: 'High', logic: '[A] > 80' }]);
    const [a] = watched.tagIds as [number, number];
    const ahead = Date.UTC(2099, 0, 1);
    await append(a, [[0, 70]]);
    await evaluate(0);
    await appendPoints(test.db, [{ tagId: a, times: [ahead], values: [10] }], { now: ahead });
    await evaluate(0);
    await append(a, [[5, 90]]);
    await evaluate(5);
    expect(await excursionsOf(watched)).toEqual([['High', 5, (ahead - t0) / second]]);
    await holdStored(test.db, t0);
    await evaluate(6);
    expect(await excursionsOf(watched)).toEqual([['High', 5, null]]);
    await append(a, [
      [7, 70],
      [8, 91],
    ]);
    await evaluate(8);
    expect((await fired(watched)).at(-1)).toEqual([8, 'High', 'enter']);
  });
});

const logics: readonly Logic[] = [
  { name: 'Silent', logic: 'INTERVAL([A]) > #5s' },
  { name: 'High', logic: '[A] > 5' },
  { name: 'Held', logic: '[B] > 5', onDelay: 4 * second, offDelay: 2 * second },
  { name: 'Both', logic: 'AVERAGE([A], #6s) > 4 AND [B] > 4', onDelay: 2 * second, logExcursion: false },
];

const longestDelay = 4 * second;

/** The arrivals at one time of the clock: points of A and B, in seconds; none for a tick. */
interface Arrival {
  wait: number;
  points: readonly [readonly Sample[], readonly Sample[]];
  restart: boolean;
  /** Whether the next arrival comes while the evaluation is parked. */
  isCutShort: boolean;
}

const samples = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 9 })), {
  selector: ([back]) => back,
  maxLength: 6,
});
const arrival: fc.Arbitrary<Arrival> = fc.record({
  wait: fc.constantFrom(1, 2, 5, 20, 40),
  // Offsets before the clock.
  points: fc.tuple(samples, samples),
  restart: fc.boolean(),
  isCutShort: fc.boolean(),
});

describe.each([
  ['at once', {}, false, 25],
  ['in pieces', hurried, false, 10],
  ['in pieces, between which more arrives', hurried, true, 10],
])('whatever arrives in any order, evaluated %s', (_, options, isCut, numRuns) => {
  it('excursions equal those of an evaluation from the beginning, and announcements follow the definition', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { minLength: 2, maxLength: 7 }), async (arrivals) => {
        const watched = await watch(logics);
        const reckoning = await Reckoning.of(watched);
        let cache = new PreparedCache();
        let clock = 40;
        for (const [index, { wait, points, restart, isCutShort }] of arrivals.entries()) {
          clock += wait;
          for (const [tag, part] of points.entries()) {
            const times = part.map(([back, value]): Sample => [clock - back, value]);
            await append(watched.tagIds[tag]!, times);
            reckoning.add(tag, times);
          }
          if (isCut && isCutShort && index < arrivals.length - 1) {
            await evaluateBatch(clock, cache, options);
            if (await isParked(watched)) continue;
          } else if (restart && !(await isParked(watched))) cache = new PreparedCache();
          await evaluate(clock, cache, options);
          await reckoning.evaluate(clock);
        }
        const stored = await excursionsOf(watched);
        expect(stored).toEqual(reckoning.logged());
        const entered = (await fired(watched)).filter(([, , direction]) => direction === 'enter');
        const byName = (a: unknown[], b: unknown[]) =>
          String(a[1]).localeCompare(String(b[1])) || Number(a[0]) - Number(b[0]);
        expect(entered.sort(byName)).toEqual(reckoning.announced.sort(byName));
      }),
      { numRuns },
    );
  });
});

interface Known {
  threshold: number;
  start: number;
  end: number | null;
  announced: boolean;
}

/** The definition of announcements, independent of how evaluation continues from states. */
class Reckoning {
  readonly announced: unknown[][] = [];
  readonly #program;
  readonly #protectionId: number;
  readonly #points = aliases.map(() => new Map<number, number>());
  #seen = aliases.map(() => Number.NEGATIVE_INFINITY);
  #changed: { tag: number; time: number }[] = [];
  #upTo: number | null = null;
  #known: Known[] = [];
  /** Excursions that are delayed although an overlapping one was announced, as threshold and start. */
  #inheriting = new Set<string>();

  static async of({ protectionId }: Watched): Promise<Reckoning> {
    const { definition } = (await listDefinitions(test.db, [protectionId])).get(protectionId)!;
    const compiled = compileProtection(definition);
    if (!compiled.ok) throw new Error('the logic does not compile');
    return new Reckoning(protectionId, compiled.program);
  }

  private constructor(protectionId: number, program: Parameters<typeof createProtectionEvaluator>[0]) {
    this.#protectionId = protectionId;
    this.#program = program;
  }

  add(tag: number, part: readonly Sample[]): void {
    for (const [at, value] of part) {
      const time = t0 + at * second;
      if (this.#points[tag]!.get(time) === value) continue;
      this.#points[tag]!.set(time, value);
      this.#changed.push({ tag, time });
    }
  }

  /** Everything from the beginning, as of the clock. */
  #fromNothing(
    now: number,
  ): { start: number; end: number | null; threshold: number; known: number; ended: number }[] {
    const blocks = new Map(
      aliases.map((alias, tag): [string, PointBlock] => {
        const times = [...this.#points[tag]!.keys()].sort((a, b) => a - b);
        const values = times.map((time) => this.#points[tag]!.get(time)!);
        return [
          alias,
          { times: Float64Array.from(times), values: Float64Array.from(values), length: times.length },
        ];
      }),
    );
    if ([...blocks.values()].every(({ length }) => length === 0)) return [];
    const evaluator = createProtectionEvaluator(this.#program);
    const events: ExcursionEvent[] = [...evaluator.advance(blocks, now, { unlogged: true }).excursions];
    const found = new Map<string, ReturnType<typeof this.fromEvent>>();
    for (const event of events) {
      const key = `${event.threshold} ${event.start}`;
      found.set(key, { ...this.fromEvent(event), known: found.get(key)?.known ?? event.recordedAt });
    }
    return [...found.values()];
  }

  private fromEvent({ threshold, start, end, recordedAt }: ExcursionEvent) {
    return {
      threshold,
      start,
      end,
      known: recordedAt,
      ended: end === null ? Number.POSITIVE_INFINITY : recordedAt,
    };
  }

  async evaluate(clock: number): Promise<void> {
    const now = t0 + clock * second;
    const found = this.#fromNothing(now);
    const upTo = this.#upTo;
    const before = this.#known;
    const overlaps = (one: Known, { threshold, start, end }: (typeof found)[number]) =>
      one.threshold === threshold &&
      (one.start === start ||
        ((one.end === null ? start <= upTo! : start < one.end) && (end === null || one.start < end)));
    this.#known = found.map((excursion) => {
      const { threshold, start, end } = excursion;
      const known = before.filter((one) => overlaps(one, excursion));
      const date = upTo === null ? null : this.#dateOf(excursion, known, upTo);
      const inherited = known.some((one) => one.announced) || this.#inheriting.has(`${threshold} ${start}`);
      if (date !== null && !inherited)
        this.announced.push([(date - t0) / second, logics[threshold]!.name, 'enter']);
      return {
        threshold,
        start,
        end,
        announced: inherited || date !== null || (upTo === null && end === null),
      };
    });
    const delayed = this.#fromNothing(now + longestDelay).filter(
      (excursion) =>
        excursion.start <= now &&
        excursion.known > now &&
        (this.#inheriting.has(`${excursion.threshold} ${excursion.start}`) ||
          before.some((one) => one.announced && overlaps(one, excursion))),
    );
    this.#inheriting = new Set(delayed.map(({ threshold, start }) => `${threshold} ${start}`));
    this.#seen = this.#points.map((points) => Math.max(Number.NEGATIVE_INFINITY, ...points.keys()));
    this.#changed = [];
    const { tracking } = await test.db
      .selectFrom('protection')
      .select('tracking')
      .where('id', '=', this.#protectionId)
      .executeTakeFirstOrThrow();
    this.#upTo = tracking === null ? null : JSON.parse(tracking).states.at(-1).time;
  }

  /** When an excursion without inheritance is announced; null if it is not. */
  #dateOf(
    { start, known: recordedAt, ended }: { start: number; known: number; ended: number },
    known: readonly Known[],
    upTo: number,
  ): number | null {
    if (recordedAt > upTo) return recordedAt;
    const isNew = known.every((one) => one.start !== start);
    if (isNew && this.#isInTime(start)) return recordedAt;
    return ended > upTo ? upTo : null;
  }

  /**
   * Whether some input has points by then that are not late, while no input has late changes there. Beside late changes
   * of an input, all times after the newest point seen count as having such points if newer ones arrived.
   */
  #isInTime(start: number): boolean {
    const changesOf = (tag: number) => this.#changed.filter((one) => one.tag === tag).map(({ time }) => time);
    return (
      aliases.some((_, tag) => {
        const [times, seen] = [changesOf(tag), this.#seen[tag]!];
        if (times.every((time) => time >= seen)) return start >= Math.min(...times);
        return start > seen && times.some((time) => time > seen);
      }) &&
      aliases.every((_, tag) => {
        const late = changesOf(tag).filter((time) => time < this.#seen[tag]!);
        return start < Math.min(...late) || start >= this.#seen[tag]!;
      })
    );
  }

  logged(): unknown[][] {
    return this.#known
      .filter(({ threshold }) => logics[threshold]!.logExcursion !== false)
      .sort((a, b) => a.threshold - b.threshold || a.start - b.start)
      .map(({ threshold, start, end }) => [
        logics[threshold]!.name,
        (start - t0) / second,
        end === null ? null : (end - t0) / second,
      ]);
  }
}
