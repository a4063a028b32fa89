import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { PatternModel } from '@twinward/domain/patterns/model';
import { createRandom } from '@twinward/domain/patterns/random';
import { serializeModel } from '@twinward/domain/patterns/serialize';
import { trainModel } from '@twinward/domain/patterns/train';
import type { TrainingRange } from '@twinward/domain/patterns/training-rows';
import { startEvaluation } from '@twinward/server/src/modules/protections/evaluation/service.ts';
import { createSecrets } from '@twinward/server/src/platform/config/secrets.ts';
import type { Db } from '@twinward/server/src/platform/database/database.ts';
import { createLogger } from '@twinward/server/src/platform/process/log.ts';
import { metrics } from '@twinward/server/src/platform/process/metrics.ts';
import { appendPoints } from '@twinward/server/src/series/index.ts';
import { sql } from 'kysely';
import { computeLag } from './lag.ts';
import type { BenchContext, BenchRow } from './row.ts';

/** `PATTERN_PROTECTIONS` and `PATTERN_MINUTES` set a smaller size. */
const protections = Number(process.env.PATTERN_PROTECTIONS ?? 10_000);
const minutes = Number(process.env.PATTERN_MINUTES ?? 3);
const inputs = 5;
const windows = [2, 8, 20];
const minute = 60_000;
const versionsPerInsert = 200;
/** Maximum 95th percentile of the time until a point is evaluated, in ms. */
const maximumLag = 2000;

/**
 * Measures live evaluation of pattern protections with five inputs, each with a separate model and a point per minute,
 * spread over the minute. The models exceed the cache many times, so most are read from the database.
 */
export async function patternLoadBench({ database, connectionString }: BenchContext): Promise<BenchRow[]> {
  const { db, pool } = database;
  const model = train();
  const { setIds, tagIds } = await seed(db, model);
  const log = createLogger('silent');
  const tenant = {
    name: 'bench',
    db,
    pool,
    connectionString,
    ownerUrl: connectionString,
    secrets: createSecrets(randomBytes(32)),
  };
  const evaluation = await startEvaluation(tenant, log);
  try {
    await fillWindows(db, tagIds);
    await evaluated(db);
    const before = { lags: await lagCounts(), reads: await readCount() };
    const began = performance.now();
    const share = Math.ceil(protections / 60);
    for (let second = 0; second < 60 * minutes; second++) {
      await delay(Math.max(0, began + second * 1000 - performance.now()));
      const from = ((second % 60) * share * inputs) % tagIds.length;
      await append(db, tagIds.slice(from, from + share * inputs), [Date.now()]);
    }
    await evaluated(db);
    await assertAnswered(db, setIds);
    const lags = await lagCounts();
    const reads = (await readCount()) - before.reads;
    const evaluations = minutes * protections;
    const megabytes = serializeModel(model).length / 1e6;
    return [
      {
        name: `evaluation lag, 95 of 100, of ${protections} pattern protections of ${inputs} inputs`,
        value: computeLag(before.lags, lags, 0.95),
        unit: 'ms',
        peer: 'limit',
        peerValue: maximumLag,
        ratio: maximumLag / computeLag(before.lags, lags, 0.95),
        target: 1,
      },
      {
        name: `models that were not in memory, of ${evaluations} evaluations (${megabytes.toFixed(2)} MB each)`,
        value: reads,
        unit: 'models',
        peer: 'evaluations',
        peerValue: evaluations,
        ratio: evaluations / Math.max(1, reads),
        target: null,
      },
    ];
  } finally {
    await evaluation.close();
  }
}

/** Five inputs of which the first two distinguish three classes. */
function train(): PatternModel {
  const createRange = (label: number, level: number, rows: number): TrainingRange => {
    const random = createRandom(label + 1);
    const values = Float64Array.from({ length: inputs * rows }, (_, i) =>
      i % inputs < 2 ? level + random.integer(1000) / 500 : random.integer(1000) / 500,
    );
    return { label, grid: { start: 0, step: minute, inputs, values }, lead: 0 };
  };
  const ranges = [createRange(0, 0, 600), createRange(1, 10, 200), createRange(2, -10, 200)];
  return trainModel(ranges, {
    inputs,
    classes: 3,
    windows,
    strictness: 'normal',
    confidence: 0.25,
  }).model;
}

/**
 * Creates the protections, each with a different model.
 * @returns the ids of their pattern sets, and those of their tags, protection by protection
 */
