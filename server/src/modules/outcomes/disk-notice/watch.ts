import type { Running } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { troubleOf } from '../../../platform/database/database-trouble.ts';
import type { Tenant, Tenants } from '../../../platform/database/tenants.ts';
import { probeWrite } from '../../../platform/database/write-probe.ts';
import type { Logger } from '../../../platform/process/log.ts';
import { fullDisks } from '../../../platform/process/metrics.ts';
import { repeat } from '../../../platform/process/repeat.ts';
import { reportFullDisk } from './service.ts';

/** Milliseconds between two looks at the disks. */
const interval = 10_000;

export interface DiskWatchOptions {
  tenants: Pick<Tenants, 'list' | 'get'>;
  log: Logger;
  /** Writes a little to a database's disk. */
  probe?: (db: Db) => Promise<void>;
  clock?: () => Date;
}

/**
 * Finds out again and again whether the disks of the databases have room. A full disk takes no notification: it is
 * logged, and administrators are notified once there is room again.
 */
export function watchDisks(options: DiskWatchOptions): Running {
  return repeat('the watch of the disks', interval, createDiskWatch(options), options.log);
}

/** Returns a function that looks at the disk of each database server once. */
export function createDiskWatch({
  tenants,
  log,
  probe = probeWrite,
  clock = () => new Date(),
}: DiskWatchOptions): () => Promise<void> {
  /** By database server, since when its disk is full. */
  const fullSince = new Map<string, Date>();

  async function look(server: string, [first, ...others]: readonly Tenant[]): Promise<void> {
    const from = fullSince.get(server);
    try {
      await probe(first!.db);
    } catch (error) {
      const trouble = troubleOf(error);
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
      // One whose database is away is looked at later.
      const tenant = await tenants.get(name).catch(() => null);
      if (!tenant) continue;
      const { host } = new URL(tenant.connectionString);
      servers.set(host, [...(servers.get(host) ?? []), tenant]);
    }
    for (const [server, ofServer] of servers) await look(server, ofServer);
    fullDisks.set(fullSince.size);
  };
}
