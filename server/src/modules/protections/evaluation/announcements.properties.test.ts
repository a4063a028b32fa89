import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { PreparedCache } from './prepared-cache.ts';
import { AnnouncementModel } from './testing/announcement-model.ts';
import { AnnouncementScene, hurried, type Logic, type Sample, second } from './testing/announcement-scene.ts';

let test: TestDatabase;
let scene: AnnouncementScene;

beforeAll(async () => {
  test = await createTestDatabase();
  scene = new AnnouncementScene(test);
});
afterAll(() => test.drop());

const logics: readonly Logic[] = [
  { name: 'Silent', logic: 'INTERVAL([A]) > #5s' },
  { name: 'High', logic: '[A] > 5' },
  { name: 'Held', logic: '[B] > 5', onDelay: 4 * second, offDelay: 2 * second },
  { name: 'Both', logic: 'AVERAGE([A], #6s) > 4 AND [B] > 4', onDelay: 2 * second, logExcursion: false },
];

/** Points of A and B, in seconds, that arrive at the same time of the clock; without points, time alone passes. */
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

/** The model knows only the stored states of parked evaluations, so quiet ones are saved too. */
const saving = { ...hurried, saveInterval: 0 };

describe.each([
  ['at once', {}, false, 25],
  ['in parts', hurried, false, 10],
  ['in parts with arrivals in between', saving, true, 10],
])('points that arrive in any order, evaluated %s', (_, options, isCut, numRuns) => {
  it('yield the excursions of a full evaluation and the announcements of the reference model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { minLength: 2, maxLength: 7 }), async (arrivals) => {
        const watched = await scene.watch(logics);
        const model = await AnnouncementModel.of(test.db, watched, logics);
        let cache = new PreparedCache();
        let clock = 40;
        for (const [index, { wait, points, restart, isCutShort }] of arrivals.entries()) {
          clock += wait;
          for (const [tag, part] of points.entries()) {
            const times = part.map(([back, value]): Sample => [clock - back, value]);
            await scene.append(watched.tagIds[tag]!, times);
            model.add(tag, times);
          }
          if (restart && !isCut) cache = new PreparedCache();
          const upTo = await scene.lastStateTime(watched, cache);
          if (isCut && isCutShort && index < arrivals.length - 1) {
            await scene.evaluateBatch(clock, cache, options);
            if (await scene.isParked(watched)) continue;
          } else if (isCut && restart && !(await scene.isParked(watched))) cache = new PreparedCache();
          await scene.evaluate(clock, cache, options);
          model.evaluate(clock, upTo, await scene.lastStateTime(watched, cache));
        }
        const stored = await scene.readExcursions(watched);
        expect(stored).toEqual(model.logged());
        const entered = (await scene.fired(watched)).filter(([, , direction]) => direction === 'enter');
        const byName = (a: unknown[], b: unknown[]) =>
          String(a[1]).localeCompare(String(b[1])) || Number(a[0]) - Number(b[0]);
        expect(entered.sort(byName)).toEqual(model.announced.sort(byName));
      }),
      { numRuns },
    );
  });
});
