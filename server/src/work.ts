import { createCommandJob } from './modules/command/jobs.ts';
import { startEvaluation } from './modules/evaluation/service.ts';
import { importPoints } from './modules/import/jobs.ts';
import type { ServerContext } from './platform/context.ts';
import { runJobs } from './platform/jobs.ts';
import { metrics } from './platform/metrics.ts';
import type { Tenant } from './platform/tenants.ts';

export interface RunningWork {
  /** The figures of this thread, as Prometheus text. */
  metrics(): Promise<string>;
  close(): Promise<void>;
}

/** How often tenants made since are looked for. */
const tenantInterval = 10_000;

/** Carries out the jobs of every tenant, and evaluates its points as they come. */
export async function startWork(context: ServerContext): Promise<RunningWork> {
  const running = new Map<string, { close(): Promise<void> }>();
  async function addTenants(): Promise<void> {
    for (const name of await context.tenants.list()) {
      if (running.has(name)) continue;
      const tenant = await context.tenants.get(name);
      if (tenant) running.set(name, await workFor(tenant, context));
    }
  }
  await addTenants();
  let adding: Promise<void> | null = null;
  const timer = setInterval(() => {
    adding ??= addTenants()
      .catch((error) => context.log.warn({ err: error }, 'tenants were not looked for'))
      .finally(() => {
        adding = null;
      });
  }, tenantInterval);
  return {
    metrics: () => metrics.metrics(),
    async close() {
      clearInterval(timer);
      await adding;
      await Promise.all([...running.values()].map((work) => work.close()));
    },
  };
}

async function workFor(tenant: Tenant, { log }: ServerContext): Promise<{ close(): Promise<void> }> {
  const jobs = await runJobs(tenant, [createCommandJob({ 'import-data-points': importPoints })], log);
  const evaluation = await startEvaluation(tenant, log);
  return {
    async close() {
      await Promise.all([jobs.close(), evaluation.close()]);
    },
  };
}
