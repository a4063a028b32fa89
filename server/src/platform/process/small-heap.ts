import { setFlagsFromString } from 'node:v8';

/** How far the heaps may outgrow what lives in them before they are collected, in percent; 0 leaves it to V8. */
const setGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);

/** Pieces of work of this thread that go on. */
let running = 0;

/**
 * Does work that makes and drops far more than it keeps. V8 lets a heap grow to four times what lives in it while there is
 * memory; until the work ends, the heaps of the process grow to one and a half times at most.
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
