import { parentPort, workerData } from 'node:worker_threads';
import { startBeating } from '../platform/threads/heartbeat.ts';
import type { WatchedThreadData } from '../platform/threads/watched-thread.ts';

/** A request to the thread: block its event loop, throw, or end in order. */
export type Fault = { spin: true } | { fail: true } | { stop: true };

const { heartbeat } = workerData as WatchedThreadData;
startBeating(heartbeat);
parentPort!.on('message', (fault: Fault) => {
  if ('spin' in fault) for (;;);
  if ('fail' in fault) throw new Error('failed on request');
  parentPort!.close();
});
parentPort!.postMessage('ready');
