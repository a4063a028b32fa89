import { join } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { serverDirectory } from '../config/paths.ts';

const fromSources = import.meta.url.endsWith('.ts');

/** What a thread is started on: a file, and the arguments that the file is given. */
export interface ThreadFile {
  filename: string;
  argv: string[];
}

/**
 * Finds one of the server's `*-thread.ts` files, from its source or from what it was built into.
 * @param name its path below `server/src` without the extension, such as `work-thread`.
 */
export function threadFile(name: string): ThreadFile {
  if (!fromSources) return { filename: join(serverDirectory, 'dist', `${name}.js`), argv: [] };
  return {
    filename: join(import.meta.dirname, 'typescript-thread.mjs'),
    argv: [join(serverDirectory, 'src', `${name}.ts`)],
  };
}

/**
 * Starts a thread on one of the server's `*-thread.ts` files.
 * @param name as for `threadFile`.
 * @param workerData what it finds in `workerData`: anything that can be cloned.
 * @param resourceLimits of the thread, which ends with an error once it needs more.
 */
export function startThread(name: string, workerData: unknown, resourceLimits: ResourceLimits = {}): Worker {
  const { filename, argv } = threadFile(name);
  return new Worker(filename, { argv, workerData, resourceLimits });
}