async function seed(db: Db, model: PatternModel): Promise<{ setIds: number[]; tagIds: number[] }> {
  const { rows } = await sql<{ setId: number; tagIds: number[]; aliasIds: number[]; patternIds: number[] }>`
    with asset as (
      insert into asset (unique_id, asset_name)
      select 'PATTERN-' || i, 'Pattern ' || i from generate_series(1, ${protections}::int) as i returning id
    ), tag as (
      insert into tag (name, caption, type)
      select 'pattern.' || asset.id || '.' || n, 'Pattern', 'data_point'
      from asset, generate_series(1, ${inputs}::int) as n returning id, name
    ), twin as (
      insert into twin (asset_id, active) select id, true from asset returning id, asset_id
    ), alias as (
      insert into tag_alias (twin_id, mapped_tag_id, type, name)
      select twin.id, tag.id, 'data_point', 'I' || split_part(tag.name, '.', 3)
      from twin join tag on split_part(tag.name, '.', 2)::int = twin.asset_id
      returning id, twin_id, name, mapped_tag_id
    ), protection as (
      insert into protection (twin_id, name, type, active) select id, 'Pattern', 'pattern', true from twin
      returning id, twin_id
    ), of_alias as (
      insert into protection_alias (protection_id, tag_alias_id)
      select protection.id, alias.id from protection join alias using (twin_id)
    ), input as (
      insert into protection_input (protection_id, alias, tag_id)
      select protection.id, alias.name, mapped_tag_id from protection join alias using (twin_id)
    ), pattern_set as (
      insert into pattern_set (protection_id) select id from protection returning id, protection_id
    ), pattern as (
      insert into pattern (pattern_set_id, position, name, is_default, color)
      select id, n, (array['No match', 'High', 'Low'])[n + 1], n = 0, '#1E88E5'
      from pattern_set, generate_series(0, 2) as n returning id, pattern_set_id, position
    ), threshold as (
      insert into threshold (protection_id, position, name, logic, level)
      select protection_id, 0, 'High', 'MATCHESPATTERN("' || pattern.id || '")', 500
      from pattern join pattern_set on pattern_set.id = pattern_set_id where position = 1
    )
    select pattern_set.id as "setId", array_agg(mapped_tag_id order by alias.name) as "tagIds",
      array_agg(alias.id order by alias.name) as "aliasIds",
      (select array_agg(pattern.id order by position) from pattern where pattern_set_id = pattern_set.id)
        as "patternIds"
    from pattern_set join protection on protection.id = protection_id join alias using (twin_id)
    group by pattern_set.id order by pattern_set.id`.execute(db);
  for (let from = 0; from < rows.length; from += versionsPerInsert) {
    const versions = rows
      .slice(from, from + versionsPerInsert)
      .map(({ setId, aliasIds, patternIds }, index) => {
        const bytes = Buffer.from(serializeModel({ ...model, confidence: 0.25 + (from + index) * 1e-9 }));
        return {
          pattern_set_id: setId,
          number: 1,
          checksum: '',
          model: bytes,
          model_checksum: createHash('sha256').update(bytes).digest('hex'),
          step_seconds: 60,
          windows,
          strictness: 'normal' as const,
          inputs: JSON.stringify(aliasIds.map((tagAliasId) => ({ tagAliasId, hold: 3 * minute }))),
          pattern_ids: patternIds,
          bands: '[]',
          evaluation: '{}',
        };
      });
    await db.insertInto('pattern_version').values(versions).execute();
  }
  await sql`
    update pattern_set set version_in_service_id = pattern_version.id
    from pattern_version where pattern_set_id = pattern_set.id`.execute(db);
  return { setIds: rows.map(({ setId }) => setId), tagIds: rows.flatMap((row) => row.tagIds) };
}

/** Points of the minutes before now, so that all windows are full. */
async function fillWindows(db: Db, tagIds: readonly number[]): Promise<void> {
  const now = Date.now();
  const times = Array.from(
    { length: windows.at(-1)! + 2 },
    (_, i) => now - (windows.at(-1)! + 3 - i) * minute,
  );
  for (let from = 0; from < tagIds.length; from += 2000)
    await append(db, tagIds.slice(from, from + 2000), times);
}

const append = (db: Db, tagIds: readonly number[], times: number[]) =>
  appendPoints(
    db,
    tagIds.map((tagId) => ({
      tagId,
      times,
      qualities: null,
      values: times.map((time) => ((tagId * 7 + time) % 1000) / 500),
    })),
  );

/** Waits until every stored point is evaluated. */
async function evaluated(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (select from point_change) or exists (select from evaluation_due) as waiting`.execute(db);
    if (!rows[0]!.waiting) return;
    await delay(50);
  }
}

/**
 * Fails if a protection can't be evaluated, because its short duration would distort the result. Checks only
 * protections of this load: those left by other benchmarks have no model.
 */
async function assertAnswered(db: Db, setIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ error: string | null }>`
    select error from protection join pattern_set on protection_id = protection.id
    where pattern_set.id = any(${setIds}::int[]) and (error is not null or not exists (
      select from pattern_answer_change where protection_id = protection.id and pattern_id is not null)) limit 1`.execute(
    db,
  );
  if (rows[0]) throw new Error(`a pattern protection of the load has no answer: ${rows[0].error}`);
}

/** Returns the cumulative histogram of evaluation lag. */
async function lagCounts(): Promise<Map<number, number>> {
  const lag = await metrics.getSingleMetric('twinward_evaluation_lag_seconds')!.get();
  const buckets = lag.values.filter(({ labels }) => 'le' in labels);
  return new Map(
    buckets.map(({ labels, value }) => {
      const most = (labels as { le: string | number }).le;
      return [most === '+Inf' ? Number.POSITIVE_INFINITY : Number(most), value];
    }),
  );
}

async function readCount(): Promise<number> {
  const reads = await metrics.getSingleMetric('twinward_pattern_models_read_total')!.get();
  return reads.values.reduce((sum, { value }) => sum + value, 0);
}
