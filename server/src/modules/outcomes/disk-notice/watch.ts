import type { Running } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { classifyError } from '../../../platform/database/database-trouble.ts';
import {
  type DiskRefusals,
  diskRefusals,
  toServerAddress,
} from '../../../platform/database/disk-refusals.ts';
import type { Tenant, Tenants } from '../../../platform/database/tenants.ts';
import { probeWrite } from '../../../platform/database/write-probe.ts';
import type { Logger } from '../../../platform/process/log.ts';
import { fullDisks } from '../../../platform/process/metrics.ts';
import { repeat } from '../../../platform/process/repeat.ts';
import { reportFullDisk } from './service.ts';

/** Milliseconds between two checks of the disks. */
const checkInterval = 10_000;
/** Milliseconds between two attempts to write to a disk that was full. */
const reportInterval = 1_000;

export interface DiskWatchOptions {
  tenants: Pick<Tenants, 'list' | 'get' | 'catalogueUrl'>;
  log: Logger;
  refusals?: DiskRefusals;
  /** Writes a small row to a database's disk. */
  probe?: (db: Db) => Promise<void>;
  clock?: () => Date;
}

export interface DiskWatch {
  /** Records the disks that are full now. */
  check(): Promise<void>;
  /** Notifies administrators of each disk that was full and accepts writes again. */
  report(): Promise<void>;
}

/** Notifies administrators of disks that refused a write of this thread. */
export function reportFullDisks(options: DiskWatchOptions): Running {
  return repeat('the report of full disks', reportInterval, createDiskWatch(options).report, options.log);
}

/** Checks regularly whether the databases' disks have space, since a disk may be full while nothing is written. */
export function checkDisks(options: DiskWatchOptions): Running {
  return repeat('the check of the disks', checkInterval, createDiskWatch(options).check, options.log);
}

/**
 * Creates a disk watch. A notification cannot be stored on a full disk, so the disk is logged, and administrators are
 * notified when there is space again.
 */
export function createDiskWatch({
  tenants,
  log,
  refusals = diskRefusals,
  probe = probeWrite,
  clock = () => new Date(),
}: DiskWatchOptions): DiskWatch {
  const logged = new Set<string>();

  /** Returns the tenants of each database server, without unreachable ones. */
  async function listServers(): Promise<Map<string, Tenant[]>> {
    const servers = new Map<string, Tenant[]>();
    for (const name of await tenants.list()) {
      const tenant = await tenants.get(name).catch(() => null);
      if (!tenant) continue;
      const server = toServerAddress(tenant.connectionString);
      servers.set(server, [...(servers.get(server) ?? []), tenant]);
    }
    return servers;
  }

  /** Returns whether a server accepts a write. Records a full disk. */
  async function takesWrites(server: string, { db }: Tenant): Promise<boolean> {
    try {
      await probe(db);
      return true;
    } catch (error) {
      const trouble = classifyError(error);
      if (!trouble) throw error;
      if (trouble === 'disk-full') refusals.record(server, clock());
      return false;
    }
  }

  async function reportServer(server: string, ofServer: readonly Tenant[]): Promise<void> {
    if (!logged.has(server)) log.error({ server }, 'the disk of the database is full');
    logged.add(server);
    const [first] = ofServer;
    if (!first || !(await takesWrites(server, first))) return;
    const period = refusals.get(server)!;
    for (const { db } of ofServer) await reportFullDisk(db, period);
    refusals.forget(server, period);
    logged.delete(server);
    log.info({ server }, 'the disk of the database has room again');
  }

  return {
    async check() {
      for (const [server, [first]] of await listServers()) await takesWrites(server, first!);
    },
    async report() {
      fullDisks.set(refusals.size);
      if (refusals.size === 0) return;
      const servers = await listServers();
      // The embedded server gets another port at each start.
      const catalogue = servers.get(toServerAddress(tenants.catalogueUrl)) ?? [];
      for (const server of refusals.servers()) await reportServer(server, servers.get(server) ?? catalogue);
      fullDisks.set(refusals.size);
    },
  };
}
