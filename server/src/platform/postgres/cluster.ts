import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import type { Binaries } from './binaries.ts';
import { findLauncher, type Launcher } from './launcher.ts';

export const superuser = 'twinward';

/** The files of a database server on disk, ready to be started. */
export interface Cluster {
  /** PostgreSQL's own data folder. */
  data: string;
  password: string;
  launcher: Launcher;
}

/** The version of the bundled PostgreSQL's data format. */
const majorVersion = '18';

/**
 * Opens the database files below `directory`, making them when there are none. What a killed process left
 * half made is made again.
 * @param durable false only for data that may be lost, such as a test's.
 * @throws StartError when the files belong to another version or user, or their password is lost.
 */
export async function openCluster(binaries: Binaries, directory: string, durable: boolean): Promise<Cluster> {
  const data = join(directory, 'postgres');
  const passwordFile = join(directory, 'postgres-password');
  await mkdir(directory, { recursive: true });
  if (!existsSync(join(data, 'PG_VERSION'))) {
    const launcher = findLauncher({ program: binaries.initdb, directory });
    const password = randomBytes(24).toString('base64url');
    await writeDurably(passwordFile, password);
    await initialize({ binaries, launcher, data, password, durable });
    return { data, password, launcher };
  }
  const { uid, gid } = await stat(data);
  const own = process.getuid?.();
  if (own !== 0 && own !== uid) {
    throw new StartError(
      `${data} belongs to the user with id ${uid}: start Twinward as that user or as root`,
    );
  }
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
  if (version !== majorVersion) {
    throw new StartError(
      `${data} is of PostgreSQL ${version}, and this Twinward brings PostgreSQL ${majorVersion}`,
    );
  }
  const password = await readFile(passwordFile, 'utf8').catch(() => {
    throw new StartError(`${passwordFile} is missing: without it the database in ${data} can't be opened`);
  });
  return { data, password, launcher: findLauncher({ program: binaries.postgres, directory }, { uid, gid }) };
}

/** Makes the files under another name first: they get their own only once they are whole. */
async function initialize(request: {
  binaries: Binaries;
  launcher: Launcher;
  data: string;
  password: string;
  durable: boolean;
}): Promise<void> {
  const { binaries, launcher, data, password, durable } = request;
  const { uid, gid } = launcher;
  const staged = `${data}.new`;
  await rm(staged, { recursive: true, force: true });
  await mkdir(staged, { mode: 0o700 });
  await chown(staged, uid, gid);
  // initdb reads the password from a file, which must be there before the folder it fills: beside it.
  const handover = `${data}-password.new`;
  await writeFile(handover, password, { mode: 0o600 });
  await chown(handover, uid, gid);
  try {
    await run(launcher, binaries.initdb, [
      `--pgdata=${staged}`,
      `--username=${superuser}`,
      `--pwfile=${handover}`,
      '--auth=scram-sha-256',
      '--data-checksums',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=und',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]);
  } finally {
    await rm(handover, { force: true });
  }
  await rename(staged, data);
}

function run(launcher: Launcher, program: string, args: string[]): Promise<void> {
  const [file, list, options] = launcher.command(program, args);
  return new Promise((resolve, reject) => {
    const child = spawn(file, list, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else
        reject(new StartError(`the database's files can't be made: ${errors.trim() || `exit code ${code}`}`));
    });
  });
}

/** Writes a secret so that after a crash there is the whole file or none. */
async function writeDurably(path: string, text: string): Promise<void> {
  const staged = `${path}.new`;
  const file = await open(staged, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await chmod(staged, 0o600);
  await rename(staged, path);
}
