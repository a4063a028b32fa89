import { expect, test } from 'vitest';
import { BatchWork, batchOptions } from './batch-work.ts';
import type { DueProtection } from './due-store.ts';

const due = (protectionId: number) => ({ protectionId }) as DueProtection;

test('compiles at least one protection, and more while time remains; the others stay due', async () => {
  const batch = new BatchWork({ ...batchOptions, batchTime: 0 });
  expect([await batch.mayPrepare(due(1)), await batch.mayPrepare(due(2))]).toEqual([true, false]);
  expect([batch.isDone(due(1)), batch.isDone(due(2))]).toEqual([true, false]);
  expect([batch.wasReached(due(1)), batch.wasReached(due(2))]).toEqual([true, false]);
});
