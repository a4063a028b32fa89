import { createLogger } from '../../../../platform/process/log.ts';
import { appendPoints } from '../../../../series/index.ts';
import type { TestDatabase } from '../../../../testing/database.ts';
import { makeAsset, makeProtection, makeTag, makeTwin } from '../../../../testing/factories.ts';
import { evaluateChanges, evaluateDue } from '../batch.ts';
import { type BatchOptions, batchOptions } from '../batch-work.ts';
import { queueChanges } from '../changes.ts';
import { claimTimers } from '../due-store.ts';
import { PreparedCache } from '../prepared-cache.ts';

export const second = 1000;
export const t0 = Date.UTC(2024, 0, 1);
export const aliases = ['A', 'B'] as const;
const log = createLogger('silent');
const mostBatches = 1_000;

export interface Watched {
  protectionId: number;
  tagIds: number[];
}

export interface Logic {
  name: string;
  logic: string;
  onDelay?: number;
  offDelay?: number;
  logExcursion?: boolean;
}

export type Sample = [seconds: number, value: number];

/** Parks every evaluation after a few points, or after one change without new points. */
export const hurried: Partial<BatchOptions> = { batchTime: 0, leastTime: 0 };

/** Protections of two tags whose thresholds notify, evaluated at clock times in seconds from `t0`. */
export class AnnouncementScene {
  readonly #test: TestDatabase;

  constructor(test: TestDatabase) {
    this.#test = test;
  }

  async watch(thresholds: readonly Logic[], type: 'condition' | 'activity' = 'condition'): Promise<Watched> {
    const { db } = this.#test;
    const assetId = await makeAsset(db);
    const tagIds = [await makeTag(db, { assetIds: [assetId] }), await makeTag(db, { assetIds: [assetId] })];
    const mapped = aliases.map((name, i) => ({ name, type: 'data_point' as const, mappedTagId: tagIds[i]! }));
    const twinId = await makeTwin(db, { assetId, aliases: mapped });
    const actions = [{ type: 'notify', direction: 'both' }];
    const withActions = thresholds.map((threshold) => ({ level: 100, ...threshold, actions }));
    const protectionId = await makeProtection(db, { twinId, type, thresholds: withActions as never });
    return { protectionId, tagIds };
  }

  async append(tagId: number, samples: readonly Sample[]): Promise<void> {
    const times = samples.map(([at]) => t0 + at * second);
    await appendPoints(this.#test.db, [{ tagId, times, values: samples.map(([, value]) => value) }]);
  }

  /**
   * Evaluates everything that is due at the current time.
   * @throws if that does not end.
   */
  async evaluate(
    clock: number,
    cache = new PreparedCache(),
    options: Partial<BatchOptions> = {},
  ): Promise<void> {
    for (let batch = 1; await this.evaluateBatch(clock, cache, options); batch++) {
      if (batch === mostBatches) throw new Error('The evaluation does not end.');
    }
  }

  /** Evaluates a batch. Returns whether anything was due. */
  async evaluateBatch(clock: number, cache: PreparedCache, options: Partial<BatchOptions>): Promise<boolean> {
    const { db } = this.#test;
    const now = t0 + clock * second;
    const all = { ...batchOptions, ...options, clock: () => now };
    const direct = await evaluateChanges(db, cache, log, all);
    const changed = direct?.changed ?? (await queueChanges(db));
    await claimTimers(db, new Date(now));
    const { dueSince, isBehind } = await evaluateDue(db, cache, log, all);
    return changed > 0 || dueSince.length > 0 || isBehind;
  }

  async isParked({ protectionId }: Watched): Promise<boolean> {
    const rows = await this.#test.db
      .selectFrom('evaluation_due')
      .select('parked')
      .where('protection_id', '=', protectionId)
      .execute();
    return rows.some(({ parked }) => parked !== null);
  }

  /**
   * Returns the time of the state that the next evaluation continues from: that of this process, or else the stored
   * one.
   */
  async lastStateTime({ protectionId }: Watched, cache: PreparedCache): Promise<number | null> {
    const prepared = cache.all().find(({ stored }) => stored.protectionId === protectionId);
    if (prepared) return prepared.history.states.at(-1)!.time;
    const { tracking } = await this.#test.db
      .selectFrom('protection')
      .select('tracking')
      .where('id', '=', protectionId)
      .executeTakeFirstOrThrow();
    return tracking === null ? null : JSON.parse(tracking).states.at(-1).time;
  }

  /** The firings as [time, threshold, direction], in seconds. */
  async fired({ protectionId }: Watched) {
    const rows = await this.#test.db
      .selectFrom('action_firing')
      .innerJoin('threshold', 'threshold.id', 'threshold_id')
      .select(['at', 'name', 'direction'])
      .where('action_firing.protection_id', '=', protectionId)
      .orderBy('action_firing.id')
      .execute();
    return rows.map((row) => [inSeconds(row.at), row.name, row.direction]);
  }

  async readExcursions({ protectionId }: Watched) {
    const rows = await this.#test.db
      .selectFrom('excursion')
      .innerJoin('threshold', 'threshold.id', 'threshold_id')
      .select(['name', 'start_at', 'end_at'])
      .where('excursion.protection_id', '=', protectionId)
      .orderBy('position')
      .orderBy('start_at')
      .execute();
    return rows.map((row) => [row.name, inSeconds(row.start_at), row.end_at && inSeconds(row.end_at)]);
  }
}

const inSeconds = (time: Date) => (time.getTime() - t0) / second;
