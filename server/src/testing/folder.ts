import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const inMemory = '/dev/shm';
/** Bytes that must be free there: more than the databases of a run take at once. */
const enough = 4 * 1024 ** 3;

/**
 * Makes a folder for the files of a database server, in memory where there is room. Copying a database makes more than a
 * thousand files, which takes a disk some thirty times as much of the processor.
 */
export async function makeDatabaseFolder(prefix: string): Promise<string> {
  const memory = await statfs(inMemory).catch(() => null);
  const isRoomy = memory !== null && memory.bavail * memory.bsize >= enough;
  return mkdtemp(join(isRoomy ? inMemory : tmpdir(), prefix));
}
