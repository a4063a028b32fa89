import { expect, it } from 'vitest';
import { inTurn } from './turns.ts';

/** Creates tasks of a user that end when the test ends them. `started` has the numbers of the started ones. */
function makeWorks(user: string) {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const start = (number: number) =>
    inTurn(user, () => {
      started.push(number);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  return { started, ends, start };
}

it('inTurn runs at most four tasks of a user at once, and starts the others in order', async () => {
  const { started, ends, start } = makeWorks('a');
  const works = [1, 2, 3, 4, 5, 6].map(start);
  await expect.poll(() => started).toEqual([1, 2, 3, 4]);
  const other = makeWorks('b');
  void other.start(1);
  await expect.poll(() => other.started).toEqual([1]);
  ends[0]!();
  await expect.poll(() => started).toEqual([1, 2, 3, 4, 5]);
  for (let i = 1; i < 6; i++) {
    await expect.poll(() => ends.length).toBeGreaterThan(i);
    ends[i]!();
  }
  await Promise.all(works);
  expect(started).toEqual([1, 2, 3, 4, 5, 6]);
  other.ends[0]!();
});

it('inTurn continues after a failure, and refuses tasks when the queue is full', async () => {
  await expect(inTurn('c', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const { start } = makeWorks('c');
  for (let i = 0; i < 254; i++) void start(i);
  await expect(start(254)).rejects.toMatchObject({ id: 'too-many-requests' });
});
