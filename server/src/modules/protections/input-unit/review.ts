import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { UnitReview } from '@twinward/contracts/protections/input-unit';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found } from '../../../platform/errors.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { type ReviewRow, selectReview, selectReviewPage, updateReview } from './store.ts';

const audit = new EntityAudit('tag-alias');

/** Lists, by page, the inputs whose unit an upgrade replaced by that of their tag. */
export async function listUnitReviews(db: Db, request: ListRequest): Promise<Page<UnitReview>> {
  const { records, total } = await selectReviewPage(db, request);
  return { records: records.map(toReview), total };
}

/**
 * Marks an input as reviewed or not reviewed.
 * @throws AppError `not-found` unless an upgrade replaced its unit.
 */
export async function updateUnitReview(actor: Actor, id: number, isReviewed: boolean): Promise<UnitReview> {
  return withTransaction(actor.tenant.db, async (db) => {
    const before = toReview(found(await selectReview(db, id), 'Unit review'));
    if ((before.reviewedAt !== null) === isReviewed) return before;
    await updateReview(db, id, { isReviewed, userId: actor.userId });
    await audit.changed(
      db,
      actor,
      { id, name: before.name },
      { old: { isUnitReviewed: !isReviewed }, new: { isUnitReviewed: isReviewed } },
    );
    return toReview((await selectReview(db, id))!);
  });
}

function toReview(row: ReviewRow): UnitReview {
  return fromRow(row);
}
