import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTag } from '../../../testing/factories.ts';
import { Scene } from '../../../testing/scene.ts';
import { deleteOrphanedDue } from './due-store.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await Scene.create();
});
afterAll(() => scene.close());

async function listDue(): Promise<number[]> {
  const rows = await scene.db.selectFrom('evaluation_due').select('protection_id').execute();
  return rows.map((row) => row.protection_id).toSorted((a, b) => a - b);
}

test('deleted protections leave the queue, and evaluation removes rows without a protection', async () => {
  const tag = await makeTag(scene.db);
  const kept = await scene.protect({ A: tag }, [{ name: 'High', logic: '[A] > 80', level: 250 }]);
  const deleted = await scene.protect({ A: tag }, [{ name: 'Low', logic: '[A] < 20', level: 250 }]);
  await scene.append(tag, [[0, 50]]);
  await scene.process().take();
  expect(await listDue()).toEqual([kept, deleted]);

  await scene.db.deleteFrom('protection').where('id', '=', deleted).execute();
  expect(await listDue()).toEqual([kept]);

  const orphan = deleted + 1000;
  await scene.db
    .insertInto('evaluation_due')
    .values({ protection_id: orphan, tag_ids: [], from_times: [] })
    .execute();
  expect(await listDue()).toEqual([kept, orphan]);
  await deleteOrphanedDue(scene.db);
  expect(await listDue()).toEqual([kept]);
});
