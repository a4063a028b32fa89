import {
  type LifeRequest,
  type LifeSource,
  maximumLifeAssets,
  maximumLives,
} from '@twinward/contracts/risk/life-data';
import {
  collectLives,
  type LeftOutLives,
  type ObservationEnd,
  type ObservedLife,
} from '@twinward/domain/risk/life-data';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { listFailureWork, type RecordedFailureWork } from '../../work/work/service.ts';
import { type RunningAsset, selectAnalysisName, selectRunningAssets, selectTaxonomyLabel } from './store.ts';

export interface CollectedLives {
  title: string;
  assets: RunningAsset[];
  /** Sorted by length, shortest first. */
  lives: ObservedLife[];
  leftOut: LeftOutLives[];
}

/**
 * Collects the lives in the completed work of assets, each until the end of its observation (`observationEnd`).
 * @throws AppError `not-found` for an unknown source; `invalid-request` for too many assets or lives.
 */
export async function collect(
  db: Db,
  { source, until, preventiveRenews }: LifeRequest,
  now: Date,
): Promise<CollectedLives> {
  const assets = await selectRunningAssets(db, source);
  const title = await readTitle(db, source, assets);
  if (assets.length > maximumLifeAssets) {
    throw new AppError(
      'invalid-request',
      `Please choose at most ${maximumLifeAssets.toLocaleString('en-US')} assets.`,
    );
  }
  const findWork = await readWork(db, assets);
  const collected = assets.map((asset) => {
    const ofAsset = findWork(asset);
    const from = asset.start?.getTime() ?? null;
    const end = observationEnd(asset, ofAsset, until === null ? null : Date.parse(until), now.getTime());
    return collectLives({ assetId: asset.id, from, ...end, work: ofAsset }, { preventiveRenews });
  });
  const lives = collected.flatMap((one) => one.lives);
  if (lives.length > maximumLives) {
    throw new AppError(
      'invalid-request',
      `There are more than ${maximumLives.toLocaleString('en-US')} lives. Please choose fewer assets.`,
    );
  }
  return {
    title,
    assets,
    lives: lives.toSorted((a, b) => a.days - b.days),
    leftOut: collected.flatMap((one) => one.leftOut),
  };
}

/** Reads the work of assets. Returns a function that returns the work of an asset. */
async function readWork(
  db: Db,
  assets: readonly RunningAsset[],
): Promise<(asset: RunningAsset) => RecordedFailureWork[]> {
  const work = await listFailureWork(db, [...new Set(assets.flatMap((asset) => asset.work_tags))]);
  const byTag = new Map<number, RecordedFailureWork[]>();
  for (const item of work) {
    const others = byTag.get(item.tagId);
    if (others) others.push(item);
    else byTag.set(item.tagId, [item]);
  }
  return (asset) => asset.work_tags.flatMap((tagId) => byTag.get(tagId) ?? []);
}

/** Assets that have a failure mode with a mechanism (ISO 14224; null: no mechanism given). */
export interface ModeOfAssets {
  assetIds: readonly number[];
  mechanism: string | null;
}

/**
 * Collects the lives of failure modes, each pooled over its assets. A life ends with corrective work with the same
 * mechanism or without one. Observation ends as in `collect`. Assets beyond the first 10,000 are left out.
 */
export async function collectByMode(
  db: Db,
  modes: readonly ModeOfAssets[],
  now: Date,
): Promise<ObservedLife[][]> {
  const assetIds = [...new Set(modes.flatMap((mode) => mode.assetIds))].sort((a, b) => a - b);
  const read = await selectRunningAssets(db, { type: 'assets', assetIds });
  const assets = new Map(read.slice(0, maximumLifeAssets).map((asset) => [asset.id, asset]));
  const findWork = await readWork(db, [...assets.values()]);
  return modes.map((mode) => {
    const isOfMode = ({ mechanism }: RecordedFailureWork) =>
      mechanism === null || mechanism === mode.mechanism;
    return mode.assetIds.flatMap((assetId) => {
      const asset = assets.get(assetId);
      if (!asset) return [];
      const all = findWork(asset);
      const end = observationEnd(asset, all, null, now.getTime());
      const from = asset.start?.getTime() ?? null;
      const work = all.filter(isOfMode);
      return collectLives({ assetId, from, ...end, work }, { preventiveRenews: false }).lives;
    });
  });
}

/**
 * Returns the end of an asset's observation: the requested end, or else the time it went out of service, its latest
 * data, or now.
 */
function observationEnd(
  { out_of_service_at, latest_point }: RunningAsset,
  work: readonly { completed: number | null }[],
  asked: number | null,
  now: number,
): { until: number; untilBy: ObservationEnd } {
  const retired = out_of_service_at?.getTime() ?? Number.POSITIVE_INFINITY;
  const limit = Math.min(asked ?? now, now);
  if (retired <= limit) return { until: retired, untilBy: 'out-of-service' };
  if (asked !== null) return { until: limit, untilBy: 'until' };
  if (latest_point === null) return { until: now, untilBy: 'now' };
  const completions = work.map(({ completed }) => completed ?? 0).filter((time) => time <= now);
  const seen = completions.reduce((latest, time) => Math.max(latest, time), latest_point);
  return { until: seen, untilBy: 'last-seen' };
}

async function readTitle(db: Db, source: LifeSource, assets: readonly RunningAsset[]): Promise<string> {
  switch (source.type) {
    case 'asset':
      return found(assets[0], 'Asset').name;
    case 'assets':
      return found(assets[0], 'Asset') && assets.length === 1 ? assets[0]!.name : `${assets.length} assets`;
    case 'taxonomy':
      return found(await selectTaxonomyLabel(db, source.taxonomyId), 'Entry of the taxonomy');
    case 'risk-analysis':
      return found(await selectAnalysisName(db, source.riskAnalysisId), 'Risk analysis');
  }
}

/** Returns the most specific taxonomy entry that all assets share; null if none exists. */
export function commonTaxonomy(assets: readonly RunningAsset[]): number | null {
  for (const level of ['type_id', 'class_id', 'category_id'] as const) {
    const ids = new Set(assets.map((asset) => asset[level]));
    const [id] = ids;
    if (ids.size === 1 && id !== undefined && id !== null) return id;
  }
  return null;
}
