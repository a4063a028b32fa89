import { sql } from 'kysely';
import pg from 'pg';
import { Histogram } from 'prom-client';
import type { Running } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { publish } from '../../platform/live-events.ts';
import type { Logger } from '../../platform/log.ts';
import { metrics } from '../../platform/metrics.ts';
import type { Tenant } from '../../platform/tenants.ts';
import { pointsChannel } from '../../series/index.ts';
import { evaluateDue } from './batch.ts';
import { PreparedCache } from './prepared-cache.ts';
import { insertDue, takeChanges, takeTimers } from './store.ts';

export { updateTwinLevels } from './store.ts';

/** Has a protection evaluated from the beginning, once the caller's transaction commits. */
export async function requestEvaluation(db: Db, protectionId: number): Promise<void> {
  await insertDue(db, protectionId);
  await sql`select pg_notify(${pointsChannel}, '')`.execute(db);
}

const evaluationLag = new Histogram({
  name: 'twinward_evaluation_lag_seconds',
  help: 'Time from when new points were seen to when the protection was evaluated on them',
  labelNames: ['tenant'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60],
  registers: [metrics],
});

/** Without a notification, new points and due timers are looked for this often. */
const pollInterval = 500;
const tagsPerEvent = 500;

/**
 * Evaluates a tenant's protections as points come, from now until it is closed. Any number of processes
 * may do so at once: each takes what no other has.
 */
export async function startEvaluation(tenant: Tenant, log: Logger): Promise<Running> {
  const { db } = tenant;
  const cache = new PreparedCache();
  let closed = false;
  let wake: () => void = () => undefined;
  const listener = listen(tenant, log, () => wake());

  async function round(): Promise<boolean> {
    const tagIds = await db.transaction().execute(async (transaction) => {
      const changed = await takeChanges(transaction);
      for (let i = 0; i < changed.length; i += tagsPerEvent) {
        await publish(transaction, { type: 'points', tagIds: changed.slice(i, i + tagsPerEvent) });
      }
      return changed;
    });
    await takeTimers(db, new Date());
    const { dueSince } = await evaluateDue(db, cache, log);
    const now = Date.now();
    for (const since of dueSince)
      evaluationLag.observe({ tenant: tenant.name }, (now - since.getTime()) / 1000);
    return tagIds.length > 0 || dueSince.length > 0;
  }

  async function run(): Promise<void> {
    while (!closed) {
      let woken = false;
      const waiting = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollInterval);
        wake = () => {
          woken = true;
          clearTimeout(timer);
          resolve();
        };
      });
      try {
        if (await round()) continue;
      } catch (error) {
        if (!closed) log.warn({ err: error, tenant: tenant.name }, 'a round of evaluation failed');
      }
      if (!woken) await waiting;
    }
  }
  const running = run();
  return {
    async close() {
      closed = true;
      wake();
      await running;
      await listener.close();
    },
  };
}

/** Wakes the evaluation when points are committed. While the connection is down, it polls. */
function listen(tenant: Tenant, log: Logger, wake: () => void): { close(): Promise<void> } {
  let closed = false;
  let client: pg.Client | null = null;
  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: tenant.connectionString, keepAlive: true });
    client = next;
    next.on('error', () => undefined);
    next.on('notification', wake);
    next.on('end', () => {
      if (!closed) setTimeout(() => void retry(), 1000);
    });
    await next.connect();
    await next.query(`listen ${pointsChannel}`);
  }
  async function retry(): Promise<void> {
    if (closed) return;
    await connect().catch((error) =>
      log.warn({ err: error }, 'new points are polled for: no connection to listen on'),
    );
  }
  void retry();
  return {
    async close() {
      closed = true;
      await client?.end().catch(() => undefined);
    },
  };
}
