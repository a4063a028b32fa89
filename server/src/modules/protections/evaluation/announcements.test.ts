import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../../platform/process/log.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { makeAsset, makeProtection, makeTag, makeTwin } from '../../../testing/factories.ts';
import { recordWork } from '../../work/work/service.ts';
import { evaluateDue } from './batch.ts';
import { batchOptions } from './batch-work.ts';
import { queueChanges } from './changes.ts';
import { PreparedCache } from './prepared-cache.ts';
import { requestEvaluation } from './service.ts';
import { AnnouncementScene, second, t0 } from './testing/announcement-scene.ts';

const log = createLogger('silent');
let test: TestDatabase;
let scene: AnnouncementScene;

beforeAll(async () => {
  test = await createTestDatabase();
  scene = new AnnouncementScene(test);
});
afterAll(() => test.drop());

describe('an announcement', () => {
  it('covers points that a logger delivers after a gap, although timers had advanced past them', async () => {
    const watched = await scene.watch([
      { name: 'Silent', logic: 'INTERVAL([A]) > #5s' },
      { name: 'High', logic: '[A] > 80' },
      { name: 'Held', logic: '[A] > 80', onDelay: 3 * second },
    ]);
    const [a] = watched.tagIds as [number, number];
    await scene.append(a, [[0, 70]]);
    await scene.evaluate(1);
    await scene.evaluate(60);
    expect(await scene.fired(watched)).toEqual([[5.001, 'Silent', 'enter']]);
    await scene.append(a, [
      [1, 70],
      [2, 95],
      [4, 70],
      [4.5, 96],
    ]);
    await scene.evaluate(61);
    expect(await scene.fired(watched)).toEqual([
      [5.001, 'Silent', 'enter'],
      [2, 'High', 'enter'],
      [4, 'High', 'exit'],
      [4.5, 'High', 'enter'],
      [7.5, 'Held', 'enter'],
      [9.501, 'Silent', 'enter'],
    ]);
  });

  it('covers points whose change was still pending when another input was evaluated', async () => {
    const watched = await scene.watch([
      { name: 'Silent', logic: 'INTERVAL([A]) > #5s' },
      { name: 'High', logic: '[A] > 80 AND [B] > 0' },
    ]);
    const [a, b] = watched.tagIds as [number, number];
    await scene.append(a, [[0, 70]]);
    await scene.append(b, [[0, 1]]);
    await scene.evaluate(1);
    await scene.evaluate(6);
    await scene.append(b, [[9, 1]]);
    await queueChanges(test.db);
    await scene.append(a, [
      [2, 95],
      [4, 70],
      [10, 70],
    ]);
    const options = { ...batchOptions, clock: () => t0 + 10 * second };
    await evaluateDue(test.db, new PreparedCache(), log, options);
    await scene.evaluate(11);
    expect(await scene.fired(watched)).toEqual([
      [5.001, 'Silent', 'enter'],
      [2, 'High', 'enter'],
      [4, 'High', 'exit'],
      [9.001, 'Silent', 'enter'],
      [10, 'Silent', 'exit'],
    ]);
  });

  it('covers points of one input while the change log still lists evaluated points of another', async () => {
    const watched = await scene.watch([
      { name: 'High', logic: '[A] > 80' },
      { name: 'Other', logic: '[B] > 1000' },
    ]);
    const [a, b] = watched.tagIds as [number, number];
    await scene.append(a, [[0, 70]]);
    await scene.append(b, [[0, 1]]);
    await scene.evaluate(1);
    await scene.append(b, [[5, 1]]);
    await queueChanges(test.db);
    await scene.append(b, [
      [8, 1],
      [9, 1],
    ]);
    const options = { ...batchOptions, clock: () => t0 + 10 * second };
    await evaluateDue(test.db, new PreparedCache(), log, options);
    await scene.append(a, [
      [2, 70],
      [8.5, 95],
      [8.8, 70],
      [10, 70],
    ]);
    await scene.evaluate(11);
    expect(await scene.fired(watched)).toEqual([
      [8.5, 'High', 'enter'],
      [8.8, 'High', 'exit'],
    ]);
  });

  it('is dated to the start of a silence that began before the first points arrived', async () => {
    const watched = await scene.watch([
      { name: 'Silent', logic: 'INTERVAL([A]) > #5s' },
      { name: 'Held', logic: '[B] > 5', offDelay: 2 * second },
    ]);
    const [a, b] = watched.tagIds as [number, number];
    await scene.append(b, [
      [34, 6],
      [39, 0],
    ]);
    await scene.evaluate(41);
    await scene.append(a, [[35, 0]]);
    await scene.evaluate(42);
    expect(await scene.fired(watched)).toContainEqual([40.001, 'Silent', 'enter']);
  });

  it('is made for the end of an excursion when later points remove its continuation', async () => {
    const watched = await scene.watch([
      { name: 'Silent', logic: 'INTERVAL([A]) > #5s' },
      { name: 'Other', logic: '[B] > 1000' },
    ]);
    const [a, b] = watched.tagIds as [number, number];
    await scene.append(a, [[0, 1]]);
    await scene.append(b, [[0, 1]]);
    await scene.evaluate(1);
    await scene.append(b, [[20, 1]]);
    await scene.evaluate(21);
    // The silence until 8 is continued by the one from 13.
    await scene.append(a, [[8, 1]]);
    await scene.evaluate(22);
    expect(await scene.fired(watched)).toEqual([[5.001, 'Silent', 'enter']]);
    await scene.append(a, [
      [12, 1],
      [16, 1],
      [20, 1],
    ]);
    await scene.evaluate(23);
    expect(await scene.fired(watched)).toEqual([
      [5.001, 'Silent', 'enter'],
      [20, 'Silent', 'exit'],
    ]);
    await scene.append(a, [[22, 1]]);
    await scene.evaluate(24);
    expect(await scene.fired(watched)).toHaveLength(2);
  });

  it('is made once for an excursion from late points, dated to the end of the last evaluation', async () => {
    const watched = await scene.watch([{ name: 'Both', logic: '[A] > 80 AND [B] > 0' }]);
    const [a, b] = watched.tagIds as [number, number];
    await scene.append(a, [[0, 70]]);
    await scene.append(b, [[0, 1]]);
    await scene.evaluate(0);
    await scene.append(a, [[10, 90]]);
    await scene.append(b, [
      [5, 0],
      [8, 0],
    ]);
    await scene.evaluate(10);
    expect(await scene.fired(watched)).toEqual([]);
    await scene.append(b, [
      [5, 1],
      [6, 1],
      [8, 1],
    ]);
    await scene.append(a, [[4, 85]]);
    await scene.evaluate(11);
    const announced = [[10, 'Both', 'enter']];
    expect(await scene.readExcursions(watched)).toEqual([['Both', 4, null]]);
    expect(await scene.fired(watched)).toEqual(announced);
    await scene.append(a, [[3, 85]]);
    await scene.evaluate(12);
    expect(await scene.readExcursions(watched)).toEqual([['Both', 3, null]]);
    expect(await scene.fired(watched)).toEqual(announced);
  });

  it('is not repeated for an excursion that late points delay, however often they arrive', async () => {
    const watched = await scene.watch([{ name: 'Held', logic: '[B] > 5', onDelay: 4 * second }]);
    const b = watched.tagIds[1]!;
    await scene.append(b, [[0, 1]]);
    await scene.evaluate(1);
    await scene.append(b, [
      [10, 9],
      [14, 9],
    ]);
    await scene.evaluate(14);
    expect(await scene.fired(watched)).toEqual([[14, 'Held', 'enter']]);
    await scene.append(b, [[13, 0]]);
    await scene.evaluate(15);
    await scene.append(b, [[12, 0]]);
    await scene.evaluate(16);
    await scene.evaluate(19);
    expect(await scene.readExcursions(watched)).toEqual([['Held', 14, null]]);
    expect(await scene.fired(watched)).toEqual([[14, 'Held', 'enter']]);
  });

  it('is not made for an excursion that late points open and close in the past', async () => {
    const watched = await scene.watch([{ name: 'High', logic: '[A] > 80' }]);
    const [a] = watched.tagIds as [number, number];
    await scene.append(a, [
      [0, 70],
      [5, 70],
    ]);
    await scene.evaluate(5);
    await scene.append(a, [[10, 70]]);
    await scene.evaluate(10);
    await scene.append(a, [
      [6, 90],
      [7, 70],
    ]);
    await scene.evaluate(11);
    expect(await scene.readExcursions(watched)).toEqual([['High', 6, 7]]);
    expect(await scene.fired(watched)).toEqual([]);
  });

  it('is not repeated when late points move an excursion that is not logged', async () => {
    const watched = await scene.watch([{ name: 'High', logic: '[A] > 80', logExcursion: false }]);
    const [a] = watched.tagIds as [number, number];
    await scene.append(a, [[0, 70]]);
    await scene.evaluate(0);
    await scene.append(a, [
      [10, 90],
      [20, 70],
    ]);
    await scene.evaluate(20);
    await scene.append(a, [[30, 70]]);
    await scene.evaluate(30);
    const announced = [
      [10, 'High', 'enter'],
      [20, 'High', 'exit'],
    ];
    expect(await scene.fired(watched)).toEqual(announced);
    // The end moves, so that the excursion is open again; its start moves too.
    await scene.append(a, [
      [20, 90],
      [30, 90],
      [9, 90],
    ]);
    await scene.evaluate(31);
    expect(await scene.readExcursions(watched)).toEqual([]);
    expect(await scene.fired(watched)).toEqual(announced);
  });

  it('is not made for past excursions under a new definition, even when late points arrive', async () => {
    const watched = await scene.watch([{ name: 'High', logic: '[A] > 80' }]);
    const [a] = watched.tagIds as [number, number];
    await scene.append(a, [[0, 70]]);
    await scene.evaluate(0);
    await scene.append(a, [
      [10, 75],
      [20, 76],
    ]);
    await scene.evaluate(20);
    const { db } = test;
    await db
      .updateTable('threshold')
      .set({ logic: '[A] > 72' })
      .where('protection_id', '=', watched.protectionId)
      .execute();
    await requestEvaluation(db, watched.protectionId);
    await scene.evaluate(21);
    expect(await scene.readExcursions(watched)).toEqual([['High', 10, null]]);
    await scene.append(a, [[15, 77]]);
    await scene.evaluate(22);
    expect(await scene.fired(watched)).toEqual([]);
    await scene.append(a, [
      [30, 60],
      [40, 90],
    ]);
    await scene.evaluate(40);
    expect(await scene.fired(watched)).toEqual([
      [30, 'High', 'exit'],
      [40, 'High', 'enter'],
    ]);
  });

  it('is made for completed work at its completion time', async () => {
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
    await scene.evaluate(0);
    await scene.evaluate(10);
    await complete(5);
    await scene.evaluate(20);
    expect(await scene.readExcursions(watched)).toEqual([['Due', 15, null]]);
    const due = [
      [10, 'Due', 'enter'],
      [15, 'Due', 'enter'],
    ];
    expect(await scene.fired(watched)).toEqual(due);
    await complete(2);
    await scene.evaluate(21);
    expect(await scene.fired(watched)).toEqual(due);
  });
});
