import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { loadBenchmarks } from './benchmarks.ts';
import { loadEngines } from './engines.ts';
import { loadInspections } from './inspections.ts';
import { loadMachine } from './machine.ts';
import { loadReactor } from './reactor.ts';
import { insertDemoRecords } from './record-store.ts';
import { claimDataSet, selectLoaded } from './store.ts';

export { readEngineLives } from './turbofan.ts';

/** Reports how much of a data set is loaded, 0 to 100. */
export type Progress = (percent: number) => void;

/** The data sets by name, each with its loader, which runs in the given transaction and returns its assets. */
const dataSets: Record<string, (trx: Db, progress: Progress) => Promise<number[]>> = {
  benchmarks: loadBenchmarks,
  machine: loadMachine,
  engines: loadEngines,
  reactor: loadReactor,
  inspections: loadInspections,
};
export const dataSetNames = Object.keys(dataSets);

/**
 * Fills a tenant with the demo's recorded machines: each data set once, in one transaction, so that an interrupted
 * start is completed by the next. The regular evaluation processes the points afterwards.
 * @param say receives progress messages.
 */
export async function loadDemo(tenant: Tenant, say: (line: string) => void): Promise<void> {
  const loaded = await selectLoaded(tenant.db);
  for (const dataSet of dataSetNames) {
    if (loaded.has(dataSet)) continue;
    const progress: Progress = (percent) => say(`Loading the demo: ${dataSet}, ${percent} %`);
    await withTransaction(tenant.db, (trx) => loadDataSet(trx, dataSet, progress));
  }
}

/** Loads a data set and notes its records, in the caller's transaction, unless it was loaded before. */
export async function loadDataSet(
  trx: Db,
  dataSet: string,
  progress: Progress = () => undefined,
): Promise<void> {
  if (!(await claimDataSet(trx, dataSet))) return;
  progress(0);
  await insertDemoRecords(trx, await dataSets[dataSet]!(trx, progress));
}
