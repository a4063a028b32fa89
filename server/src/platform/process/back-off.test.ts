import { expect, test } from 'vitest';
import { createBackOff, retry } from './back-off.ts';

test('doubles the upper bound of the delay up to the cap, and restarts after a reset', () => {
  const backOff = createBackOff({ base: 100, cap: 1000, random: () => 0.5 });
  const delays = () => Array.from({ length: 6 }, () => backOff.next());
  expect(delays()).toEqual([50, 100, 200, 400, 500, 500]);
  backOff.reset();
  expect(backOff.next()).toBe(50);
});

test('draws the delay from the whole range', () => {
  expect(createBackOff({ base: 100, random: () => 0 }).next()).toBe(0);
  expect(createBackOff({ base: 100, random: () => 0.99 }).next()).toBe(99);
});

const none = { base: 0, signal: new AbortController().signal };

test('retries until the first success', async () => {
  const failures: unknown[] = [];
  let calls = 0;
  const result = await retry(
    async () => {
      if (++calls < 4) throw new Error(`attempt ${calls}`);
      return 'done';
    },
    { ...none, onFailure: (error) => failures.push((error as Error).message) },
  );
  expect(result).toBe('done');
  expect(failures).toEqual(['attempt 1', 'attempt 2', 'attempt 3']);
});

test('stops when the failure handler throws', async () => {
  const stop = (error: unknown) => {
    throw error;
  };
  const failing = retry(() => Promise.reject(new Error('refused')), { ...none, onFailure: stop });
  await expect(failing).rejects.toThrow('refused');
});

test('ends a wait when the signal aborts', async () => {
  const abort = new AbortController();
  const failing = retry(() => Promise.reject(new Error('refused')), {
    base: 3_600_000,
    cap: 3_600_000,
    random: () => 1,
    signal: abort.signal,
    onFailure: () => abort.abort(),
  });
  await expect(failing).rejects.toMatchObject({ name: 'AbortError' });
});
