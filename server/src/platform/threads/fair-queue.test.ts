import { expect, test } from 'vitest';
import { FairQueue, type Owner, type Shares } from './fair-queue.ts';

const shares: Shares = { running: 3, runningPerTenant: 2, runningPerUser: 1, waiting: 6, waitingPerUser: 2 };
const owner = (name: string): Owner => ({ tenant: name[0]!, user: Number(name[1]) });

/** Adds tasks named after their owners, such as `a1` for user 1 of tenant a; returns the accepted ones. */
function fill(queue: FairQueue<string>, names: readonly string[]): string[] {
  return names.filter((name) => queue.add(owner(name), name));
}

function takeAll(queue: FairQueue<string>): string[] {
  const taken: string[] = [];
  for (let task = queue.take(); task !== null; task = queue.take()) taken.push(task);
  return taken;
}

test('tenants take turns, and no tenant uses all workers', () => {
  const queue = new FairQueue<string>(shares);
  fill(queue, ['a1', 'a2', 'a3', 'b1']);
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'a2']);
  queue.end('b1');
  // Two tasks of tenant a are already running.
  expect(takeAll(queue)).toEqual([]);
  queue.end('a1');
  expect(takeAll(queue)).toEqual(['a3']);
});

test('a user runs one task at a time, in order of arrival', () => {
  const queue = new FairQueue<string>(shares);
  fill(queue, ['a1 first', 'a1 second', 'a2']);
  expect(takeAll(queue)).toEqual(['a1 first', 'a2']);
  queue.end('a1 first');
  expect(takeAll(queue)).toEqual(['a1 second']);
});

test('users of a tenant take turns', () => {
  const queue = new FairQueue<string>({ ...shares, running: 1, runningPerTenant: 1 });
  fill(queue, ['a1 first', 'a1 second', 'a2 first']);
  const order: string[] = [];
  for (let task = queue.take(); task !== null; task = queue.take()) {
    order.push(task);
    queue.end(task);
  }
  expect(order).toEqual(['a1 first', 'a2 first', 'a1 second']);
});

test('limits the waiting tasks of a user until one of them runs', () => {
  const queue = new FairQueue<string>(shares);
  expect(fill(queue, ['a1 first'])).toEqual(['a1 first']);
  queue.take();
  expect(fill(queue, ['a1 second', 'a1 third', 'a1 fourth'])).toEqual(['a1 second', 'a1 third']);
  queue.end('a1 first');
  expect(queue.take()).toBe('a1 second');
  expect(fill(queue, ['a1 fifth'])).toEqual(['a1 fifth']);
});

test('limits the waiting tasks of all users together', () => {
  const queue = new FairQueue<string>({ ...shares, running: 1 });
  fill(queue, ['a1']);
  queue.take();
  const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'b4'].map((name) => `${name} next`);
  expect(fill(queue, names)).toEqual(names.slice(0, shares.waiting));
});

test('a removed task is never taken, and its place becomes free', () => {
  const queue = new FairQueue<string>(shares);
  fill(queue, ['a1 first']);
  queue.take();
  fill(queue, ['a1 second', 'a1 third']);
  queue.end('a1 second');
  expect(queue.waiting).toBe(1);
  queue.end('a1 first');
  queue.end('unknown');
  expect(takeAll(queue)).toEqual(['a1 third']);
});
