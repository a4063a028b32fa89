import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const skipped = new Set(['node_modules', 'dist', '.cache', '.git']);

/** Returns all files below a folder, or the file itself, sorted. Omits installed and built files. */
export function listFiles(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => !skipped.has(entry.name))
      .flatMap((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : join(path, entry.name)))
      .sort();
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
}
