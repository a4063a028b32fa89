import type { ListRequest, Page } from '@twinward/contracts/core/list';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';

/** Selects the protections that read one of these inputs, by asset and name. */
export function selectProtectionsOfInputs(
  db: Db,
  aliasIds: readonly number[],
): Promise<{ id: number; name: string; twinId: number; assetName: string }[]> {
  return db
    .selectFrom('protection')
    .innerJoin('twin', 'twin.id', 'protection.twin_id')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .select(['protection.id', 'protection.name', 'protection.twin_id as twinId', 'asset_name as assetName'])
    .where(
      sql<boolean>`protection.id in (
        select protection_id from protection_alias where tag_alias_id = any(${aliasIds}::int[]))`,
    )
    .orderBy('asset_name')
    .orderBy('protection.name')
    .orderBy('protection.id')
    .execute();
}

const ownerName = sql<string>`coalesce(asset.asset_name, calculated.name)`;

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`tag_alias.id` },
    Name: { type: 'C', sql: sql`tag_alias.name` },
    TwinId: { type: 'N', sql: sql`tag_alias.twin_id` },
    OwnerName: { type: 'C', sql: ownerName },
    TagName: { type: 'C', sql: sql`tag.name` },
    OldUnit: { type: 'C', sql: sql`old_unit` },
    NewUnit: { type: 'C', sql: sql`new_unit` },
    IsReviewed: { type: 'B', sql: sql`(reviewed_at is not null)` },
    CreatedAt: { type: 'D', sql: sql`input_unit_review.created_at` },
  },
  key: sql`tag_alias.id`,
  defaultSort: [
    { field: 'IsReviewed', direction: 'Ascending' },
    { field: 'OwnerName', direction: 'Ascending' },
    { field: 'Name', direction: 'Ascending' },
  ],
};

function selectReviews(db: Db) {
  return db
    .selectFrom('input_unit_review')
    .innerJoin('tag_alias', 'tag_alias.id', 'input_unit_review.tag_alias_id')
    .leftJoin('tag', 'tag.id', 'tag_alias.mapped_tag_id')
    .leftJoin('tag as calculated', 'calculated.id', 'tag_alias.calculated_tag_id')
    .leftJoin('twin', 'twin.id', 'tag_alias.twin_id')
    .leftJoin('asset', 'asset.id', 'twin.asset_id')
    .leftJoin('app_user', 'app_user.id', 'input_unit_review.reviewed_by')
    .select((eb) => [
      'tag_alias.id',
      'tag_alias.name',
      'tag_alias.twin_id',
      'tag_alias.calculated_tag_id',
      'tag_alias.unit',
      'tag.id as tag_id',
      'tag.name as tag_name',
      ownerName.as('owner_name'),
      'old_unit',
      'new_unit',
      'input_unit_review.created_at',
      'reviewed_at',
      'app_user.user_name as reviewed_by',
      jsonArrayFrom(
        eb
          .selectFrom('protection_alias')
          .innerJoin('protection', 'protection.id', 'protection_alias.protection_id')
          .select(['protection.id', 'protection.name'])
          .whereRef('protection_alias.tag_alias_id', '=', 'tag_alias.id')
          .orderBy('protection.name'),
      ).as('protections'),
    ]);
}

export type ReviewRow = Awaited<ReturnType<ReturnType<typeof selectReviews>['execute']>>[number];

export function selectReviewPage(db: Db, request: ListRequest): Promise<Page<ReviewRow>> {
  return findPage(selectReviews(db), compileList(request, list));
}

export async function selectReview(db: Db, id: number): Promise<ReviewRow | null> {
  return (await selectReviews(db).where('tag_alias.id', '=', id).executeTakeFirst()) ?? null;
}

/** Marks a review as done by a user, or as not done. */
export async function updateReview(
  db: Db,
  id: number,
  { isReviewed, userId }: { isReviewed: boolean; userId: number },
): Promise<void> {
  await db
    .updateTable('input_unit_review')
    .set({ reviewed_at: isReviewed ? sql`now()` : null, reviewed_by: isReviewed ? userId : null })
    .where('tag_alias_id', '=', id)
    .execute();
}
