import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Config } from './platform/config.ts';
import { createLogger } from './platform/log.ts';
import { readSecrets } from './platform/secrets.ts';
import { openTenants } from './platform/tenants.ts';
import { startWork } from './work.ts';

/** What the thread is started with. */
export interface WorkThreadData {
  config: Config;
  catalogueUrl: string;
  ownerUrl: string;
}

/** What it is told: to finish and end, or to send its figures to a port. */
export type WorkThreadRequest = { stop: true } | { metrics: MessagePort };

const { config, catalogueUrl, ownerUrl } = workerData as WorkThreadData;
const log = createLogger(config.logLevel);
const secrets = await readSecrets(config);
const tenants = await openTenants({
  catalogueUrl,
  ownerUrl,
  work: 'job',
  applicationName: 'twinward work',
  secrets,
  log,
});
const work = await startWork({ config, log, tenants });

parentPort!.on('message', async (request: WorkThreadRequest) => {
  if ('metrics' in request) {
    request.metrics.postMessage(await work.metrics());
    request.metrics.close();
    return;
  }
  await work.close();
  await tenants.close();
  parentPort!.close();
});
parentPort!.postMessage('ready');
