import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { StartError } from '../../../platform/process/start-error.ts';

/** Hexadecimal digits of SHA-1. */
const hashLength = 40;
/** Bytes that contain a whole line from any position: a hash, a count and the line end */
const longestLine = 256;
/** Number of bytes read at once at the end of the search */
const window = 4096;

let file: string | null = null;

/**
 * Sets the file of breached passwords, or null. It has a line `<SHA-1>:<count>` per password, sorted by hash, as the
 * downloader of https://haveibeenpwned.com/Passwords writes it.
 * @throws StartError if it cannot be read, or has another format.
 */
export async function useBreachedPasswords(path: string | null): Promise<void> {
  if (path !== null) {
    const start = await readAt(path, 0, longestLine).catch((error: Error) => error.message);
    if (!/^[0-9a-f]{40}(:\d+)?\r?\n/i.test(start)) {
      throw new StartError(
        `BREACHED_PASSWORDS: ${path} has no lines of a SHA-1 and a count (${start.trim()})`,
      );
    }
  }
  file = path;
}

/** Returns whether a password is in the file, by a binary search of its lines. */
export async function isBreached(password: string): Promise<boolean> {
  if (file === null) return false;
  const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
  return withFile(file, async (handle) => {
    // If the line exists, it starts in [low, high). `low` is the start of a line.
    let low = 0;
    let high = (await handle.stat()).size;
    while (high - low > window) {
      const middle = low + Math.floor((high - low) / 2);
      const text = await read(handle, middle, longestLine);
      const line = text.indexOf('\n') + 1;
      const hash = text.slice(line, line + hashLength).toUpperCase();
      if (hash > wanted) high = middle + line;
      else low = middle + line;
    }
    const rest = await read(handle, low, high - low + hashLength);
    return rest.split('\n').some((line) => line.slice(0, hashLength).toUpperCase() === wanted);
  });
}

const readAt = (path: string, position: number, length: number): Promise<string> =>
  withFile(path, (handle) => read(handle, position, length));

async function withFile<T>(path: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(path);
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

async function read(handle: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString('latin1', 0, bytesRead);
}
