import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionTokenPrefix } from '@twinward/contracts/connections/connection';
import { prepareDataDirectory } from '../../platform/config/data-directory.ts';
import type { Running } from '../../platform/context.ts';
import { acquireLock } from '../../platform/process/lock.ts';
import type { Logger } from '../../platform/process/log.ts';
import { StartError } from '../../platform/process/start-error.ts';
import { databaseOfToken } from '../../platform/tokens.ts';
import type { Connector } from '../connector.ts';
import { ConnectionHost } from '../host/connection-host.ts';
import { Memory } from './memory.ts';
import type { PlantConfig } from './plant-config.ts';
import { startSender } from './sender.ts';
import { ServerAway, ServerClient, ServerRedirects, ServerRefusal } from './server-client.ts';
import { ServerLink } from './server-link.ts';
import { Spool } from './spool.ts';

/** Milliseconds between two polls. The server delays its response until something changes. */
const lookInterval = 250;
/** Milliseconds between two attempts to reach the server at the start. */
const startInterval = 5_000;

interface PlantOptions {
  config: PlantConfig;
  log: Logger;
  findConnector: (type: string) => Connector | null;
  /** Milliseconds between two tries while the server is away, and while it refuses. */
  intervals?: { away: number; refused: number };
  client?: ServerClient;
  signal?: AbortSignal;
}

export interface RunningPlant extends Running {
  /** Name of the connection. */
  name: string;
  spool: Spool;
}

/**
 * Runs the connection of a token at the plant. Uses the same host as the server, with ports that call the server and
 * spool values on disk.
 * @throws StartError if the server rejects the token, or if the folder contains the points of another connection
 */
export async function startPlant({
  config,
  log,
  findConnector,
  intervals,
  client = new ServerClient({ address: config.server, token: config.token }),
  signal = new AbortController().signal,
}: PlantOptions): Promise<RunningPlant> {
  await prepareDataDirectory(config.dataDirectory);
  const lock = await acquireLock(config.dataDirectory, 3_000);
  try {
    const directory = join(config.dataDirectory, 'spool');
    const warn = (message: string) => log.warn(message);
    const spool = await Spool.open({ directory, limit: config.spoolLimit, warn });
    const memory = new Memory(config.dataDirectory, config.token);
    const link = new ServerLink({ client, spool, memory, log, ...(intervals ? { intervals } : {}) });
    const { head } = await connectFirst(link, log, signal);
    await claimFolder(config, head.id, spool);
    const roles = findConnector(head.type)?.roles ?? [];
    const sender = startSender({ client, spool, log, hasHistory: () => roles.includes('history') });
    const host = new ConnectionHost({
      ports: link.ports,
      place: 'plant',
      name: head.name,
      log,
      directory: join(config.dataDirectory, 'connections'),
      allowsLocal: config.connectLocal,
      findConnector,
      interval: lookInterval,
    });
    return {
      name: head.name,
      spool,
      async close() {
        link.close();
        await host.close();
        await sender.close();
        await client.close();
        await memory.settled();
        await lock.release();
      },
    };
  } catch (error) {
    await client.close();
    await lock.release();
    throw error;
  }
}

/** Waits for an unreachable server. A rejected token ends the start. */
async function connectFirst(link: ServerLink, log: Logger, signal: AbortSignal) {
  for (;;) {
    try {
      return await link.connect();
    } catch (error) {
      if (error instanceof ServerRefusal || error instanceof ServerRedirects)
        throw new StartError(error.message, { cause: error });
      if (!(error instanceof ServerAway)) throw error;
      log.warn({ reason: error.message }, 'the server is tried again');
      await sleep(startInterval, undefined, { signal });
    }
  }
}

/** Reserves the folder, so that spooled points don't reach another connection. @throws StartError */
async function claimFolder(config: PlantConfig, connectionId: number, spool: Spool): Promise<void> {
  const path = join(config.dataDirectory, 'connection.json');
  // Connection ids are unique only within a database.
  const database = databaseOfToken(connectionTokenPrefix, config.token);
  const own = JSON.stringify({ server: config.server, database, connectionId });
  const before = await readFile(path, 'utf8').catch(() => own);
  if (before !== own && !spool.isEmpty)
    throw new StartError(
      `DATA_DIR '${config.dataDirectory}' holds ${spool.size.points} points of another connection that were not delivered: ${before}. Start it once more with its token, or set DATA_DIR to another folder.`,
    );
  await mkdir(config.dataDirectory, { recursive: true });
  await writeFile(path, own, { mode: 0o600 });
}
