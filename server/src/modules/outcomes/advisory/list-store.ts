import type { Permissions } from '@twinward/contracts/access/access';
import type { ListRequest } from '@twinward/contracts/core/list';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { placeFields } from '../../assets/asset/service.ts';
import { withSystemFields } from '../../records/record-type/service.ts';

/** The user who requests the list; determines which advisories wait for their review. */
export interface Viewer extends Permissions {
  userId: number;
  groups: readonly string[];
}

export const isReviewer = ({ userId, groups }: Viewer) => sql<boolean>`exists (
  select from advisory_reviewer where advisory_id = advisory.id
    and (user_id = ${userId} or group_name = any(${groups}::text[])))`;

const overdue = sql<boolean>`(advisory.state = 'active' and coalesce(target_at < now(), false))`;
const occurrenceCount = sql<number>`(
  select count(*) from advisory_occurrence where advisory_id = advisory.id)`;
const lastOccurrence = sql<Date | null>`(
  select max(start_at) from advisory_occurrence where advisory_id = advisory.id)`;

/** The risk at stake: of the advisory's failure modes if known, or else of the twin. */
const risk = sql<number | null>`coalesce(
  (select sum(probability.value::float8 * consequence.value / 100) from advisory_failure_mode as about
    join probability on probability.failure_mode_id = about.failure_mode_id
    join consequence on consequence.failure_mode_id = about.failure_mode_id
    where about.advisory_id = advisory.id),
  (select probability.value::float8 * consequence.value / 100 from probability
    join consequence on consequence.twin_id = probability.twin_id
    where probability.twin_id = advisory.twin_id))`;

const toListFields = (viewer: Viewer): ListFields => ({
  fields: {
    Id: { type: 'N', sql: sql`advisory.id` },
    TwinId: { type: 'N', sql: sql`advisory.twin_id` },
    AssetName: { type: 'C', sql: sql`asset.asset_name` },
    Name: { type: 'C', sql: sql`advisory.name` },
    State: { type: 'C', sql: sql`advisory.state` },
    Source: { type: 'C', sql: sql`advisory.source` },
    ProtectionId: { type: 'N', sql: sql`advisory.protection_id` },
    ProtectionName: { type: 'C', sql: sql`protection.name` },
    ThresholdId: { type: 'N', sql: sql`advisory.threshold_id` },
    ThresholdName: { type: 'C', sql: sql`threshold.name` },
    Level: { type: 'N', sql: sql`advisory.level` },
    Priority: { type: 'N', sql: sql`advisory.priority` },
    Risk: { type: 'N', sql: risk },
    TargetDate: { type: 'D', sql: sql`advisory.target_at` },
    Overdue: { type: 'B', sql: overdue },
    ToReview: { type: 'B', sql: sql`(advisory.state = 'submitted' and ${isReviewer(viewer)})` },
    OccurrenceCount: { type: 'N', sql: occurrenceCount },
    LastOccurrence: { type: 'D', sql: lastOccurrence },
    Outcome: { type: 'C', sql: sql`advisory.outcome` },
    Remediation: { type: 'C', sql: sql`remediation.caption` },
    CreatedBy: { type: 'C', sql: sql`app_user.user_name` },
    Created: { type: 'D', sql: sql`advisory.created_at` },
    Updated: { type: 'D', sql: sql`advisory.updated_at` },
    Closed: { type: 'D', sql: sql`advisory.closed_at` },
    ...placeFields,
  },
  key: sql`advisory.id`,
  defaultSort: [{ field: 'Created', direction: 'Descending' }],
});

function selectAdvisories(db: Db) {
  return db
    .selectFrom('advisory')
    .innerJoin('twin', 'twin.id', 'advisory.twin_id')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .leftJoin('protection', 'protection.id', 'advisory.protection_id')
    .leftJoin('threshold', 'threshold.id', 'advisory.threshold_id')
    .leftJoin('value_list_item as remediation', 'remediation.id', 'advisory.remediation_id')
    .leftJoin('app_user', 'app_user.id', 'advisory.created_by')
    .selectAll('advisory')
    .select([
      'asset.asset_name',
      'protection.name as protection_name',
      'threshold.name as threshold_name',
      'threshold.rationalization',
      'remediation.caption as remediation',
      'app_user.user_name as created_by_name',
      overdue.as('overdue'),
      risk.as('risk'),
      occurrenceCount.as('occurrence_count'),
      lastOccurrence.as('last_occurrence'),
    ]);
}
export type AdvisoryRow = Awaited<ReturnType<ReturnType<typeof selectAdvisories>['execute']>>[number];

export async function selectAdvisoryPage(db: Db, request: ListRequest, viewer: Viewer) {
  const list = await withSystemFields(db, viewer, 'advisory', toListFields(viewer), request);
  return findPage(selectAdvisories(db), compileList(request, list));
}

export async function selectAdvisory(db: Db, id: number): Promise<AdvisoryRow | null> {
  return (await selectAdvisories(db).where('advisory.id', '=', id).executeTakeFirst()) ?? null;
}

/** Selects closed advisories of the same protection, or with a failure mode in common, latest closed first. */
export async function selectSimilarPage(
  db: Db,
  { id, protection_id }: Pick<AdvisoryRow, 'id' | 'protection_id'>,
  { pageNumber, pageSize }: Pick<ListRequest, 'pageNumber' | 'pageSize'>,
): Promise<{ records: AdvisoryRow[]; total: number }> {
  const similar = sql<SqlBool>`(
    advisory.state = 'closed' and advisory.id <> ${id} and (advisory.protection_id = ${protection_id} or exists (
      select from advisory_failure_mode as about
      join advisory_failure_mode as own using (failure_mode_id)
      where about.advisory_id = advisory.id and own.advisory_id = ${id})))`;
  const records = await selectAdvisories(db)
    .where(similar)
    .orderBy('advisory.closed_at', 'desc')
    .orderBy('advisory.id', 'desc')
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .execute();
  const { total } = await db
    .selectFrom('advisory')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(similar)
    .executeTakeFirstOrThrow();
  return { records, total: Number(total) };
}

/** Selects the id of the latest advisory of a threshold in one of the states; null if none exists. */
export async function selectOpenOfThreshold(
  db: Db,
  thresholdId: number,
  states: readonly string[],
): Promise<number | null> {
  const row = await db
    .selectFrom('advisory')
    .select('id')
    .where('threshold_id', '=', thresholdId)
    .where(sql<SqlBool>`state = any(${states}::text[])`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
