import { startThread } from '../../../platform/threads/threads.ts';
import type { Picture } from './picture.ts';

/** Time limit, in milliseconds. */
const longest = 30_000;

/**
 * Draws charts in a separate thread.
 * @returns PNG, in the order of the request
 * @throws Error if drawing fails or times out
 */
export function drawPictures(pictures: readonly Picture[]): Promise<Uint8Array[]> {
  if (pictures.length === 0) return Promise.resolve([]);
  return new Promise((resolve, reject) => {
    const thread = startThread('modules/questions/report/picture-thread', pictures, {
      maxOldGenerationSizeMb: 256,
    });
    const timer = setTimeout(() => void thread.terminate(), longest);
    thread.once('message', (drawn: Uint8Array[]) => {
      resolve(drawn);
      void thread.terminate();
    });
    thread.once('error', reject);
    thread.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('The pictures could not be drawn in time.'));
    });
  });
}
