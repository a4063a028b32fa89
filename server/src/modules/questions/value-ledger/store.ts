import type { ListRequest } from '@twinward/contracts/core/list';
import type { ValueSource } from '@twinward/contracts/questions/value-ledger';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { AdvisoryValueTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';

/** An approval is valid only for the closing for which it was given. */
const isApproved = sql<boolean>`coalesce(approval.closed_at = advisory.closed_at, false)`;
const approved = <T>(column: string): RawBuilder<T | null> =>
  sql<T | null>`case when ${isApproved} then approval.${sql.ref(column)} end`;
const className = sql<string | null>`nullif(concat_ws(' - ', entry.category, entry.class), '')`;

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`advisory.id` },
    Name: { type: 'C', sql: sql`advisory.name` },
    TwinId: { type: 'N', sql: sql`advisory.twin_id` },
    AssetName: { type: 'C', sql: sql`asset.asset_name` },
    Outcome: { type: 'C', sql: sql`advisory.outcome` },
    Closed: { type: 'D', sql: sql`advisory.closed_at` },
    ProtectionId: { type: 'N', sql: sql`advisory.protection_id` },
    ProtectionName: { type: 'C', sql: sql`protection.name` },
    ClassName: { type: 'C', sql: className },
    Approved: { type: 'B', sql: isApproved },
    FailureCostLow: { type: 'N', sql: approved('failure_cost_low') },
    FailureCostHigh: { type: 'N', sql: approved('failure_cost_high') },
    Cost: { type: 'N', sql: approved('cost') },
    ApprovedBy: { type: 'C', sql: sql`app_user.user_name` },
  },
  key: sql`advisory.id`,
  defaultSort: [{ field: 'Closed', direction: 'Descending' }],
};

function selectLines(db: Db) {
  return db
    .selectFrom('advisory')
    .innerJoin('twin', 'twin.id', 'advisory.twin_id')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .leftJoin('taxonomy_entry as entry', 'entry.id', 'asset.taxonomy_id')
    .leftJoin('protection', 'protection.id', 'advisory.protection_id')
    .leftJoin('advisory_value as approval', 'approval.advisory_id', 'advisory.id')
    .leftJoin('app_user', 'app_user.id', 'approval.approved_by')
    .where('advisory.state', '=', 'closed')
    .select([
      'advisory.id',
      'advisory.name',
      'advisory.twin_id',
      'advisory.protection_id',
      'advisory.outcome',
      'advisory.closed_at',
      'asset.asset_name',
      'protection.name as protection_name',
      'app_user.user_name as approved_by_name',
      'approval.version',
      className.as('class_name'),
      isApproved.as('is_approved'),
      approved<number>('failure_cost_low').as('failure_cost_low'),
      approved<number>('failure_cost_high').as('failure_cost_high'),
      approved<number>('cost').as('cost'),
      approved<string>('note').as('note'),
      approved<Date>('approved_at').as('approved_at'),
    ]);
}
export type ValueRow = Awaited<ReturnType<ReturnType<typeof selectLines>['execute']>>[number];

export function selectValuePage(db: Db, request: ListRequest) {
  return findPage(selectLines(db), compileList(request, list));
}

/** Selects the line of a closed advisory; null if the advisory does not exist or is not closed. */
export async function selectValue(db: Db, advisoryId: number): Promise<ValueRow | null> {
  return (await selectLines(db).where('advisory.id', '=', advisoryId).executeTakeFirst()) ?? null;
}

/**
 * Locks an advisory, so that its state cannot change (`FOR UPDATE`).
 * @returns whether it is closed
 */
