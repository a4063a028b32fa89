import type { Benchmark, BenchmarkChange } from '@twinward/contracts/assets/benchmark';
import { daysToDuration } from '@twinward/domain/duration';
import { type BenchmarkLevel, characteristicLife } from '@twinward/domain/risk/benchmark';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, outdated } from '../../../platform/errors.ts';
import { type AuditActor, EntityAudit } from '../../system/audit/service.ts';
import { benchmarkChanged } from './events.ts';
import {
  type BenchmarkRow,
  deleteBenchmarkRow,
  lockEntry,
  selectBenchmarks,
  selectNearest,
  selectOwnBenchmark,
  upsertBenchmark,
} from './store.ts';

/** The benchmark that applies to an entry of the taxonomy. */
export interface FoundBenchmark {
  /** The entry that has the benchmark. */
  taxonomyId: number;
  level: BenchmarkLevel;
  shape: number;
  /** Days */
  mtbfDays: number;
  /** Days */
  characteristicLife: number;
  source: string;
  isExample: boolean;
}

/**
 * Returns the benchmark that applies to each taxonomy entry, by entry id: that of the entry, otherwise of its class,
 * otherwise of its category. Lists join the view `benchmark_of_taxonomy`, which has the same rule.
 */
export async function findBenchmark(
  db: Db,
  taxonomyIds: readonly number[],
): Promise<Map<number, FoundBenchmark>> {
  const rows = await selectNearest(db, taxonomyIds);
  return new Map(
    rows.map(({ score, distribution, benchmark_id, ...row }) => [
      row.taxonomy_id,
      {
        ...fromRow(row),
        taxonomyId: benchmark_id,
      },
    ]),
  );
}

/** Lists all benchmarks, in the order of the captions. */
export async function listBenchmarks(db: Db): Promise<Benchmark[]> {
  return (await selectBenchmarks(db)).map(toBenchmark);
}

/**
 * Creates or updates the benchmark of a taxonomy entry.
 * @throws AppError `not-found` if the entry does not exist; `conflict` if the version is outdated.
 */
export function updateBenchmark(
  actor: Actor,
  taxonomyId: number,
  change: BenchmarkChange,
): Promise<Benchmark> {
  return withTransaction(actor.tenant.db, async (db) => {
    found(await lockEntry(db, taxonomyId), 'Entry of the taxonomy');
    const before = await selectOwnBenchmark(db, taxonomyId);
    if (before && change.version !== before.version) {
      throw change.version === null
        ? new AppError('conflict', 'The entry already has a benchmark. Edit that one.')
        : outdated('The benchmark', change.version, toBenchmark(before));
    }
    if (!before && change.version !== null) found(null, 'Benchmark');
    return writeBenchmark(db, actor, taxonomyId, change);
  });
}

/** Writes a benchmark in the caller's transaction, without a version check. */
export async function writeBenchmark(
  db: Db,
  actor: AuditActor,
  taxonomyId: number,
  figures: Omit<BenchmarkChange, 'version'>,
): Promise<Benchmark> {
  const before = await selectOwnBenchmark(db, taxonomyId);
  await upsertBenchmark(db, {
    taxonomy_id: taxonomyId,
    score: figures.score,
    distribution: figures.distribution,
    mtbf_days: figures.mtbfDays,
    shape: figures.shape,
    characteristic_life: characteristicLife(figures.mtbfDays, figures.shape),
    source: figures.source,
    is_example: figures.isExample,
  });
  await benchmarkChanged.emit(db, { taxonomyId });
  const after = (await selectOwnBenchmark(db, taxonomyId))!;
  await audit.saved(db, actor, before, after);
  return toBenchmark(after);
}

/** @throws AppError `not-found` if the entry has no benchmark. */
export function deleteBenchmark(actor: Actor, taxonomyId: number): Promise<void> {
  return withTransaction(actor.tenant.db, (db) => deleteBenchmarkIn(db, actor, taxonomyId));
}

/** Like `deleteBenchmark`, in the caller's transaction. */
export async function deleteBenchmarkIn(db: Db, actor: AuditActor, taxonomyId: number): Promise<void> {
  await lockEntry(db, taxonomyId);
  const before = found(await selectOwnBenchmark(db, taxonomyId), 'Benchmark');
  await deleteBenchmarkRow(db, taxonomyId);
  await benchmarkChanged.emit(db, { taxonomyId });
  await audit.deleted(db, actor, before);
}

const toFacts = ({ score, distribution, mtbf_days, shape, source, is_example }: BenchmarkRow) => ({
  score,
  distribution,
  mtbfDays: mtbf_days,
  shape,
  source,
  isExample: is_example,
});

const audit = new EntityAudit('benchmark', (row: BenchmarkRow) => ({
  id: row.taxonomy_id,
  name: toName(row),
  facts: toFacts(row),
}));

const toName = ({ category, class: ofClass, type }: BenchmarkRow) =>
  [category, ofClass, type].filter((caption) => caption !== null).join(' - ');

function toBenchmark(row: BenchmarkRow): Benchmark {
  const captioned = (id: number | null, caption: string | null) =>
    id === null || caption === null ? null : { id, caption };
  return {
    taxonomyId: row.taxonomy_id,
    category: { id: row.category_id, caption: row.category },
    class: captioned(row.class_id, row.class),
    type: captioned(row.type_id, row.type),
    level: row.type_id !== null ? 'type' : row.class_id !== null ? 'class' : 'category',
    ...toFacts(row),
    mtbf: daysToDuration(row.mtbf_days),
    characteristicLife: daysToDuration(row.characteristic_life),
    version: row.version,
  };
}
