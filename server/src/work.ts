import type { MetricObject } from 'prom-client';
import { requestResetJob } from './modules/access/password-reset/jobs.ts';
import { pruneSignInAttempts } from './modules/access/sign-in-attempt/service.ts';
import { importAssets } from './modules/assets/asset-import/jobs.ts';
import { clearDemo, loadDemoAgain } from './modules/exchange/demo/clear.ts';
import { copyTwin } from './modules/exchange/twin-copy/jobs.ts';
import { type CommandHandlers, createCommandJobs } from './modules/jobs/command/jobs.ts';
import { deleteLeftUploads, endAbandonedCommands } from './modules/jobs/command/service.ts';
import { changeAdvisories } from './modules/outcomes/advisory/bulk.ts';
import { adviseOfFiringsJob } from './modules/outcomes/advisory/jobs.ts';
import { watchDisks } from './modules/outcomes/disk-notice/watch.ts';
import {
  aggregateMailJob,
  notifyOfEventsJob,
  notifyOfSetAsideJob,
} from './modules/outcomes/notification/jobs.ts';
import { pruneNotifications } from './modules/outcomes/notification/service.ts';
import { simulateProtection } from './modules/proof/simulation/run.ts';
import { recalculateTag } from './modules/protections/evaluation/jobs.ts';
import { startEvaluation } from './modules/protections/evaluation/service.ts';
import { unshelveExpired } from './modules/protections/shelving/service.ts';
import { recalculateRiskAnalysis } from './modules/risk/risk-analysis/jobs.ts';
import { refreshAges } from './modules/risk/risk-analysis/service.ts';
import { importRiskAssets } from './modules/risk/risk-analysis-import/jobs.ts';
import { importPoints } from './modules/signals/point-import/jobs.ts';
import { importTags } from './modules/signals/tag-import/jobs.ts';
import { sendMailJob } from './modules/system/mail/jobs.ts';
import { pruneMails } from './modules/system/mail/service.ts';
import { mapTagAliases, previewMapping } from './modules/twins/alias/jobs.ts';
import { importWork } from './modules/work/work-import/jobs.ts';
import type { Running, ServerContext } from './platform/context.ts';
import { classifyError } from './platform/database/database-trouble.ts';
import type { Tenant } from './platform/database/tenants.ts';
import { runJobs } from './platform/jobs/job-runner.ts';
import type { Logger } from './platform/process/log.ts';
import { metrics } from './platform/process/metrics.ts';
import { repeat } from './platform/process/repeat.ts';
import { compactDue } from './series/index.ts';
import './subscriptions.ts';

export interface RunningWork extends Running {
  /** The figures of this thread. */
  metrics(): Promise<MetricObject[]>;
}

/** How often tenants made since are looked for. */
const tenantInterval = 10_000;
const compactionInterval = 10_000;
const shelvingInterval = 2_000;
const abandonedInterval = 30_000;
/** Looks for analyses of yesterday, or of another time zone. */
const agesInterval = 60_000;
const uploadInterval = 3_600_000;
/** Hours rather than a day: a process may not live that long. */
const pruningInterval = 6 * 3_600_000;

/** Carries out the jobs of every tenant, and evaluates its points as they come. */
export async function startWork({ tenants, log }: ServerContext): Promise<RunningWork> {
  const running = new Map<string, Running>();
  async function addTenants(): Promise<void> {
    for (const name of await tenants.list()) {
      if (!running.has(name)) await addTenant(name).catch((error) => notAdded(name, error));
    }
  }
  async function addTenant(name: string): Promise<void> {
    const [tenant, evaluated] = await Promise.all([tenants.get(name), tenants.get(name, 'evaluation')]);
    if (tenant && evaluated) running.set(name, await workFor(tenant, evaluated, log));
  }
  /** One tenant whose database is away doesn't keep the others from being worked for. */
  function notAdded(tenant: string, error: unknown): void {
    const trouble = classifyError(error);
    log.warn({ tenant, ...(trouble ? { trouble } : { err: error }) }, 'a tenant can not be worked for now');
  }
  await addTenants();
  const adding = repeat('the search for new tenants', tenantInterval, addTenants, log);
  const disks = watchDisks({ tenants, log });
  return {
    metrics: () => metrics.getMetricsAsJSON(),
    async close() {
      await Promise.all([adding.close(), disks.close()]);
      await Promise.all([...running.values()].map((work) => work.close()));
    },
  };
}

const commandHandlers: CommandHandlers = {
  'import-data-points': importPoints,
  'recalculate-tag': recalculateTag,
  'import-assets': importAssets,
  'import-tags': importTags,
  'import-work': importWork,
  'preview-mapping': previewMapping,
  'map-tag-aliases': mapTagAliases,
  'copy-twin': copyTwin,
  'recalculate-risk-analysis': recalculateRiskAnalysis,
  'import-risk-analysis-assets': importRiskAssets,
  'simulate-protection': simulateProtection,
  'change-advisories': changeAdvisories,
  'clear-demo': clearDemo,
  'load-demo': loadDemoAgain,
};

/**
 * @param tenant with connections for jobs
 * @param evaluated the same with connections for evaluation
 */
async function workFor(tenant: Tenant, evaluated: Tenant, log: Logger): Promise<Running> {
  const { db } = tenant;
  const parts: Running[] = [
    await runJobs(
      tenant,
      [
        ...createCommandJobs(commandHandlers),
        sendMailJob,
        requestResetJob,
        notifyOfEventsJob,
        notifyOfSetAsideJob,
        adviseOfFiringsJob,
        aggregateMailJob,
      ],
      log,
    ),
    await startEvaluation(evaluated, log),
    repeat('compaction', compactionInterval, () => compactDue(db), log),
    repeat('the end of shelving', shelvingInterval, () => unshelveExpired(db), log),
    repeat('the refresh of ages', agesInterval, () => refreshAges(db), log),
    repeat('the search for left uploads', uploadInterval, () => deleteLeftUploads(db), log),
    repeat('the pruning of sign-in attempts', uploadInterval, () => pruneSignInAttempts(db), log),
    repeat('the pruning of mails', pruningInterval, () => pruneMails(db), log),
    repeat('the pruning of notifications', pruningInterval, () => pruneNotifications(db), log),
    repeat(
      'the search for abandoned commands',
      abandonedInterval,
      () => endAbandonedCommands(db, commandHandlers),
      log,
    ),
  ];
  return { close: async () => void (await Promise.all(parts.map((part) => part.close()))) };
}
