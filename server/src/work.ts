import type { MetricObject } from 'prom-client';
import { requestResetJob } from './modules/access/password-reset/jobs.ts';
import { pruneSignInAttempts } from './modules/access/sign-in-attempt/service.ts';
import { hasReplay } from './modules/exchange/demo/replay/store.ts';
import { createCommandJobs } from './modules/jobs/command/jobs.ts';
import {
  type CommandLoaders,
  deleteLeftUploads,
  endAbandonedCommands,
} from './modules/jobs/command/service.ts';
import { adviseOfFiringsJob } from './modules/outcomes/advisory/jobs.ts';
import { checkDisks, reportFullDisks } from './modules/outcomes/disk-notice/watch.ts';
import {
  aggregateMailJob,
  heldMailsJob,
  notifyOfEventsJob,
  notifyOfSetAsideJob,
} from './modules/outcomes/notification/jobs.ts';
import { pruneNotifications } from './modules/outcomes/notification/service.ts';
import { createDeliveryJob, pruneWebhookLog } from './modules/outcomes/webhook/jobs.ts';
import { startEvaluation } from './modules/protections/evaluation/service.ts';
import { checkFits } from './modules/protections/pattern/service.ts';
import { unshelveExpired } from './modules/protections/shelving/service.ts';
import { hasAlerts } from './modules/questions/dashboard/figure-alert-store.ts';
import { hasDueReports } from './modules/questions/report/subscription-store.ts';
import { recordDay } from './modules/questions/risk-history/service.ts';
import {
  indexDueRecords,
  indexTypes,
  refreshSharedTexts,
  sendReminders,
} from './modules/records/record/service.ts';
import { refreshAges } from './modules/risk/risk-analysis/service.ts';
import { sendMailJob } from './modules/system/mail/jobs.ts';
import { pruneMails } from './modules/system/mail/service.ts';
import type { Config } from './platform/config/config.ts';
import type { Running, ServerContext } from './platform/context.ts';
import type { Tenant, Tenants } from './platform/database/tenants.ts';
import { deleteOldKeys } from './platform/http/idempotency.ts';
import { runJobs } from './platform/jobs/job-runner.ts';
import type { Logger } from './platform/process/log.ts';
import { metrics } from './platform/process/metrics.ts';
import { repeat } from './platform/process/repeat.ts';
import { compactDue } from './series/index.ts';
import './subscriptions.ts';
import { startForTenants } from './tenant-works.ts';

export interface RunningWork extends Running {
  /** The figures of this thread. */
  metrics(): Promise<MetricObject[]>;
}

const compactionInterval = 10_000;
const shelvingInterval = 2_000;
const searchInterval = 2_000;
const abandonedInterval = 30_000;
/** Looks for analyses of yesterday, or of another time zone. */
const agesInterval = 60_000;
/** Looks whether a day has begun. */
const historyInterval = 60_000;
/** Dates come by day; records whose dates are near may be added at any time. */
const reminderInterval = 600_000;
/** Looks for models that were not checked for a day. */
const fitInterval = 600_000;
const replayInterval = 5_000;
/** Reads the figures that have limits. */
const figureInterval = 60_000;
/** Looks for reports whose mail is due. */
const reportInterval = 20_000;
const uploadInterval = 3_600_000;
/** Hours rather than a day: a process may not live that long. */
const pruningInterval = 6 * 3_600_000;

/**
 * What one thread does for every tenant. `alarms`: evaluates points as they come, and does what excursions ask for.
 * `jobs`: everything that may keep a processor busy, such as imports.
 */
export type WorkPart = 'alarms' | 'jobs';

/** Does one part of the work for every tenant until closed. */
export async function startWork(
  { config, tenants, log }: ServerContext,
  part: WorkPart,
): Promise<RunningWork> {
  const works = await startForTenants({ tenants, log }, (name) => starts[part](name, tenants, log, config));
  const disks = [
    reportFullDisks({ tenants, log }),
    ...(part === 'alarms' ? [checkDisks({ tenants, log })] : []),
  ];
  return {
    metrics: () => metrics.getMetricsAsJSON(),
    close: async () => void (await Promise.all([works, ...disks].map((one) => one.close()))),
  };
}

const noticeJobs = [
  sendMailJob,
  requestResetJob,
  notifyOfEventsJob,
  notifyOfSetAsideJob,
  adviseOfFiringsJob,
  aggregateMailJob,
  heldMailsJob,
];

