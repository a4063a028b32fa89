import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { serverDirectory } from './paths.ts';

const fromSources = import.meta.url.endsWith('.ts');

/**
 * Starts a thread on one of the server's `*-thread.ts` files.
 * @param name its path below `server/src` without the extension, such as `work-thread`.
 * @param workerData what it finds in `workerData`: anything that can be cloned.
 */
export function startThread(name: string, workerData: unknown): Worker {
  const file = fromSources
    ? join(serverDirectory, 'src', `${name}.ts`)
    : join(serverDirectory, 'dist', `${name}.js`);
  // Node by itself reads neither TypeScript nor imports without an extension.
  const execArgv = fromSources
    ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
    : [];
  return new Worker(file, { workerData, execArgv });
}
