import { expect, it } from 'vitest';
import { Delivery } from './delivery.ts';

const point = (time: number) => ({ source: 's', time, value: time, quality: 'good' as const });
const turn = () => new Promise(setImmediate);

/** A delivery whose blocks are stored one by one, when `store` is called. */
function scene() {
  const done: string[] = [];
  const blocks: { resolve: () => void; reject: (error: Error) => void }[] = [];
  let marks = 0;
  const delivery = new Delivery(
    (points) => {
      done.push(`block ${points.map(({ time }) => time).join()}`);
      return new Promise<void>((resolve, reject) => blocks.push({ resolve, reject }));
    },
    () => {
      const mark = ++marks;
      return async () => {
        done.push(`keep ${mark}`);
      };
    },
  );
  const add = (time: number, points = [point(time)]) => delivery.add(points, () => done.push(`ack ${time}`));
  const store = async (error?: Error) => {
    const block = blocks.shift()!;
    if (error) block.reject(error);
    else block.resolve();
    await turn();
  };
  return { delivery, done, add, store };
}

it('stores messages together, and acknowledges them in order when durable', async () => {
  const { done, add, store } = scene();
  add(1);
  add(2, []);
  add(3);
  await turn();
  add(4);
  expect(done).toEqual(['block 1,3']);
  await store();
  expect(done).toEqual(['block 1,3', 'ack 1', 'ack 2', 'ack 3', 'keep 1', 'block 4']);
  await store();
  expect(done.slice(-2)).toEqual(['ack 4', 'keep 2']);
});

it('acknowledges messages without points at once', async () => {
  const { done, add } = scene();
  add(1, []);
  await turn();
  expect(done).toEqual(['ack 1', 'keep 1']);
});

it('pauses reception while too many points wait', async () => {
  const { done, add, store } = scene();
  add(0);
  await turn();
  const many = Array.from({ length: 9_999 }, (_, at) => point(at + 1));
  expect(add(1, many)).toBeUndefined();
  let isFree = false;
  const held = add(2)!.then(() => {
    isFree = true;
  });
  await turn();
  expect(isFree).toBe(false);
  await store();
  await held;
  expect(done.filter((one) => one.startsWith('ack'))).toEqual(['ack 0']);
});

it('splits large blocks, and acknowledges after the last part', async () => {
  const { done, add, store } = scene();
  add(
    1,
    Array.from({ length: 10_001 }, (_, at) => point(at)),
  );
  await turn();
  await store();
  expect(done.some((one) => one === 'ack 1')).toBe(false);
  expect(done.at(-1)).toBe('block 10000');
  await store();
  expect(done.slice(-2)).toEqual(['ack 1', 'keep 1']);
});

it('acknowledges nothing after a failed store, and ends with the failure', async () => {
  const { delivery, done, add, store } = scene();
  add(1);
  await turn();
  add(2);
  const failure = new Error('the disk is full');
  await store(failure);
  await expect(delivery.failed).rejects.toBe(failure);
  add(3);
  await turn();
  expect(done).toEqual(['block 1']);
});

it('finishes the current block when stopped', async () => {
  const { delivery, done, add, store } = scene();
  add(1);
  await turn();
  add(2);
  const stopped = delivery.stop();
  await store();
  await stopped;
  expect(done).toEqual(['block 1', 'ack 1', 'keep 1']);
});
