import { expect, test } from 'vitest';
import { createGiveWay, RequestsInProgress } from './requests-in-progress.ts';

test('counts the requests in memory that another thread reads', () => {
  const requests = new RequestsInProgress();
  const other = new RequestsInProgress(requests.memory);
  const [first, second] = [requests.begin(), requests.begin()];
  first();
  expect(other.any).toBe(true);
  second();
  expect(other.any).toBe(false);
});

test('work waits while a request is in progress', async () => {
  const requests = new RequestsInProgress();
  let time = 0;
  const giveWay = createGiveWay(requests, () => time);
  expect(giveWay()).toBeNull();
  const end = requests.begin();
  time = 50;
  let waits = true;
  const waiting = giveWay()!.then(() => {
    waits = false;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(waits).toBe(true);
  end();
  await waiting;
});

test('work waits at most half as long as it has gone on, and at most 100 ms', async () => {
  const requests = new RequestsInProgress();
  requests.begin();
  let time = 0;
  // Each look at the clock takes 10 ms.
  const giveWay = createGiveWay(requests, () => (time += 10));
  const measure = async () => {
    const begun = time;
    await giveWay();
    return time - begun;
  };
  time += 90;
  const first = await measure();
  expect(first).toBeGreaterThanOrEqual(50);
  expect(first).toBeLessThanOrEqual(90);
  time += 10_000;
  expect(await measure()).toBeLessThanOrEqual(140);
  // Without work between them, the next wait is short.
  expect(await measure()).toBeLessThanOrEqual(40);
});
