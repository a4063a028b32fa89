import type { DemoStatus } from '@twinward/contracts/system/demo';
import type { Actor, Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { deleteAssetIn, releaseChildrenIn } from '../../assets/asset/service.ts';
import { deleteBenchmarkIn } from '../../assets/benchmark/service.ts';
import {
  type CommandCall,
  type CommandHandler,
  listPendingCommands,
  startCommand,
} from '../../jobs/command/service.ts';
import { deleteDashboard } from '../../questions/dashboard/service.ts';
import { deleteQuery } from '../../questions/query/service.ts';
import { deleteRecordIn } from '../../records/record/service.ts';
import { deleteRecordTypeIn, getTypeById } from '../../records/record-type/service.ts';
import { deleteAnalysis } from '../../risk/risk-analysis/service.ts';
import { deleteTagIn } from '../../signals/tag/service.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { deleteTwinIn } from '../../twins/twin/service.ts';
import { deleteModel } from '../twin-model/service.ts';
import { deleteInspectionLinks } from './linked-inspections.ts';
import { getPlanner } from './planner.ts';
import {
  countDemoRecords,
  countOwnRecords,
  deleteDemoRecords,
  deleteLoaded,
  selectDemoIds,
  selectExamples,
  selectPartsOfAsset,
} from './record-store.ts';
import { deleteReplay, hasReplay } from './replay/store.ts';
import { dataSetNames, loadDataSet } from './service.ts';

const target = { targetType: 'demo', targetId: 'demo', targetName: 'Demo data' };
const commands = ['clear-demo', 'load-demo', 'restart-demo'] as const;

/** Input of the commands. */
interface DemoInput {
  userId: number;
  userName: string;
  /** Time of the replay's anchor, epoch milliseconds. */
  at: number;
}

/**
 * Returns the demo's records, the users' own data that belongs to them, and the command that clears or loads the demo.
 */
export async function getDemo(db: Db): Promise<DemoStatus> {
  const records = await countDemoRecords(db);
  const [command] = await pendingCommands(db);
  return {
    isLoaded: records.length > 0,
    isLiving: await hasReplay(db),
    records,
    own: await countOwnRecords(db),
    commandId: command ?? null,
  };
}

async function pendingCommands(db: Db) {
  const { targetType: type, targetId: id } = target;
  return (
    await Promise.all(commands.map((command) => listPendingCommands(db, command, { type, id })))
  ).flat();
}

/**
 * @returns the command's id.
 * @throws AppError `conflict` if there is no demo, or a command is working on it.
 */
export const startClear = (actor: Actor): Promise<string> => start(actor, 'clear-demo', true);

/**
 * @returns the command's id.
 * @throws AppError `conflict` if the demo is loaded, or a command is working on it.
 */
export const startLoad = (actor: Actor): Promise<string> => start(actor, 'load-demo', false);

/**
 * Clears the demo and loads it with a replay.
 * @returns the command's id.
 * @throws AppError `conflict` like `startClear`
 */
export const startRestart = (actor: Actor): Promise<string> => start(actor, 'restart-demo', true);

function start(
  { tenant, userId, userName }: Actor,
  type: (typeof commands)[number],
  isLoaded: boolean,
): Promise<string> {
  return withTransaction(tenant.db, async (db) => {
    const status = await getDemo(db);
    if (status.commandId !== null) {
      throw new AppError('conflict', 'The demo is being cleared or loaded. Please wait until it is done.');
    }
    if (status.isLoaded !== isLoaded) {
      throw new AppError('conflict', isLoaded ? 'There is no demo to clear.' : 'The demo is already loaded.');
    }
    const input = { userId, userName, at: Date.now() } satisfies DemoInput;
    return startCommand(db, { type, ...target, input, createdBy: userId });
  });
}

/** Executes commands of type clear-demo, with one transaction for each asset with its twin and tags. */
export const clearDemo: CommandHandler = { run: clearAll };

/** Executes commands of type load-demo, with one transaction for each data set. */
export const loadDemoAgain: CommandHandler = { run: loadAll };

/** Executes commands of type restart-demo: clears, then loads. */
export const restartDemo: CommandHandler = {
  async run(call) {
    const { loaded } = (call.resumed ?? {}) as { loaded?: string[] };
    if (loaded === undefined) await clearAll(call);
    return loadAll(call);
  },
};

async function clearAll(call: CommandCall): Promise<Record<string, unknown>> {
  const actor = call.input as unknown as NonNullable<AuditActor>;
  const db = call.tenant.db;
  await call.transaction(deleteReplay);
  // Deleted before the assets that they refer to.
  for (const typeId of await selectDemoIds(db, 'record type')) {
    const type = await getTypeById(db, typeId);
    for (const recordId of await selectDemoIds(db, 'record')) {
      await unlessInUse(
        call.transaction((transaction) => deleteRecordIn(transaction, actor, type, recordId)),
      );
    }
    await unlessInUse(
      call.transaction((transaction) => deleteInspectionLinks(asAdministrator(call, actor, transaction))),
    );
    await unlessInUse(call.transaction((transaction) => deleteRecordTypeIn(transaction, actor, type.name)));
  }
  for (const id of await selectDemoIds(db, 'risk analysis')) {
    await unlessInUse(
      call.transaction((transaction) => deleteAnalysis(asAdministrator(call, actor, transaction), id)),
    );
  }
  // Deleted as their owner, since an administrator may have made them private; dashboards before the queries that they
  // show.
  for (const id of await selectDemoIds(db, 'dashboard')) {
    await call.transaction(async (transaction) =>
      deleteDashboard(await getPlanner(transaction, call.tenant), String(id)),
    );
  }
  for (const id of await selectDemoIds(db, 'query')) {
    await unlessInUse(
      call.transaction(async (transaction) => deleteQuery(await getPlanner(transaction, call.tenant), id)),
    );
  }
  const assetIds = await selectDemoIds(db, 'asset');
  let cleared = (call.resumed as { assets?: number } | null)?.assets ?? 0;
  const total = cleared + assetIds.length;
  for (const assetId of assetIds) {
    await call.transaction(async (transaction) => {
      await clearAsset(transaction, actor, assetId);
      await call.progress(transaction, (99 * (cleared + 1)) / total, { assets: cleared + 1 });
    });
    cleared += 1;
  }
  // Twins and tags whose assets a user deleted.
  for (const twinId of await selectDemoIds(db, 'twin')) {
    await call.transaction((transaction) => deleteTwinIn(transaction, actor, twinId));
  }
  for (const tagId of await selectDemoIds(db, 'tag')) {
    await call.transaction((transaction) => deleteTagIn(transaction, actor, tagId, true));
  }
  for (const id of await selectDemoIds(db, 'twin model')) {
    await unlessInUse(
      call.transaction((transaction) => deleteModel(asAdministrator(call, actor, transaction), id)),
    );
  }
  await call.transaction(async (transaction) => {
    for (const taxonomyId of await selectExamples(transaction)) {
      await deleteBenchmarkIn(transaction, actor, taxonomyId);
    }
    await deleteDemoRecords(transaction);
  });
  return { assets: cleared };
}

const asAdministrator = (
  { tenant }: CommandCall,
  { userId, userName }: NonNullable<AuditActor>,
  db: Db,
): Doer => ({ tenant: { ...tenant, db }, userId, userName, isAdmin: true, groups: [], recordTypes: [] });

/** Keeps a record if users' own records refer to it. */
async function unlessInUse(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof AppError && error.id === 'conflict')) throw error;
  });
}

/** Deletes an asset of the demo with its twin and tags. Its child assets move to the top level. */
async function clearAsset(db: Db, actor: AuditActor, assetId: number): Promise<void> {
  const { twinIds, tagIds } = await selectPartsOfAsset(db, assetId);
  for (const twinId of twinIds) await deleteTwinIn(db, actor, twinId);
  for (const tagId of tagIds) await deleteTagIn(db, actor, tagId, true);
  await releaseChildrenIn(db, actor, assetId);
  await deleteAssetIn(db, actor, assetId);
}

async function loadAll(call: CommandCall): Promise<Record<string, unknown>> {
  const { at } = call.input as unknown as DemoInput;
  const loaded = (call.resumed as { loaded?: string[] } | null)?.loaded ?? [];
  for (const dataSet of dataSetNames) {
    if (loaded.includes(dataSet)) continue;
    await call.transaction(async (transaction) => {
      await deleteLoaded(transaction, dataSet);
      await loadDataSet({ ...call.tenant, db: transaction }, dataSet, at);
      loaded.push(dataSet);
      await call.progress(transaction, (99 * loaded.length) / dataSetNames.length, { loaded });
    });
  }
  return { loaded };
}
