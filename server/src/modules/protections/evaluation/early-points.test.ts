import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendPoints, holdStored, releaseEarly } from '../../../series/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { AnnouncementScene, second, t0 } from './testing/announcement-scene.ts';

let test: TestDatabase;
let scene: AnnouncementScene;

beforeAll(async () => {
  test = await createTestDatabase();
  scene = new AnnouncementScene(test);
});
afterAll(() => test.drop());

describe('points ahead of the clock', () => {
  it('do not block other points, and are evaluated when their time comes', async () => {
    const watched = await scene.watch([{ name: 'High', logic: '[A] > 80' }]);
    const [a] = watched.tagIds as [number, number];
    await scene.append(a, [[0, 70]]);
    await scene.evaluate(0);
    const ahead = t0 + 3600 * second;
    await appendPoints(test.db, [{ tagId: a, times: [ahead], values: [10] }], { now: t0 + second });
    await scene.append(a, [[5, 90]]);
    await scene.evaluate(5);
    expect(await scene.fired(watched)).toEqual([[5, 'High', 'enter']]);
    expect(await releaseEarly(test.db, ahead)).toBe(1);
    await scene.evaluate(3600);
    expect(await scene.readExcursions(watched)).toEqual([['High', 5, 3600]]);
  });

  it('are evaluated before newer points that were written while their release was due', async () => {
    const watched = await scene.watch([{ name: 'High', logic: '[A] > 80' }]);
    const [a] = watched.tagIds as [number, number];
    await scene.append(a, [[0, 70]]);
    await scene.evaluate(0);
    const early = [3600, 3601].map((at) => t0 + at * second);
    await appendPoints(test.db, [{ tagId: a, times: early, values: [90, 70] }], { now: t0 + second });
    await scene.append(a, [[3602, 70]]);
    await scene.evaluate(3602);
    expect(await releaseEarly(test.db, t0 + 3602 * second)).toBe(2);
    await scene.evaluate(3602);
    expect(await scene.fired(watched)).toEqual([
      [3600, 'High', 'enter'],
      [3601, 'High', 'exit'],
    ]);
  });

  it('are held after an upgrade from a version that did not hold them', async () => {
    const watched = await scene.watch([{ name: 'High', logic: '[A] > 80' }]);
    const [a] = watched.tagIds as [number, number];
    const ahead = Date.UTC(2099, 0, 1);
    await scene.append(a, [[0, 70]]);
    await scene.evaluate(0);
    await appendPoints(test.db, [{ tagId: a, times: [ahead], values: [10] }], { now: ahead });
    await scene.evaluate(0);
    await scene.append(a, [[5, 90]]);
    await scene.evaluate(5);
    expect(await scene.readExcursions(watched)).toEqual([['High', 5, (ahead - t0) / second]]);
    await holdStored(test.db, t0);
    await scene.evaluate(6);
    expect(await scene.readExcursions(watched)).toEqual([['High', 5, null]]);
    await scene.append(a, [
      [7, 70],
      [8, 91],
    ]);
    await scene.evaluate(8);
    expect((await scene.fired(watched)).at(-1)).toEqual([8, 'High', 'enter']);
  });
});
