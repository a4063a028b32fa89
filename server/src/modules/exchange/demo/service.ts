import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { loadEngines } from './engines.ts';
import { loadMachine } from './machine.ts';
import { claimDataSet, selectLoaded } from './store.ts';

export { readEngineLives } from './turbofan.ts';

/** Told how much of a set of data is loaded, 0 to 100. */
export type Progress = (percent: number) => void;

/** The sets of data by name, each with what loads it in the transaction that it is given. */
const dataSets: Record<string, (trx: Db, progress: Progress) => Promise<void>> = {
  machine: loadMachine,
  engines: loadEngines,
};

/**
 * Fills a tenant with the demo's recorded machines: each set of data once, whole or not at all, so that a
 * start that was cut off is made good by the next. The evaluation of the points follows as of any others.
 * @param say told in a line how far it is.
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
