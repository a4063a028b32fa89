import { maximumWatches, type Watch } from '@twinward/contracts/advisories/watch';
import { defaultWatchlistSort, type WatchlistSort, watchlistSort } from '@twinward/contracts/system/setting';
import { bucketLevels } from '@twinward/domain/twin/level-buckets';
import type { Doer } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { getUserSetting, type Setting, writeUserSetting } from '../../system/setting/service.ts';
import {
  countMarks,
  deleteMarks,
  hasMarkRow,
  insertMarks,
  type Mark,
  replaceAdvisoryCounts,
  selectMarks,
  selectWatches,
} from './store.ts';

const sortSetting: Setting<WatchlistSort> = {
  name: 'watchlist-sort',
  schema: watchlistSort,
  initial: defaultWatchlistSort,
};

export function getWatchlistSort({ tenant, userId }: Doer): Promise<WatchlistSort> {
  return getUserSetting(tenant.db, userId, sortSetting);
}

export function writeWatchlistSort({ tenant, userId }: Doer, sort: WatchlistSort): Promise<WatchlistSort> {
  return writeUserSetting(tenant.db, userId, sortSetting, sort);
}

/** Returns the twins that the actor watches, in the order that they chose. */
export async function listWatches(actor: Doer): Promise<Watch[]> {
  const rows = await selectWatches(actor.tenant.db, actor.userId);
  const watches = rows.map(({ id, asset_name, active, level, consequence, indicators, advisories }) => ({
    twin: { id, assetName: asset_name, active, level, consequence },
    indicators,
    levels: bucketLevels(
      indicators.filter((indicator) => indicator.active).map((indicator) => ({ ...indicator, count: 1 })),
    ),
    advisories,
  }));
  const { value } = await getWatchlistSort(actor);
  const weight = weights[value];
  // The sort is stable, so that rows of equal weight stay sorted by name.
  return weight ? watches.sort((a, b) => weight(b) - weight(a)) : watches;
}

/** States of advisories that still need attention. */
const openStates = ['active', 'submitted'];

const weights: Record<WatchlistSort['value'], ((watch: Watch) => number) | null> = {
  name: null,
  consequence: ({ twin }) => twin.consequence ?? -1,
  level: ({ twin }) => twin.level ?? -1,
  advisories: ({ advisories }) =>
    advisories.filter(({ state }) => openStates.includes(state)).reduce((sum, { count }) => sum + count, 0),
};

export function listSubscriptions({ tenant, userId }: Doer): Promise<number[]> {
  return selectMarks(tenant.db, 'subscription', userId);
}

/** Returns whether the actor watches the twin, or has subscribed to it. */
export function isMarked({ tenant, userId }: Doer, mark: Mark, twinId: number): Promise<boolean> {
  return hasMarkRow(tenant.db, mark, userId, twinId);
}

/**
 * Adds twins to the watchlist or subscriptions. Existing ones are kept.
 * @throws AppError `not-found` if a twin does not exist; `conflict` beyond the limit.
 */
export async function addMarks(
  { tenant, userId }: Doer,
  mark: Mark,
  twinIds: readonly number[],
): Promise<void> {
  await withTransaction(tenant.db, async (transaction) => {
    try {
      await insertMarks(transaction, mark, userId, twinIds);
    } catch (error) {
      if ((error as { code?: string }).code === '23503') throw new AppError('not-found', 'Twin not found.');
      throw error;
    }
    if ((await countMarks(transaction, mark, userId)) > maximumWatches) {
      throw new AppError('conflict', `At most ${maximumWatches} twins.`);
    }
    await publish(transaction, { type: 'changed', kind: 'mark' }, userId);
  });
}

/** Removes one twin, or all twins if null. Idempotent. */
export function removeMarks({ tenant, userId }: Doer, mark: Mark, twinId: number | null): Promise<void> {
  return withTransaction(tenant.db, async (db) => {
    await deleteMarks(db, mark, userId, twinId);
    await publish(db, { type: 'changed', kind: 'mark' }, userId);
  });
}

/** Stores the number of a twin's advisories by state, in the transaction that changes an advisory. */
export const setAdvisoryCounts = replaceAdvisoryCounts;
