import type { Running } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { classifyError } from '../../../platform/database/database-trouble.ts';
import type { Tenant, Tenants } from '../../../platform/database/tenants.ts';
import { probeWrite } from '../../../platform/database/write-probe.ts';
import type { Logger } from '../../../platform/process/log.ts';
import { fullDisks } from '../../../platform/process/metrics.ts';
import { repeat } from '../../../platform/process/repeat.ts';
import { reportFullDisk } from './service.ts';

/** Milliseconds between two checks. */
const interval = 10_000;

export interface DiskWatchOptions {
  tenants: Pick<Tenants, 'list' | 'get'>;
  log: Logger;
  /** Writes a small row to a database's disk. */
  probe?: (db: Db) => Promise<void>;
  clock?: () => Date;
}

/**
 * Checks regularly whether the databases' disks have space. A full disk can't store a notification: it is logged, and
 * administrators are notified once there is space again.
 */
export function watchDisks(options: DiskWatchOptions): Running {
  return repeat('the watch of the disks', interval, createDiskWatch(options), options.log);
}

/** Returns a function that checks the disk of each database server once. */
export function createDiskWatch({
  tenants,
  log,
  probe = probeWrite,
  clock = () => new Date(),
}: DiskWatchOptions): () => Promise<void> {
  /** Since when a disk is full, by database server. */
  const fullSince = new Map<string, Date>();

  async function look(server: string, [first, ...others]: readonly Tenant[]): Promise<void> {
    const from = fullSince.get(server);
    try {
      await probe(first!.db);
    } catch (error) {
      const trouble = classifyError(error);
      if (!trouble) throw error;
      if (trouble === 'disk-full' && !from) {
        log.error({ server }, 'the disk of the database is full');
        fullSince.set(server, clock());
      }
      return;
    }
    if (!from) return;
    log.info({ server }, 'the disk of the database has room again');
    const until = clock();
    for (const { db } of [first!, ...others]) await reportFullDisk(db, { from, until });
    fullSince.delete(server);
  }

  return async () => {
    const servers = new Map<string, Tenant[]>();
    for (const name of await tenants.list()) {
      // An unreachable database is checked again later.
      const tenant = await tenants.get(name).catch(() => null);
      if (!tenant) continue;
      const { host } = new URL(tenant.connectionString);
      servers.set(host, [...(servers.get(host) ?? []), tenant]);
    }
    for (const [server, ofServer] of servers) await look(server, ofServer);
    fullDisks.set(fullSince.size);
  };
}
