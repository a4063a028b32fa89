import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../../platform/process/log.ts';
import { compactTags, deletePoints } from '../../../series/index.ts';
import { makeTag } from '../../../testing/factories.ts';
import { minute, Scene, t0 } from '../../../testing/scene.ts';
import { startEvaluation } from './service.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await Scene.create();
});
afterAll(() => scene.close());

describe('a calculated tag', () => {
  it('is calculated over all existing points and then for new ones, in any process', async () => {
    const a = await makeTag(scene.db);
    await scene.append(a, [
      [0, 1],
      [1, 2],
    ]);
    const c = await scene.calculated('[A] * 10', { A: a });
    expect(await scene.readPoints(c)).toEqual([
      [0, 10],
      [1, 20],
    ]);
    const one = scene.process();
    for (const process of [one, one, scene.process(), one]) {
      const [last] = (await scene.readPoints(a)).at(-1)!;
      await scene.append(a, [[last + 1, last + 2]]);
      await process.settle();
    }
    expect(await scene.readPoints(c)).toEqual([
      [0, 10],
      [1, 20],
      [2, 30],
      [3, 40],
      [4, 50],
      [5, 60],
    ]);
  });

  it('is updated for late, replaced and deleted points, and deletes obsolete points', async () => {
    const a = await makeTag(scene.db);
    const c = await scene.calculated(
      'IF (AVERAGE([A], #2m) < 50) { RETURN AVERAGE([A], #2m) } RETURN NO_CALC',
      {
        A: a,
      },
    );
    await scene.append(a, [
      [0, 10],
      [1, 20],
      [2, 30],
      [10, 40],
    ]);
    await scene.settle();
    await scene.append(a, [[11, 20]]);
    await scene.settle();
    expect(await scene.readPoints(c)).toEqual([
      [0, 10],
      [1, 15],
      [2, 25],
      [10, 40],
      [11, 30],
    ]);
    await scene.append(a, [[1, 90]]);
    await scene.settle();
    expect(await scene.readPoints(c)).toEqual([
      [0, 10],
      [10, 40],
      [11, 30],
    ]);
    await compactTags(scene.db, [a, c]);
    await scene.append(a, [[9.5, 60]]);
    await scene.settle();
    expect(await scene.readPoints(c)).toEqual([
      [0, 10],
      [11, 40],
    ]);
    await deletePoints(scene.db, a, t0, t0 + 10 * minute);
    await scene.settle();
    expect(await scene.readPoints(c)).toEqual([
      [10, 40],
      [11, 30],
    ]);
    await deletePoints(scene.db, a);
    await scene.settle();
    expect(await scene.readPoints(c)).toEqual([]);
    await scene.append(a, [[3, 7]]);
    await scene.settle();
    expect(await scene.readPoints(c)).toEqual([[3, 7]]);
  });

  it('is evaluated after its inputs, and a protection after both, once', async () => {
    const a = await makeTag(scene.db);
    await scene.append(a, [[0, 1]]);
    const twice = await scene.calculated('[A] * 2', { A: a });
    const sum = await scene.calculated('[A] + [Twice]', { A: a, Twice: twice });
    const protectionId = await scene.protect({ A: a, Sum: sum }, [
      { name: 'Apart', logic: '[Sum] != [A] * 3', level: 500 },
    ]);
    const process = scene.process();
    await process.settle();
    await scene.append(a, [[1, 2]]);
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
    expect(await scene.readPoints(sum)).toEqual([
      [0, 3],
      [1, 6],
    ]);
    expect(await scene.readExcursions(protectionId)).toEqual([]);
  });

  it('delays a protection that reads it by at most a minute', async () => {
    const { db } = scene.tenant;
    const a = await makeTag(db);
    await scene.append(a, [[0, 1]]);
    const c = await scene.calculated('[A]', { A: a });
    const protectionId = await scene.protect({ A: a, C: c }, [
      { name: 'High', logic: '[A] > 5 AND [C] < 5', level: 1 },
    ]);
    await scene.settle();
    await scene.append(a, [[1, 9]]);
    const process = scene.process();
    await process.take();
    expect(await process.protect()).toBe(0);
    const longAgo = new Date(Date.now() - 61_000);
    await db
      .updateTable('evaluation_due')
      .set({ created_at: longAgo })
      .where('protection_id', '=', protectionId)
      .execute();
    expect(await process.protect()).toBe(1);
    expect(await scene.readExcursions(protectionId)).toEqual([['High', 1, null]]);
    await process.settle();
    expect(await scene.readExcursions(protectionId)).toEqual([]);
  });

  it('does not trigger its readers if its points do not change', async () => {
    const a = await makeTag(scene.db);
    await scene.append(a, [
      [0, 1],
      [1, 2],
    ]);
    const c = await scene.calculated('IF ([A] > 0) { RETURN 1 } RETURN 0', { A: a });
    await scene.protect({ C: c }, [{ name: 'On', logic: '[C] == 1', level: 1 }]);
    const process = scene.process();
    await process.settle();
    await scene.append(a, [[0, 5]]);
    expect(await process.settle()).toBe(0);
    await scene.append(a, [[2, 5]]);
    expect(await process.settle()).toBe(1);
  });

  it('reports why it cannot be calculated, without blocking other evaluations', async () => {
    const a = await makeTag(scene.db);
    const broken = await scene.calculated('[A]', { A: a });
    const sound = await scene.calculated('[A] + 1', { A: a });
    await scene.db
      .updateTable('calculation')
      .set({ logic: '[A] +', evaluated_version: (await scene.calculation(broken)).definition_version + 1 })
      .where('tag_id', '=', broken)
      .execute();
    const protectionId = await scene.protect({ Broken: broken, Sound: sound }, [
      { name: 'High', logic: '[Sound] > 5', level: 1 },
    ]);
    await scene.append(a, [[0, 9]]);
    await scene.settle();
    expect((await scene.calculation(broken)).error).toContain('Syntax error');
    expect((await scene.calculation(sound)).error).toBeNull();
    expect(await scene.readExcursions(protectionId)).toEqual([['High', 0, null]]);
  });

  it('is calculated shortly after points are committed, without a request', async () => {
    const a = await makeTag(scene.db);
    const c = await scene.calculated('[A] + 1', { A: a });
    const d = await scene.calculated('[C] + 1', { C: c });
    const running = await startEvaluation(scene.tenant, createLogger('silent'));
    try {
      await scene.append(a, [[0, 1]]);
      await expect.poll(() => scene.readPoints(d), { timeout: 10_000 }).toEqual([[0, 3]]);
    } finally {
      await running.close();
    }
  });
});
