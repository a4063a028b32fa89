import type { Benchmark } from '@twinward/contracts/assets/benchmark';
import type { LifeData, LifeFitSource, LifeRequest } from '@twinward/contracts/risk/life-data';
import type { RiskAnalysisAsset } from '@twinward/contracts/risk/risk-analysis-asset';
import type { Twin } from '@twinward/contracts/twins/twin';
import { secondsToDuration } from '@twinward/domain/duration';
import { fitLives } from '@twinward/domain/risk/life-fit';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { findBenchmark, updateBenchmark } from '../../assets/benchmark/service.ts';
import { getTwin, updateTwinWithRisk } from '../../twins/twin/service.ts';
import {
  createAnalysisProbability,
  getEntry,
  getProbabilities,
  setDistribution,
  updateAnalysisProbability,
} from '../risk-analysis/service.ts';
import { type CollectedLives, collect, collectByMode, commonTaxonomy, type ModeOfAssets } from './collect.ts';
import { type FitTarget, selectFit, upsertFit, upsertFits } from './store.ts';

/**
 * Returns the lives of assets, and the distribution fitted to them.
 * @throws AppError `not-found`; `invalid-request` for too many lives, and for a Weibayes fit without a shape.
 */
export async function getLives(db: Db, request: LifeRequest, now = new Date()): Promise<LifeData> {
  return lifeData(db, request, await collect(db, request, now));
}

async function lifeData(
  db: Db,
  request: LifeRequest,
  { title, assets, lives, leftOut }: CollectedLives,
): Promise<LifeData> {
  const taxonomyId = source(request)?.taxonomyId ?? commonTaxonomy(assets);
  const benchmark = taxonomyId === null ? undefined : (await findBenchmark(db, [taxonomyId])).get(taxonomyId);
  const shape = request.shape ?? benchmark?.shape ?? null;
  const fit =
    request.method === 'weibayes' && shape === null
      ? 'Weibayes needs a shape: the library has none for these assets.'
      : fitLives(lives, { method: request.method, shape, confidence: request.confidence });
  const names = new Map(assets.map(({ id, name }) => [id, name]));
  return {
    title,
    assets: assets.length,
    leftOut: leftOut.map((one) => ({ ...one, assetName: names.get(one.assetId)! })),
    endingNow: lives.filter(({ end }) => end === 'now').length,
    lives: lives.map(({ from, to, workIds, ...life }) => ({
      ...life,
      assetName: names.get(life.assetId)!,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      workIds: [...workIds],
    })),
    fit: typeof fit === 'string' ? null : fit,
    problem: typeof fit === 'string' ? fit : null,
    library: benchmark
      ? {
          taxonomyId: benchmark.taxonomyId,
          level: benchmark.level,
          shape: benchmark.shape,
          characteristicLife: benchmark.characteristicLife,
          isExample: benchmark.isExample,
        }
      : null,
  };
}

/** The pooled data and fit of a failure mode over all assets that have it. */
export interface ModeLives {
  failures: number;
  suspensions: number;
  shape: number | null;
  /** Characteristic life in days. */
  scale: number | null;
  /** Why there is no fit; null if there is one. */
  problem: string | null;
}

/** Fits a Weibull distribution by maximum likelihood to the pooled lives of each failure mode. */
export async function fitModes(db: Db, modes: readonly ModeOfAssets[], now: Date): Promise<ModeLives[]> {
  return (await collectByMode(db, modes, now)).map((lives) => {
    const fit = fitLives(lives, { method: 'maximum-likelihood', shape: null, confidence: 0.9 });
    const failures = lives.filter(({ failed }) => failed).length;
    return {
      failures,
      suspensions: lives.length - failures,
      ...(typeof fit === 'string'
        ? { shape: null, scale: null, problem: fit }
        : { shape: fit.shape, scale: fit.scale, problem: null }),
    };
  });
}

const source = ({ source }: LifeRequest) => (source.type === 'taxonomy' ? source : null);

/**
 * Applies a fit to the probability of a twin at the given version.
 * @throws AppError `not-found`; `conflict`; `invalid-request` with the reason if there is no fit.
 */
export async function saveToTwin(
  actor: Actor,
  twinId: number,
  { version, ...request }: LifeRequest & { version: number },
): Promise<Twin> {
  const { db } = actor.tenant;
  await getTwin(db, twinId);
  const fitted = await fitFor(db, request);
  const twin = await updateTwinWithRisk(actor, {
    twin: { id: twinId, version, dirtyFlags: [] },
    probability: {
      lifeCycleState: null,
      value: null,
      library: false,
      failureDistributionParameters: fitted.parameters,
    },
    consequence: null,
  });
  await saveFit(db, actor, { twin_id: twinId }, fitted);
  return twin;
}

/** Applies a fit to the benchmark of a taxonomy entry. @throws AppError as `saveToTwin`. */
export async function saveToBenchmark(
  actor: Actor,
  taxonomyId: number,
  { version, ...request }: LifeRequest & { version: number | null },
): Promise<Benchmark> {
  const { db } = actor.tenant;
  const fitted = await fitFor(db, request);
  const { title, method, failures, suspensions } = fitted.basis;
  const benchmark = await updateBenchmark(actor, taxonomyId, {
    score: null,
    distribution: 'weibull',
    mtbfDays: fitted.mtbfDays,
    shape: fitted.parameters.shape,
    source:
      `Fitted to ${failures} failures and ${suspensions} suspensions of ${title}, ${methodNames[method]}`.slice(
        0,
        500,
      ),
    isExample: false,
    version,
  });
  await saveFit(db, actor, { taxonomy_id: taxonomyId }, fitted);
  return benchmark;
}

