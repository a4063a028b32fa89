import { join } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { serverDirectory } from '../config/paths.ts';

const fromSources = import.meta.url.endsWith('.ts');

/** The file and the arguments that a thread is started with. */
export interface ThreadFile {
  filename: string;
  argv: string[];
}

/**
 * Finds one of the server's `*-thread.ts` files, as source or as built.
 * @param name path below `server/src` without extension, such as `work-thread`.
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
 * @param workerData any value that can be cloned.
 * @param resourceLimits of the thread; it ends with an error when it exceeds them.
 */
export function startThread(name: string, workerData: unknown, resourceLimits: ResourceLimits = {}): Worker {
  const { filename, argv } = threadFile(name);
  return new Worker(filename, { argv, workerData, resourceLimits });
}