/** The handlers of commands; the modules of one are loaded when it is first needed. */
const commandHandlers: CommandLoaders = {
  'import-data-points': () =>
    import('./modules/signals/point-import/jobs.ts').then(({ importPoints }) => importPoints),
  'read-history': () =>
    import('./modules/connections/connection/jobs.ts').then(
      ({ readHistoryOfConnection }) => readHistoryOfConnection,
    ),
  'recalculate-tag': () =>
    import('./modules/protections/evaluation/jobs.ts').then(({ recalculateTag }) => recalculateTag),
  'import-assets': () =>
    import('./modules/assets/asset-import/jobs.ts').then(({ importAssets }) => importAssets),
  'import-tags': () => import('./modules/signals/tag-import/jobs.ts').then(({ importTags }) => importTags),
  'import-list': () => import('./modules/jobs/list-import/jobs.ts').then(({ importList }) => importList),
  'import-work': () => import('./modules/work/work-import/jobs.ts').then(({ importWork }) => importWork),
  'import-parameters': () =>
    import('./modules/twins/parameter-import/jobs.ts').then(({ importParameters }) => importParameters),
  'import-feeds': () =>
    import('./modules/signals/feed-import/jobs.ts').then(({ importFeeds }) => importFeeds),
  'preview-mapping': () =>
    import('./modules/twins/alias/jobs.ts').then(({ previewMapping }) => previewMapping),
  'map-tag-aliases': () => import('./modules/twins/alias/jobs.ts').then(({ mapTagAliases }) => mapTagAliases),
  'copy-twin': () => import('./modules/exchange/twin-copy/jobs.ts').then(({ copyTwin }) => copyTwin),
  'preview-placement': () =>
    import('./modules/exchange/model-placement/jobs.ts').then(({ previewPlacement }) => previewPlacement),
  'place-model': () =>
    import('./modules/exchange/model-placement/jobs.ts').then(({ placeModel }) => placeModel),
  'preview-upgrade': () =>
    import('./modules/exchange/model-upgrade/jobs.ts').then(({ previewUpgrade }) => previewUpgrade),
  'upgrade-twins': () =>
    import('./modules/exchange/model-upgrade/jobs.ts').then(({ upgradeTwins }) => upgradeTwins),
  'recalculate-risk-analysis': () =>
    import('./modules/risk/risk-analysis/jobs.ts').then(
      ({ recalculateRiskAnalysis }) => recalculateRiskAnalysis,
    ),
  'import-risk-analysis-assets': () =>
    import('./modules/risk/risk-analysis-import/jobs.ts').then(({ importRiskAssets }) => importRiskAssets),
  'simulate-protection': () =>
    import('./modules/proof/simulation/run.ts').then(({ simulateProtection }) => simulateProtection),
  'simulate-draft': () =>
    import('./modules/exchange/draft-simulation/jobs.ts').then(({ simulateDraft }) => simulateDraft),
  'train-patterns': () =>
    import('./modules/protections/pattern/training/run.ts').then(({ trainPatterns }) => trainPatterns),
  'export-query': () => import('./modules/questions/query/export.ts').then(({ exportQuery }) => exportQuery),
  'find-similar': () =>
    import('./modules/proof/pattern-search/run.ts').then(({ findSimilar }) => findSimilar),
  'change-advisories': () =>
    import('./modules/outcomes/advisory/bulk.ts').then(({ changeAdvisories }) => changeAdvisories),
  'change-records': () =>
    import('./modules/records/record/bulk.ts').then(({ changeRecords }) => changeRecords),
  'import-records': () =>
    import('./modules/records/record/import-jobs.ts').then(({ importRecords }) => importRecords),
  'index-fields': () => import('./modules/records/record/indexing.ts').then(({ indexFields }) => indexFields),
  'refresh-records': () =>
    import('./modules/records/record/refresh.ts').then(({ refreshRecords }) => refreshRecords),
  'remove-field': () =>
    import('./modules/records/record/refresh.ts').then(({ removeFieldValues }) => removeFieldValues),
  'clear-demo': () => import('./modules/exchange/demo/clear.ts').then(({ clearDemo }) => clearDemo),
  'load-demo': () => import('./modules/exchange/demo/clear.ts').then(({ loadDemoAgain }) => loadDemoAgain),
  'restart-demo': () => import('./modules/exchange/demo/clear.ts').then(({ restartDemo }) => restartDemo),
  'export-package': () =>
    import('./modules/exchange/package/export.ts').then(({ exportPackage }) => exportPackage),
  'check-package': () =>
    import('./modules/exchange/package/check.ts').then(({ checkPackage }) => checkPackage),
  'import-package': () =>
    import('./modules/exchange/package/import.ts').then(({ importPackage }) => importPackage),
  'roll-back-package': () =>
    import('./modules/exchange/package/roll-back.ts').then(({ rollBackPackage }) => rollBackPackage),
};

