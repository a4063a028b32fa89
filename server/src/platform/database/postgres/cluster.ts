import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../process/start-error.ts';
import type { Binaries } from './binaries.ts';
import { findLauncher, type Launcher } from './launcher.ts';

export const superuser = 'twinward';

/** The files of a database server, ready to be started. */
export interface Cluster {
  /** PostgreSQL's own data folder. */
  data: string;
  /** File with the superuser's password. */
  passwordFile: string;
  password: string;
  launcher: Launcher;
}

/**
 * Opens the database files below `directory` and creates them when there are none. An initialization that was
 * interrupted is started over.
 *
 * A new password stays in `postgres-password.new` until the data folder has its final name. A password
 * without a data folder therefore means that the data is elsewhere, for example on a volume that is not
 * mounted; no new data is created then.
 * @param durable false only for data that may be lost, such as a test's.
 * @throws StartError when the data is missing but its password exists, when the files belong to another
 * version or user, or when their password is missing.
 */
export async function openCluster(binaries: Binaries, directory: string, durable: boolean): Promise<Cluster> {
  const data = join(directory, 'postgres');
  const passwordFile = join(directory, 'postgres-password');
  const newPasswordFile = `${passwordFile}.new`;
  await mkdir(directory, { recursive: true });
  if (existsSync(data)) await assertOwner(data);
  if (!existsSync(join(data, 'PG_VERSION'))) {
    if (existsSync(passwordFile)) {
      throw new StartError(
        `${passwordFile} is there, but its database in ${data} is not: is a volume not mounted? ` +
          `To begin anew with an empty database, remove ${passwordFile}`,
      );
    }
    await assertEmpty(data);
    const launcher = findLauncher({ program: binaries.initdb, directory });
    await writeSecret(newPasswordFile, randomBytes(24).toString('base64url'));
    await initialize({ binaries, launcher, data, passwordFile: newPasswordFile, durable });
    await syncFolder(directory);
  }
  if (!existsSync(passwordFile) && existsSync(newPasswordFile)) {
    await rename(newPasswordFile, passwordFile);
    await syncFolder(directory);
  }
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
  if (version !== String(binaries.majorVersion)) {
    throw new StartError(
      `${data} is of PostgreSQL ${version}, and ${binaries.origin} PostgreSQL ${binaries.majorVersion}: ` +
        `set PG_BIN to the folder of the programs of PostgreSQL ${version}`,
    );
  }
  const password = await readFile(passwordFile, 'utf8').catch(() => {
    throw new StartError(`${passwordFile} is missing: without it the database in ${data} can't be opened`);
  });
  return {
    data,
    passwordFile,
    password,
    launcher: findLauncher({ program: binaries.postgres, directory }, await stat(data)),
  };
}

async function assertOwner(data: string): Promise<void> {
  const { uid } = await stat(data);
  const own = process.getuid?.();
  if (own !== 0 && own !== uid) {
    throw new StartError(
      `${data} belongs to the user with id ${uid}: start Twinward as that user or as root`,
    );
  }
}

/** A folder with other files is never replaced. */
async function assertEmpty(data: string): Promise<void> {
  const [first] = existsSync(data) ? await readdir(data) : [];
  if (first) {
    throw new StartError(
      `${data} holds no database but other files, such as ${first}: move them, or set DATA_DIR to another folder`,
    );
  }
}

/** Creates the files in a temporary folder and renames it when they are complete. */
async function initialize(request: {
  binaries: Binaries;
  launcher: Launcher;
  data: string;
  passwordFile: string;
  durable: boolean;
}): Promise<void> {
  const { binaries, launcher, data, passwordFile, durable } = request;
  const { uid, gid } = launcher;
  const staged = `${data}.new`;
  await rm(staged, { recursive: true, force: true });
  await mkdir(staged, { mode: 0o700 });
  await chown(staged, uid, gid);
  const { uid: ownUid, gid: ownGid } = await stat(passwordFile);
  await chown(passwordFile, uid, gid);
  await run(launcher, binaries.initdb, [
    `--pgdata=${staged}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=und',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]);
  await chown(passwordFile, ownUid, ownGid);
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

/** Writes a file that only its owner can read, and waits for fsync. */
async function writeSecret(path: string, text: string): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Waits until the entries of a folder are on disk (fsync). */
async function syncFolder(directory: string): Promise<void> {
  const folder = await open(directory);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
