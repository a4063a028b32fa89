import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { loadBenchmarks } from './benchmarks.ts';
import { loadEngines } from './engines.ts';
import { loadExamples } from './examples.ts';
import { loadInspections } from './inspections.ts';
import { loadLiveProcess } from './live-process.ts';
import { loadMachine } from './machine.ts';
import { loadQuestions } from './questions.ts';
import { loadReactor } from './reactor.ts';
import { insertDemoRecords } from './record-store.ts';
import { beginReplay, hasReplay, type Replay } from './replay/store.ts';
import { claimDataSet, selectLoaded } from './store.ts';
import { loadWaitingUpgrade } from './waiting-upgrade.ts';

export { readEngineLives } from './turbofan.ts';

/** Reports how much of a data set is loaded, 0 to 100. */
type Progress = (percent: number) => void;

/**
 * The data sets by name. Each loader runs in the given transaction and returns its assets. With a replay it places its
 * recording in time and writes it up to the replay's current time; without one it writes it as recorded.
 */
const dataSets: Record<
  string,
  (trx: Db, progress: Progress, replay: Replay | null, tenant: Tenant) => Promise<number[]>
> = {
  benchmarks: loadBenchmarks,
  machine: loadMachine,
  engines: loadEngines,
  reactor: loadReactor,
  'live process': loadLiveProcess,
  inspections: loadInspections,
  examples: loadExamples,
  questions: loadQuestions,
  'waiting upgrade': loadWaitingUpgrade,
};
export const dataSetNames = Object.keys(dataSets);

interface DemoOptions {
  /** Anchor of the replay in epoch milliseconds; null to load the data as recorded. */
  at: number | null;
  /** Receives progress messages. */
  print?: (line: string) => void;
}

/**
 * Fills a tenant with the demo's machines. Each data set is loaded once, in one transaction, so that an interrupted
 * load is completed by the next one. The regular evaluation processes the points afterwards. A tenant that was loaded
 * as recorded stays so.
 */
export async function loadDemo(tenant: Tenant, { at, print = () => undefined }: DemoOptions): Promise<void> {
  const loaded = await selectLoaded(tenant.db);
  const isRecorded = loaded.has('machine') && !(await hasReplay(tenant.db));
  for (const dataSet of dataSetNames) {
    if (loaded.has(dataSet)) continue;
    const progress: Progress = (percent) => print(`Loading the demo: ${dataSet}, ${percent} %`);
    const time = isRecorded ? null : at;
    await withTransaction(tenant.db, (db) => loadDataSet({ ...tenant, db }, dataSet, time, progress));
  }
}

/**
 * Loads a data set and records what it created, unless it was loaded before.
 * @param tenant whose `db` is the caller's transaction
 */
export async function loadDataSet(
  tenant: Tenant,
  dataSet: string,
  at: number | null,
  progress: Progress = () => undefined,
): Promise<void> {
  const trx = tenant.db;
  if (!(await claimDataSet(trx, dataSet))) return;
  progress(0);
  const replay = at === null ? null : await beginReplay(trx, at);
  await insertDemoRecords(trx, await dataSets[dataSet]!(trx, progress, replay, tenant));
}
