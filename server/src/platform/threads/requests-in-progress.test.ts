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

test('two milliseconds of work allow one of waiting, up to 100', async () => {
  const requests = new RequestsInProgress();
  requests.begin();
  let time = 0;
  // Each look at the clock takes 10 ms, so that a wait may take up to 30 ms longer than allowed.
  const giveWay = createGiveWay(requests, () => (time += 10));
  const measure = async () => {
    const begun = time;
    await giveWay();
    return time - begun;
  };
  const expectWait = async (allowed: number) => {
    const waited = await measure();
    expect(waited).toBeGreaterThanOrEqual(allowed);
    expect(waited).toBeLessThanOrEqual(allowed + 30);
  };
  time += 10_000;
  await expectWait(100);
  await expectWait(0);
  time += 100;
  await expectWait(50);
});

test('a wait that ends early leaves its rest for the next one', async () => {
  const requests = new RequestsInProgress();
  let time = 0;
  const giveWay = createGiveWay(requests, () => time);
  const end = requests.begin();
  time = 10;
  const first = giveWay()!;
  time = 40;
  end();
  await first;
  requests.begin();
  let waits = true;
  const second = giveWay()!.then(() => {
    waits = false;
  });
  time = 100;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(waits).toBe(true);
  time = 120;
  await second;
});
