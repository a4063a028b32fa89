import { expect, it } from 'vitest';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { changeEach } from './change-each.ts';

const db = {} as Db;

/** Changes records. Those with an odd id are refused. */
async function change(ids: readonly number[], resumed: Record<string, unknown> | null = null) {
  const changed: number[] = [];
  const steps: [percent: number, done: unknown][] = [];
  const result = await changeEach(
    {
      resumed,
      transaction: (work) => work(db),
      progress: async (_, percent, { done }: Record<string, unknown>) => {
        steps.push([percent, done]);
      },
    },
    ids,
    async (_, id) => {
      if (id % 2 === 1) throw new AppError('conflict', `${id} is odd.`);
      changed.push(id);
    },
    (id, message) => ({ id, message }),
  );
  return { changed, steps, result };
}

it('changeEach counts the changed records, and lists the errors of the others', async () => {
  const { changed, steps, result } = await change([2, 3, 4, 6]);
  expect(changed).toEqual([2, 4, 6]);
  expect(steps).toEqual([
    [25, 1],
    [50, 2],
    [75, 3],
    [100, 4],
  ]);
  expect(result).toEqual({ done: 4, changed: 3, refused: 1, reasons: [{ id: 3, message: '3 is odd.' }] });
});

it('changeEach continues after the last processed record', async () => {
  const { changed, result } = await change([2, 4, 6], { done: 2, changed: 1, refused: 1, reasons: [] });
  expect(changed).toEqual([6]);
  expect(result).toMatchObject({ done: 3, changed: 2, refused: 1 });
});

it('changeEach lists at most 20 errors', async () => {
  const { result } = await change(Array.from({ length: 30 }, (_, i) => 2 * i + 1));
  expect(result).toMatchObject({ refused: 30 });
  expect(result.reasons).toHaveLength(20);
});