/** Starts a part of the work for one tenant; null if the tenant does not exist. */
type StartPart = (name: string, tenants: Tenants, log: Logger, config: Config) => Promise<Running | null>;

const starts: Record<WorkPart, StartPart> = {
  async alarms(name, tenants, log) {
    const [tenant, evaluated] = await Promise.all([
      tenants.get(name, 'notice'),
      tenants.get(name, 'evaluation'),
    ]);
    if (!tenant || !evaluated) return null;
    return closeAll([
      await runJobs(tenant, noticeJobs, log),
      await startEvaluation(evaluated, log),
      repeat('the end of shelving', shelvingInterval, () => unshelveExpired(tenant.db), log),
    ]);
  },
  async jobs(name, tenants, log, { connectLocal }) {
    const tenant = await tenants.get(name, 'job');
    if (!tenant) return null;
    const { db } = tenant;
    await atStart('the starter library was not loaded', loadModels, tenant, log);
    await atStart('the indexes of record types were not compared', ({ db }) => indexTypes(db), tenant, log);
    await atStart('the titles of before were not refreshed', ({ db }) => refreshSharedTexts(db), tenant, log);
    return closeAll([
      await runJobs(tenant, [...createCommandJobs(commandHandlers), createDeliveryJob(connectLocal)], log),
      repeat('compaction', compactionInterval, () => compactDue(db), log),
      repeat('the refresh of ages', agesInterval, () => refreshAges(db), log),
      repeat('the history of risk', historyInterval, () => recordDay(db), log),
      repeat('the search entries of records', searchInterval, () => indexDueRecords(db), log),
      repeat('the reminders of records', reminderInterval, () => sendReminders(db), log),
      repeat('the check of models of patterns', fitInterval, () => checkFits(db), log),
      repeat('the watch on figures', figureInterval, () => watchTenantFigures(tenant, log), log),
      repeat('the reports by mail', reportInterval, () => sendReports(tenant, log), log),
      repeat('the replay of the demo', replayInterval, () => replayDemo(tenant), log),
      repeat('the search for left uploads', uploadInterval, () => deleteLeftUploads(db), log),
      repeat('the pruning of sign-in attempts', uploadInterval, () => pruneSignInAttempts(db), log),
      repeat('the pruning of idempotency keys', uploadInterval, () => deleteOldKeys(db), log),
      repeat('the pruning of mails', pruningInterval, () => pruneMails(db), log),
      repeat('the pruning of the log of webhooks', pruningInterval, () => pruneWebhookLog(db), log),
      repeat('the pruning of notifications', pruningInterval, () => pruneNotifications(db), log),
      repeat(
        'the search for abandoned commands',
        abandonedInterval,
        () => endAbandonedCommands(db, commandHandlers),
        log,
      ),
    ]);
  },
};

/** Replays the demo; what that takes is loaded only where there is one. */
async function replayDemo(tenant: Tenant): Promise<void> {
  if (!(await hasReplay(tenant.db))) return;
  const { replayUntil } = await import('./modules/exchange/demo/replay/replay.ts');
  await replayUntil(tenant, Date.now());
}

/** Reads the figures that have limits; the code is loaded only where a limit exists. */
async function watchTenantFigures(tenant: Tenant, log: Logger): Promise<void> {
  if (!(await hasAlerts(tenant.db))) return;
  const { watchFigures } = await import('./modules/questions/dashboard/watch-figures.ts');
  await watchFigures(tenant, log);
}

/** Writes the reports that are due; the code is loaded only when one is due. */
async function sendReports(tenant: Tenant, log: Logger): Promise<void> {
  const now = new Date();
  if (!(await hasDueReports(tenant.db, now))) return;
  const { sendDueReports } = await import('./modules/questions/report/send.ts');
  await sendDueReports(tenant, log, now);
}

/** Does what an upgrade brings to a tenant; a failure is left to the next start. */
async function atStart(
  failure: string,
  work: (tenant: Tenant) => Promise<unknown>,
  tenant: Tenant,
  log: Logger,
): Promise<void> {
  try {
    await work(tenant);
  } catch (error) {
    log.warn({ err: error, tenant: tenant.name }, failure);
  }
}

/** Loads the models of the starter library that the tenant never had. */
async function loadModels({ db }: Tenant): Promise<void> {
  const { loadStarterLibrary } = await import('./modules/exchange/twin-model/service.ts');
  await loadStarterLibrary(db);
}

const closeAll = (parts: readonly Running[]): Running => ({
  close: async () => void (await Promise.all(parts.map((part) => part.close()))),
});
