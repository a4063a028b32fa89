import type { Permissions } from '@twinward/contracts/access/access';
import type { ListRequest } from '@twinward/contracts/core/list';
import type { FailureModeCoverage, ListedFailureMode } from '@twinward/contracts/twins/failure-mode-list';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { inServiceAt } from '../../assets/asset/service.ts';
import { withSystemFields } from '../../records/record-type/service.ts';

const classLabel = sql<string>`concat_ws(' - ', taxonomy_entry.category, taxonomy_entry.class, taxonomy_entry.type)`;
const risk = sql<number | null>`probability.value::float8 * consequence.value / 100`;
/** Protections of an inactive twin are not evaluated. */
const isProtected = sql<boolean>`(twin.active and exists (
  select from protection_of_failure_mode as protecting
  where protecting.failure_mode_id = failure_mode.id and protecting.active))`;
const protections = sql<ListedFailureMode['protections']>`(
  select coalesce(json_agg(json_build_object('id', protection_id, 'name', name, 'active', active)
    order by name, protection_id), '[]')
  from protection_of_failure_mode where failure_mode_id = failure_mode.id)`;

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`failure_mode.id` },
    Name: { type: 'C', sql: sql`failure_mode.name` },
    Mechanism: { type: 'C', sql: sql`failure_mode.mechanism` },
    TwinId: { type: 'N', sql: sql`failure_mode.twin_id` },
    AssetName: { type: 'C', sql: sql`asset.asset_name` },
    AssetUniqueId: { type: 'C', sql: sql`asset.unique_id` },
    AssetClass: { type: 'C', sql: classLabel },
    TwinActive: { type: 'B', sql: sql`twin.active` },
    InService: { type: 'B', sql: inServiceAt() },
    Probability: { type: 'N', sql: sql`probability.value` },
    Consequence: { type: 'N', sql: sql`consequence.value` },
    Risk: { type: 'N', sql: risk },
    IsProtected: { type: 'B', sql: isProtected },
  },
  key: sql`failure_mode.id`,
  defaultSort: [{ field: 'Risk', direction: 'Descending' }],
};

const withRisk = (db: Db) =>
  db
    .selectFrom('failure_mode')
    .innerJoin('twin', 'twin.id', 'failure_mode.twin_id')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .leftJoin('taxonomy_entry', 'taxonomy_entry.id', 'asset.taxonomy_id')
    .leftJoin('probability', 'probability.failure_mode_id', 'failure_mode.id')
    .leftJoin('consequence', 'consequence.failure_mode_id', 'failure_mode.id');

export async function selectFailureModePage(db: Db, reader: Permissions, request: ListRequest) {
  const modes = withRisk(db).select([
    'failure_mode.id',
    'failure_mode.name',
    'failure_mode.mechanism',
    'failure_mode.fields',
    'failure_mode.twin_id as twinId',
    'asset.asset_name as assetName',
    'asset.unique_id as assetUniqueId',
    classLabel.as('assetClassLabel'),
    'twin.active as twinActive',
    inServiceAt().as('inService'),
    'probability.value as probability',
    'consequence.value as consequence',
    risk.as('risk'),
    isProtected.as('isProtected'),
    protections.as('protections'),
  ]);
  return findPage(
    modes,
    compileList(request, await withSystemFields(db, reader, 'failure-mode', list, request)),
  );
}

/** Counts the failure modes of assets in service, and sums their risk. */
export async function selectCoverage(db: Db): Promise<FailureModeCoverage> {
  const { rows } = await sql<FailureModeCoverage>`
    select count(*) filter (where covers) as covered, count(*) filter (where not covers) as uncovered,
      coalesce(sum(risk) filter (where covers), 0) as "coveredRisk",
      coalesce(sum(risk) filter (where not covers), 0) as "uncoveredRisk",
      count(*) filter (where not covers and risk is null) as "uncoveredWithoutRisk"
    from ${withRisk(db)
      .select([isProtected.as('covers'), risk.as('risk')])
      .where(inServiceAt())} as mode`.execute(db);
  return rows[0]!;
}
