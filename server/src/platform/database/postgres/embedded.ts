import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { findFreePort } from '../../http/port.ts';
import { createBackOff } from '../../process/back-off.ts';
import type { Logger } from '../../process/log.ts';
import { StartError } from '../../process/start-error.ts';
import { chooseBinaries, type InstalledPostgres } from './binaries.ts';
import { openCluster, superuser } from './cluster.ts';
import { type Postmaster, PostmasterError, startPostmaster } from './postmaster.ts';
import { clearPostmaster } from './postmaster-file.ts';
import { prepareRoles, type RoleUrls } from './roles.ts';
import { serverArguments } from './settings.ts';

export interface EmbeddedOptions {
  /**
   * Folder of the database's files, in `postgres`, and of its password, in `postgres-password`. Created on
   * first use.
   */
  directory: string;
  /** Database to create if it does not exist. */
  database: string;
  log?: Logger;
  /** Which PostgreSQL may be used instead of the bundled one; by default only the bundled one. */
  installed?: InstalledPostgres;
  /** Called when the server has ended and can't be restarted. */
  onLost(error: Error): void;
  /** Called for each message of the server that its disk is full, with its host and port. */
  onDiskFull?: ((server: string) => void) | undefined;
  /** False only for data that may be lost, such as a test's. */
  durable?: boolean;
}

/** The embedded PostgreSQL, kept running until `stop`. The URLs stay the same across restarts. */
export interface EmbeddedPostgres extends RoleUrls {
  /** Process id of the running server. */
  pid(): number;
  stop(): Promise<void>;
}

/** Uptime in milliseconds after which the count of consecutive restarts starts again. */
const steadyAfter = 60_000;
/** Maximum number of consecutive restarts: some minutes, including the back-off. */
const mostRestarts = 30;

const invalidPassword = '28P01';

/**
 * Starts a PostgreSQL on a free loopback port, and recovers from the remains of a crash. If the
 * server ends, it is restarted on the same port.
 * @throws StartError when it can't be created or started.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { directory, database, log, durable = true, installed = { programs: 'bundled' } } = options;
  const binaries = await chooseBinaries(directory, installed);
  log?.info({ postgres: binaries.postgres, version: binaries.majorVersion }, 'the database server was found');
  const cluster = await openCluster(binaries, directory, durable);
  const toUrl = (port: number, name: string) =>
    `postgres://${superuser}:${cluster.password}@127.0.0.1:${port}/${name}`;

  async function launch(port: number): Promise<Postmaster> {
    await clearPostmaster(cluster.data, log);
    try {
      return await startPostmaster({
        launcher: cluster.launcher,
        program: binaries.postgres,
        args: serverArguments(cluster.data, port, durable),
        url: toUrl(port, 'postgres'),
        log,
        onDiskFull: () => options.onDiskFull?.(`127.0.0.1:${port}`),
      });
    } catch (error) {
      if ((error as pg.DatabaseError).code !== invalidPassword) throw error;
      throw new StartError(
        `the password in ${cluster.passwordFile} is not that of the database in ${cluster.data}: restore the file that belongs to it`,
        { cause: error },
      );
    }
  }

  let port = await findFreePort();
  let postmaster = await startWithRetries(async (again) => {
    if (again === 'port') port = await findFreePort();
    return launch(port);
  });

  let stopping = false;
  const waiting = new AbortController();
  const backOff = createBackOff({ base: 500, cap: 10_000 });
  let startedAt = performance.now();
  let restarts = 0;

  /** Restarts the server with back-off, even if it fails to start, for example because of a full disk. */
  async function restart(): Promise<Postmaster> {
    if (performance.now() - startedAt > steadyAfter) {
      backOff.reset();
      restarts = 0;
    }
    for (;;) {
      await sleep(backOff.next(), undefined, { signal: waiting.signal });
      if (stopping || ++restarts > mostRestarts) {
        throw new StartError('the database server keeps ending: see the log for why');
      }
      try {
        const next = await startWithRetries(() => launch(port));
        startedAt = performance.now();
        return next;
      } catch (error) {
        log?.error({ err: error }, 'the database server can not be started now: trying again');
      }
    }
  }

  async function watch(): Promise<void> {
    for (;;) {
      await postmaster.ended;
      if (stopping) return;
      log?.error({ pid: postmaster.pid }, 'the database server ended unexpectedly: starting it again');
      postmaster = await restart();
      log?.info({ pid: postmaster.pid }, 'the database server runs again');
      if (stopping) await postmaster.stop();
    }
  }

  let urls: RoleUrls;
  try {
    urls = await prepareRoles(toUrl(port, 'postgres'), database);
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
  const watching = watch().catch((error: Error) => {
    if (!stopping) options.onLost(error);
  });
  return {
    ...urls,
    pid: () => postmaster.pid,
    async stop() {
      stopping = true;
      waiting.abort();
      await postmaster.stop();
      await watching;
    },
  };
}

/**
 * Retries failures that pass with time or on another port. Sessions of a killed server hold its shared memory
 * until they notice; a free port may be taken before it is used.
 */
async function startWithRetries(
  start: (again?: 'time' | 'port') => Promise<Postmaster>,
): Promise<Postmaster> {
  let again: 'time' | 'port' | undefined;
  for (const deadline = Date.now() + 60_000; ; ) {
    try {
      return await start(again);
    } catch (error) {
      if (!(error instanceof PostmasterError)) throw error;
      again = curedBy(error.message);
      if (!again || Date.now() > deadline) {
        throw new StartError(`the database server doesn't start:\n${error.message}`, { cause: error });
      }
      await sleep(100);
    }
  }
}

function curedBy(lastWords: string): 'time' | 'port' | undefined {
  if (/shared memory block|postmaster\.pid" already exists/.test(lastWords)) return 'time';
  if (/could not (create any TCP\/IP sockets|bind)/.test(lastWords)) return 'port';
  return undefined;
}
