import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { loadBenchmarks } from './benchmarks.ts';
import { loadEngines } from './engines.ts';
import { loadMachine } from './machine.ts';
import { claimDataSet, selectLoaded } from './store.ts';

export { readEngineLives } from './turbofan.ts';

/** Reports how much of a data set is loaded, 0 to 100. */
export type Progress = (percent: number) => void;

/** The data sets by name, each with its loader, which runs in the given transaction. */
const dataSets: Record<string, (trx: Db, progress: Progress) => Promise<void>> = {
  benchmarks: loadBenchmarks,
  machine: loadMachine,
  engines: loadEngines,
};

/**
 * Fills a tenant with the demo's recorded machines: each data set once, in one transaction, so that an interrupted
 * start is completed by the next. The regular evaluation processes the points afterwards.
 * @param say receives progress messages.
 */
export async function loadDemo(tenant: Tenant, say: (line: string) => void): Promise<void> {
  const loaded = await selectLoaded(tenant.db);
  for (const [dataSet, load] of Object.entries(dataSets)) {
    if (loaded.has(dataSet)) continue;
    const progress: Progress = (percent) => say(`Loading the demo: ${dataSet}, ${percent} %`);
    await withTransaction(tenant.db, async (trx) => {
      if (!(await claimDataSet(trx, dataSet))) return;
      progress(0);
      await load(trx, progress);
    });
  }
}
