import { setFlagsFromString } from 'node:v8';

/** Sets the percentage by which heaps may outgrow their live objects before they are collected; 0 leaves it to V8. */
const setGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);

/** Number of pieces of work that run in this thread. */
let running = 0;

/**
 * Runs work that allocates far more than it keeps. V8 lets a heap grow to four times its live objects while memory is
 * available; until the work ends, this limits the heaps of the process to one and a half times.
 */
export async function withSmallHeap<Result>(work: () => Promise<Result>): Promise<Result> {
  running += 1;
  if (running === 1) setGrowth(50);
  try {
    return await work();
  } finally {
    running -= 1;
    if (running === 0) setGrowth(0);
  }
}