/** Applies a fit to the probability of an asset in one analysis. @throws AppError as `saveToTwin`. */
export async function saveToAnalysis(
  actor: Actor,
  analysisId: number,
  assetId: number,
  request: LifeRequest,
): Promise<RiskAnalysisAsset> {
  const { db } = actor.tenant;
  const [held] = await getProbabilities(db, analysisId, assetId, undefined);
  const fitted = await fitFor(db, request);
  const probability = {
    lifeCycleState: null,
    value: null,
    library: false,
    failureDistributionParameters: fitted.parameters,
    failureModeId: null,
  };
  if (held?.source === 'analysis')
    await updateAnalysisProbability(actor, analysisId, assetId, held.id, probability);
  else await createAnalysisProbability(actor, analysisId, assetId, probability);
  await saveFit(db, actor, { risk_analysis_id: analysisId, asset_id: assetId }, fitted);
  return getEntry(db, analysisId, assetId);
}

/**
 * Applies a fit to the probabilities of those of its assets that are in an analysis.
 * @returns their number.
 * @throws AppError as `saveToTwin`; `invalid-request` if none of its assets is in the analysis.
 */
export async function saveToAnalysisAssets(
  actor: Actor,
  analysisId: number,
  request: LifeRequest,
): Promise<{ changed: number }> {
  const { userId, tenant } = actor;
  const fitted = await fitFor(tenant.db, request);
  return withTransaction(tenant.db, async (db) => {
    const changed = await setDistribution(db, actor, analysisId, fitted.assetIds, fitted.parameters);
    if (changed.length === 0) {
      throw new AppError('invalid-request', 'None of the assets that the fit is of is in the analysis.');
    }
    const { shape, scale } = fitted.parameters;
    await upsertFits(db, analysisId, changed, { shape, scale, basis: fitted.basis, createdBy: userId });
    return { changed: changed.length };
  });
}

const methodNames: Record<LifeRequest['method'], string> = {
  'maximum-likelihood': 'maximum likelihood',
  'median-ranks': 'median ranks',
  weibayes: 'Weibayes',
};

type Fitted = Awaited<ReturnType<typeof fitFor>>;

/**
 * Fits a distribution, and rounds it to the stored precision: the shape to 4 decimal places, the life to the second.
 * @throws AppError `invalid-request` with the reason if there is no fit.
 */
export async function fitFor(db: Db, request: LifeRequest) {
  const collected = await collect(db, request, new Date());
  const { title, fit, problem } = await lifeData(db, request, collected);
  if (!fit) throw new AppError('invalid-request', problem!);
  const { method, failures, suspensions } = fit;
  const shape = Number(fit.shape.toFixed(4));
  const scale = secondsToDuration(Math.max(1, Math.round(fit.scale * 86_400)));
  return {
    parameters: { distribution: 'weibull' as const, type: 'cdf' as const, shape, scale },
    mtbfDays: Number(fit.mean.toFixed(4)),
    basis: { title, method, failures, suspensions, request },
    assetIds: collected.assets.map(({ id }) => id),
  };
}

async function saveFit(
  db: Db,
  { userId }: Actor,
  target: FitTarget,
  { parameters, basis }: Fitted,
): Promise<void> {
  const { shape, scale } = parameters;
  await upsertFit(db, target, { shape, scale, basis, createdBy: userId });
}

/** Returns the source of a twin's fitted probability; null if it was not fitted. @throws AppError `not-found`. */
export async function getTwinSource(db: Db, twinId: number): Promise<LifeFitSource | null> {
  const { probability } = await getTwin(db, twinId);
  const parameters = probability?.failureDistributionParameters;
  return toSource(await selectFit(db, { twin_id: twinId }), {
    shape: parameters?.distribution === 'weibull' ? parameters.shape : null,
    scale: parameters?.scale ?? null,
  });
}

/**
 * Returns the source of the fitted probability of an asset in an analysis; null if it was not fitted.
 * @throws AppError `not-found`.
 */
export async function getAnalysisSource(
  db: Db,
  analysisId: number,
  assetId: number,
): Promise<LifeFitSource | null> {
  const entry = await getEntry(db, analysisId, assetId);
  return toSource(await selectFit(db, { risk_analysis_id: analysisId, asset_id: assetId }), {
    shape: entry.shape,
    scale: entry.probabilityFailureDistributionScale,
  });
}

function toSource(
  row: Awaited<ReturnType<typeof selectFit>>,
  now: { shape: number | null; scale: string | null },
): LifeFitSource | null {
  if (!row) return null;
  return {
    ...row.basis,
    shape: row.shape,
    scale: row.scale,
    createdBy: row.user_name,
    createdAt: row.created_at.toISOString(),
    isCurrent: row.shape === now.shape && row.scale === now.scale,
  };
}
