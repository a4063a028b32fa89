import type { MeasuredMtbf, MtbfBasis } from '@twinward/contracts/assets/mtbf';
import { millisecondsToDuration } from '@twinward/domain/duration';
import { type MeasuredMtbf as Measurement, measureMtbf, trustedFailures } from '@twinward/domain/risk/mtbf';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { riskInputsChanged } from '../../assets/asset/events.ts';
import { selectMeasuredMtbf, upsertMeasuredMtbf } from '../../assets/asset/service.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { listFailureWork } from '../../work/work/service.ts';
import { selectSubject, selectWorkTags } from './store.ts';

const audit = new EntityAudit('asset');

/** Milliseconds. The mean is rounded to hours: a finer one would differ between two successive calculations. */
const resolution = 3_600_000;
const failuresKept = 20;

/** Returns the ids of the tags with an asset's work: its own work tags, and those mapped to inputs of its twin. */
export const listWorkTags = selectWorkTags;

/** @throws AppError `not-found`. */
export async function getMtbf(db: Db, assetId: number): Promise<MeasuredMtbf> {
  found(await selectSubject(db, assetId), 'Asset');
  const [row] = await selectMeasuredMtbf(db, [assetId]);
  return {
    assetId,
    failureData: { mtbf: row?.mtbf ?? null, previousMtbf: row?.previous_mtbf ?? null },
    calculatedAt: row?.calculated_at.toISOString() ?? null,
    lowConfidence: (row?.basis.failureCount ?? 0) < trustedFailures,
    basis: row?.basis ?? null,
  };
}

/**
 * Calculates and stores the MTBF of an asset from its work up to now.
 * @throws AppError `not-found`.
 */
export async function calculateMtbf(actor: Actor, assetId: number, now = new Date()): Promise<MeasuredMtbf> {
  return withTransaction(actor.tenant.db, async (db) => {
    const asset = found(await selectSubject(db, assetId), 'Asset');
    const before = await getMtbf(db, assetId);
    const tagIds = await selectWorkTags(db, assetId);
    const work = await listFailureWork(db, tagIds);
    const measured = measureMtbf(work, {
      twinStart: asset.start_date?.getTime() ?? null,
      now: now.getTime(),
    });
    const mtbf =
      measured.mtbf === null
        ? null
        : millisecondsToDuration(Math.round(measured.mtbf / resolution) * resolution);
    await upsertMeasuredMtbf(db, assetId, {
      mtbf,
      calculatedAt: now,
      basis: toBasis(measured, work, asset.start_date),
    });
    await riskInputsChanged.emit(db, { assetIds: [assetId] });
    const after = await getMtbf(db, assetId);
    await audit.changed(
      db,
      actor,
      { id: assetId, name: asset.asset_name },
      { old: { mtbf: before.failureData.mtbf }, new: { mtbf } },
    );
    await publish(db, { type: 'work', tagIds });
    return after;
  });
}

function toBasis(
  { window, failures, downtime, workCount }: Measurement,
  work: Awaited<ReturnType<typeof listFailureWork>>,
  twinStart: Date | null,
): MtbfBasis {
  const byId = new Map(work.map(({ id, name, number }) => [id, { id, name, number }]));
  const iso = (time: number) => new Date(time).toISOString();
  return {
    window: window && { from: iso(window.from), to: iso(window.to) },
    twinStart: twinStart?.toISOString() ?? null,
    workCount,
    failureCount: failures.length,
    downtime: millisecondsToDuration(downtime),
    failures: failures
      .slice(-failuresKept)
      .reverse()
      .map(({ start, end, workIds }) => ({
        start: iso(start),
        end: iso(end),
        work: workIds.map((id) => byId.get(id)!),
      })),
  };
}
