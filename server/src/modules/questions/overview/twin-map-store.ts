import type { TwinMapLevels } from '@twinward/contracts/questions/twin-map';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { inServiceAt } from '../../assets/asset/service.ts';

/**
 * Twins as columns of equal length. A plant may have 20,000 twins, and parsing a row for each takes several times as
 * long.
 */
export interface MappedTwins {
  id: number[];
  assetId: number[];
  name: string[];
  /** Path of ids from the root to the parent asset, as in /7/12/; '/' at the top. */
  above: string[];
  taxonomyId: (number | null)[];
  probability: (number | null)[];
  consequence: (number | null)[];
  risk: (number | null)[];
}

/** Aggregates a column of `twins`, in row order. */
const aggregateColumn = (name: string) => sql`coalesce(json_agg(${sql.ref(name)}), '[]') as ${sql.ref(name)}`;
const aggregateColumns = (names: readonly string[]) => sql.join(names.map(aggregateColumn));

/** Selects the twins in service with their current risk, by id. */
export async function selectMappedTwins(db: Db): Promise<MappedTwins> {
  const { rows } = await sql<MappedTwins>`
    select ${aggregateColumns(['id', 'assetId', 'name', 'above', 'taxonomyId', 'probability', 'consequence', 'risk'])}
    from (
      select twin.id, asset.id as "assetId", asset_name as name,
        left(asset.path, -1 - length(asset.id::text)) as above, taxonomy_id as "taxonomyId",
        history.probability, history.risk, coalesce(history.consequence, mode.consequence) as consequence
      from twin join asset on asset.id = twin.asset_id
      left join risk_history history
        on history.twin_id = twin.id and history.failure_mode_id is null and history.until_day is null
      left join (
        select twin_id, sum(consequence) as consequence from risk_history
        where failure_mode_id is not null and until_day is null group by twin_id
      ) as mode on mode.twin_id = twin.id
      where ${inServiceAt()} order by twin.id
    ) as twins`.execute(db);
  return rows[0]!;
}

interface TaxonomyPlace {
  id: number;
  category: string;
  class: string | null;
  type: string | null;
}

export async function selectTaxonomyPlaces(db: Db, ids: readonly number[]): Promise<TaxonomyPlace[]> {
  const { rows } = await sql<TaxonomyPlace>`
    select id, category, class, type from taxonomy_entry where id = any(${ids}::int[])`.execute(db);
  return rows;
}

/** Selects the levels of the twins in service, by id. */
export async function selectTwinStates(db: Db): Promise<TwinMapLevels> {
  const { rows } = await sql<TwinMapLevels>`
    select ${aggregateColumns(['id', 'level', 'isCurrent'])}
    from (
      select twin.id, twin.level, twin.active and twin.silent_since is null as "isCurrent"
      from twin join asset on asset.id = twin.asset_id
      where ${inServiceAt()} order by twin.id
    ) as twins`.execute(db);
  return rows[0]!;
}

export async function selectAssetNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, asset_name as name from asset where id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A record of a structure and its parent. */
export interface StructureEdge {
  type: string;
  id: number;
  parentType: string;
  parentId: number;
}

/** Selects the parent of each record of a structure, by the first relationship that has a link to it. */
export async function selectEdges(db: Db, structureId: number): Promise<StructureEdge[]> {
  const { rows } = await sql<StructureEdge>`
    select distinct on (link.to_type, link.to_id) link.to_type as type, link.to_id as id,
      link.from_type as "parentType", link.from_id as "parentId"
    from structure_relationship part join record_link link on link.relationship_id = part.relationship_id
    where part.structure_id = ${structureId}
    order by link.to_type, link.to_id, part.position`.execute(db);
  return rows;
}

/** Selects the titles of records, by type and id. */
export async function selectTitles(
  db: Db,
  records: readonly { type: string; id: number }[],
): Promise<{ type: string; id: number; title: string }[]> {
  const { rows } = await sql<{ type: string; id: number; title: string }>`
    select record.type, record.id, title
    from unnest(${records.map(({ type }) => type)}::text[], ${records.map(({ id }) => id)}::int[]) as record (type, id)
    join record_overview on record_overview.type = record.type and record_overview.id = record.id`.execute(
    db,
  );
  return rows;
}
