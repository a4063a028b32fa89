import { describe, expect, it } from 'vitest';
import { SharedRuns } from './shared-runs.ts';

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('shared runs', () => {
  it('start one run for all callers that called during another run', async () => {
    const runs = new SharedRuns<number>();
    const first = gate();
    let begun = 0;
    const work = async () => {
      begun += 1;
      const own = begun;
      if (own === 1) await first.opened;
      return own;
    };
    const answers = [runs.run('a', work), runs.run('a', work), runs.run('a', work), runs.run('b', work)];
    first.open();
    expect(await Promise.all(answers)).toEqual([1, 3, 3, 2]);
    expect(await runs.run('a', work)).toBe(4);
  });

  it('wait for other callers if a wait is given', async () => {
    const runs = new SharedRuns<number>();
    let begun = 0;
    const work = async () => {
      begun += 1;
      return begun;
    };
    const answers = [runs.run('a', work, 1), runs.run('a', work, 1), runs.run('a', work, 1)];
    expect(begun).toBe(0);
    expect(await Promise.all(answers)).toEqual([1, 1, 1]);
    expect(await runs.run('a', work, 1)).toBe(2);
  });

  it('continue after a failure', async () => {
    const runs = new SharedRuns<string>();
    const failing = runs.run('a', () => Promise.reject(new Error('gone')));
    const next = runs.run('a', () => Promise.resolve('here'));
    await expect(failing).rejects.toThrow('gone');
    expect(await next).toBe('here');
  });
});
