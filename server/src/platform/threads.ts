import { join } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { serverDirectory } from './paths.ts';

const fromSources = import.meta.url.endsWith('.ts');

/**
 * Starts a thread on one of the server's `*-thread.ts` files.
 * @param name its path below `server/src` without the extension, such as `work-thread`.
 * @param workerData what it finds in `workerData`: anything that can be cloned.
 * @param resourceLimits of the thread, which ends with an error once it needs more.
 */
export function startThread(name: string, workerData: unknown, resourceLimits: ResourceLimits = {}): Worker {
  if (!fromSources) {
    return new Worker(join(serverDirectory, 'dist', `${name}.js`), { workerData, resourceLimits });
  }
  return new Worker(join(import.meta.dirname, 'typescript-thread.mjs'), {
    argv: [join(serverDirectory, 'src', `${name}.ts`)],
    workerData,
    resourceLimits,
  });
}
