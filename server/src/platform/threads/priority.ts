import { getPriority, setPriority } from 'node:os';

/** Difference in nice value: a thread of normal priority gets about three times the CPU time. */
const difference = 5;
const lowest = 19;

/**
 * Lowers the priority of the calling thread, so that its calculations delay neither requests nor evaluation.
 * Only on Linux, where priorities apply to threads (setpriority(2)); elsewhere they apply to the process.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(Math.min(lowest, getPriority() + difference));
}
