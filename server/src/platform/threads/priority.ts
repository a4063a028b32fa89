import { getPriority, setPriority } from 'node:os';

/** How much lower, as `nice` counts: a thread of normal priority gets about three times the processor. */
const difference = 5;
const lowest = 19;

/**
 * Lowers the priority of the calling thread, so that what it calculates delays neither requests nor evaluation. Only on
 * Linux, where a priority is that of a thread (setpriority(2)); elsewhere it is that of the process.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(Math.min(lowest, getPriority() + difference));
}
