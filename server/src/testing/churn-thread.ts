import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';

const mebibyte = 1024 * 1024;

// Makes many small objects that live for a while, and answers the largest size of the heap in MB.
const kept: unknown[][] = [];
let largest = 0;
for (let round = 0; round < 400; round++) {
  kept.push(Array.from({ length: 5_000 }, (_, i) => ({ round, i, text: `${round}.${i}` })));
  if (kept.length > 60) kept.shift();
  largest = Math.max(largest, getHeapStatistics().total_heap_size / mebibyte);
}
parentPort!.postMessage(largest);