export async function lockClosed(db: Db, advisoryId: number): Promise<boolean> {
  const row = await db
    .selectFrom('advisory')
    .select('id')
    .where('id', '=', advisoryId)
    .where('state', '=', 'closed')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function upsertValue(
  db: Db,
  { advisory_id, ...value }: Insertable<AdvisoryValueTable>,
): Promise<void> {
  await db
    .insertInto('advisory_value')
    .values({ advisory_id, ...value })
    .onConflict((conflict) =>
      conflict
        .column('advisory_id')
        .doUpdateSet({ ...value, approved_at: sql`now()`, version: sql`advisory_value.version + 1` }),
    )
    .execute();
}

export async function deleteValue(db: Db, advisoryId: number): Promise<void> {
  await db.deleteFrom('advisory_value').where('advisory_id', '=', advisoryId).execute();
}

/** Selects the consequences and the work from which values are proposed, in a fixed order. */
export async function selectSources(
  db: Db,
  advisoryIds: readonly number[],
): Promise<(ValueSource & { advisoryId: number })[]> {
  const { rows } = await sql<ValueSource & { advisoryId: number }>`
    select about.advisory_id as "advisoryId", 'failure-mode' as kind, failure_mode.id, failure_mode.name,
      consequence.value as amount
    from advisory_failure_mode as about
    join failure_mode on failure_mode.id = about.failure_mode_id
    join consequence on consequence.failure_mode_id = failure_mode.id
    where about.advisory_id = any(${advisoryIds}::int[])
    union all
    select advisory.id, 'twin', twin.id, asset_name, consequence.value
    from advisory join twin on twin.id = advisory.twin_id join asset on asset.id = twin.asset_id
    join consequence on consequence.twin_id = twin.id and consequence.failure_mode_id is null
    where advisory.id = any(${advisoryIds}::int[])
    union all
    select distinct advisory.id, case when is_ordered then 'ordered-work' else 'work' end, work.id, work.name, work.cost
    from advisory
    join tag_alias on tag_alias.twin_id = advisory.twin_id and tag_alias.type = 'work'
    join work on work.tag_id = tag_alias.mapped_tag_id and work.cost is not null
    cross join lateral (
      select exists (select from work_request
        where work_request.advisory_id = advisory.id and work_request.number = work.number) as is_ordered) as ordered
    where advisory.id = any(${advisoryIds}::int[]) and (is_ordered
      or work.completed_at between coalesce(activated_at, created_at) and advisory.closed_at)
    order by 1, 2, 3`.execute(db);
  return rows;
}

export interface SumRow {
  id: number | null;
  name: string | null;
  advisories: number;
  approved: number;
  false_alarms: number;
  avoided_low: number;
  avoided_high: number;
  cost: number;
  false_alarm_cost: number;
}

/** Groupings of a summary: the id and the name of each group. */
const groupings = {
  none: { id: sql`null::int`, name: sql`null::text` },
  rule: { id: sql`protection.id`, name: sql`protection.name` },
  class: { id: sql`coalesce(entry.class_id, entry.category_id)`, name: className },
  model: { id: sql`model.model_id`, name: sql`model.model_name` },
} as const;

/** Selects the sums of the advisories that were closed in a range, by group. */
export async function selectSums(
  db: Db,
  { from, to }: { from: Date | null; to: Date | null },
  by: keyof typeof groupings | { monthIn: string },
): Promise<SumRow[]> {
  const { id, name } =
    typeof by === 'string'
      ? groupings[by]
      : {
          id: sql`null::int`,
          name: sql`to_char(advisory.closed_at at time zone ${by.monthIn}::text, 'YYYY-MM')`,
        };
  const isFalse = sql`advisory.outcome = 'false-alarm'`;
  // Group by position: PostgreSQL does not recognize two expressions with parameters as equal. Sums are float8, because
  // sums of integers can exceed 32 bits.
  const grouped = by === 'none' ? sql`` : sql`group by 1, 2`;
  const { rows } = await sql<SumRow>`
    select ${id} as id, ${name} as name, count(*)::int as advisories,
      count(*) filter (where ${isApproved})::int as approved,
      count(*) filter (where ${isFalse})::int as false_alarms,
      coalesce(sum(failure_cost_low) filter (where ${isApproved}), 0)::float8 as avoided_low,
      coalesce(sum(failure_cost_high) filter (where ${isApproved}), 0)::float8 as avoided_high,
      coalesce(sum(cost) filter (where ${isApproved} and not ${isFalse}), 0)::float8 as cost,
      coalesce(sum(cost) filter (where ${isApproved} and ${isFalse}), 0)::float8 as false_alarm_cost
    from advisory
    join twin on twin.id = advisory.twin_id join asset on asset.id = twin.asset_id
    left join taxonomy_entry entry on entry.id = asset.taxonomy_id
    left join protection on protection.id = advisory.protection_id
    left join model_of_twin model on model.twin_id = twin.id
    left join advisory_value approval on approval.advisory_id = advisory.id
    where advisory.state = 'closed'
      and (${from}::timestamptz is null or advisory.closed_at >= ${from})
      and (${to}::timestamptz is null or advisory.closed_at < ${to})
    ${grouped}`.execute(db);
  return rows;
}
