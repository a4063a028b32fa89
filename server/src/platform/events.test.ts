import { expect, it } from 'vitest';
import type { Db } from './database/database.ts';
import { defineEffect, defineQuestion, loadSubscriptionsBy } from './events.ts';

const db = {} as Db;

it('runs the subscribers of an effect one after the other', async () => {
  const saved = defineEffect<{ id: number }>('record.saved');
  const seen: string[] = [];
  saved.subscribe(async (_db, { id }) => {
    await Promise.resolve();
    seen.push(`first ${id}`);
  });
  saved.subscribe(async (_db, { id }) => void seen.push(`second ${id}`));
  await saved.emit(db, { id: 7 });
  expect(seen).toEqual(['first 7', 'second 7']);
});

it('stops at the first subscriber that fails', async () => {
  const saved = defineEffect<null>('record.saved');
  const reached: string[] = [];
  saved.subscribe(async () => {
    throw new Error('refused');
  });
  saved.subscribe(async () => void reached.push('second'));
  await expect(saved.emit(db, null)).rejects.toThrow('refused');
  expect(reached).toEqual([]);
});

it('collects the answers to a question', async () => {
  const users = defineQuestion<number, string>('record.users');
  users.subscribe(async (_db, id) => `a dashboard of ${id}`);
  users.subscribe(async (_db, id) => `a report of ${id}`);
  expect(await users.ask(db, 3)).toEqual(['a dashboard of 3', 'a report of 3']);
});

it('rejects an event without subscribers', async () => {
  await expect(defineEffect<null>('record.saved').emit(db, null)).rejects.toThrow(
    'Nothing subscribes to record.saved.',
  );
});

it('loads the subscriptions on the first event, in a thread that has not loaded them', async () => {
  const users = defineQuestion<number, string>('record.users');
  let loads = 0;
  loadSubscriptionsBy(async () => {
    loads += 1;
    users.subscribe(async (_db, id) => `a dashboard of ${id}`);
  });
  expect(await users.ask(db, 3)).toEqual(['a dashboard of 3']);
  expect(await users.ask(db, 4)).toEqual(['a dashboard of 4']);
  expect(loads).toBe(1);
  loadSubscriptionsBy(async () => undefined);
});
