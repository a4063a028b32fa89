import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Config } from './platform/config/config.ts';
import { readSecrets } from './platform/config/secrets.ts';
import { classifyError } from './platform/database/database-trouble.ts';
import { diskRefusals } from './platform/database/disk-refusals.ts';
import { openTenants } from './platform/database/tenants.ts';
import { retry } from './platform/process/back-off.ts';
import { createLogger } from './platform/process/log.ts';
import { surviveDatabaseTrouble } from './platform/process/rejections.ts';
import { startBeating } from './platform/threads/heartbeat.ts';
import { lowerPriority } from './platform/threads/priority.ts';
import { createGiveWay, RequestsInProgress } from './platform/threads/requests-in-progress.ts';
import type { StopRequest, WatchedThreadData } from './platform/threads/watched-thread.ts';
import type { RunningWork, WorkPart } from './work.ts';

/** What the thread is started with. */
export interface WorkThreadData extends WatchedThreadData {
  part: WorkPart | 'connections';
  config: Config;
  catalogueUrl: string;
  ownerUrl: string;
  /** Memory of `RequestsInProgress`. */
  requests: SharedArrayBuffer;
}

/** A request to the thread: to finish and end, or to send its metrics to a port. */
export type WorkThreadRequest = StopRequest | { metrics: MessagePort };

const workKinds = { alarms: 'notice', jobs: 'job', connections: 'connection' } as const;

const { part, config, catalogueUrl, ownerUrl, heartbeat, requests } = workerData as WorkThreadData;
startBeating(heartbeat);
// Jobs are long and nobody waits for their next second; requests and alarms share the processor with them.
if (part === 'jobs') lowerPriority();
const log = createLogger(config.logLevel);
surviveDatabaseTrouble(log);

const stopping = new AbortController();
const started = start();
started.catch((error) => {
  if (!stopping.signal.aborted) throw error;
});

parentPort!.on('message', async (request: WorkThreadRequest) => {
  if ('metrics' in request) {
    const work = await started;
    request.metrics.postMessage(await work.metrics());
    request.metrics.close();
    return;
  }
  stopping.abort();
  await started
    .then((work) => work.close())
    .catch((error) => log.warn({ err: error }, `the ${part} did not end in order`));
  parentPort!.close();
});
await started;
parentPort!.postMessage('ready');

/** Waits for the database where it is away: this thread may start in place of another while it is. */
async function start(): Promise<RunningWork> {
  if (part !== 'connections') diskRefusals.useFile(join(config.dataDirectory, `full-disks-${part}`));
  const secrets = await readSecrets(config);
  const options = {
    catalogueUrl,
    ownerUrl,
    work: workKinds[part],
    applicationName: `twinward ${part}`,
    secrets,
    log,
    ...(part === 'jobs' && { giveWay: createGiveWay(new RequestsInProgress(requests)) }),
  } as const;
  const tenants = await retry(() => openTenants(options), {
    signal: stopping.signal,
    onFailure(error) {
      const trouble = classifyError(error);
      if (!trouble) throw error;
      log.warn({ trouble }, `the ${part} wait for the database`);
    },
  });
  const context = { config, log, tenants };
  const work =
    part === 'connections'
      ? await (await import('./connections.ts')).startConnections(context)
      : await (await import('./work.ts')).startWork(context, part);
  return {
    metrics: work.metrics,
    async close() {
      await work.close();
      await tenants.close();
    },
  };
}
