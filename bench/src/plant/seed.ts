import type { Pool } from 'pg';
import { fillInBulk } from '../bulk.ts';

/** How large a plant is. */
export interface PlantSize {
  assets: number;
  twins: number;
  tags: number;
}

/** The size of a large site of an oil company with its units, equipment and measurements. */
export const largePlant: PlantSize = { assets: 50_000, twins: 20_000, tags: 500_000 };

/** Number of pieces of equipment in a unit, and of units in a site. */
const equipmentPerUnit = 100;
const unitsPerSite = 50;

/**
 * Fills an empty, migrated tenant's database with a plant: sites, units and equipment in the taxonomy, and the same
 * number of tags for every asset. The first assets have twins with three of five inputs mapped. Inserts in bulk without
 * triggers, and fills in their results in the same transaction.
 */
export async function seedPlant(pool: Pool, size: PlantSize): Promise<void> {
  await fillInBulk(pool, async (client) => {
    const units = Math.ceil(size.assets / (equipmentPerUnit + 1));
    const sites = Math.ceil(units / unitsPerSite);
    const {
      rows: [start],
    } = await client.query('select coalesce(max(id), 0) as id from asset');
    const numbers = [start.id, size.assets, sites, units, unitsPerSite];
    await client.query(assets, numbers);
    await client.query(`select setval(pg_get_serial_sequence('asset', 'id'), (select max(id) from asset))`);
    await client.query(twins, [start.id + sites + units, size.twins]);
    await client.query(tags, [start.id, size.assets, Math.floor(size.tags / size.assets)]);
    await client.query(inputs);
    await client.query(searchEntries);
  });
}

/** First the sites, then the units, then the equipment, cycling through all classes. */
const assets = `
  with numbered as (
    select $1::int + i as id, i,
      case when i <= $3 then 'site' when i <= $3 + $4 then 'unit' else 'equipment' end as kind
    from generate_series(1, $2::int) as i
  ), placed as (
    select *, case kind
      when 'site' then null
      when 'unit' then $1 + 1 + (i - $3 - 1) / $5::int
      else $1 + $3 + 1 + (i - $3 - $4 - 1) % $4::int
    end as parent_id
    from numbered
  ), entries as (
    select id, class, concat_ws(' - ', category, class, type) as label,
      row_number() over (order by id) - 1 as i, count(*) over () as count
    from taxonomy_entry where type is not null and category = 'Rotating'
  )
  insert into asset (id, unique_id, asset_name, description, is_equipment, criticality, taxonomy_id, class_label,
    parent_id, path)
  overriding system value
  select placed.id, 'PLANT-' || placed.i,
    case kind
      when 'site' then 'Site ' || placed.i
      when 'unit' then 'Unit ' || placed.i
      else upper(left(class, 2)) || '-' || lpad(placed.i::text, 6, '0')
    end,
    coalesce(class, ''), kind = 'equipment',
    case when kind = 'equipment' then (array['A', 'B', 'C'])[1 + placed.i % 3] end,
    entries.id, coalesce(label, ''), parent_id,
    case kind
      when 'site' then '/' || placed.id || '/'
      when 'unit' then '/' || parent_id || '/' || placed.id || '/'
      else '/' || ($1 + 1 + (parent_id - $1 - $3 - 1) / $5) || '/' || parent_id || '/' || placed.id || '/'
    end
  from placed left join entries on kind = 'equipment' and entries.i = placed.i % entries.count`;

const twins = `
  with made as (
    insert into twin (asset_id, active, start_date, mission_time, level)
    select id, true, '2024-01-01', 'P1Y', case when id % 50 = 0 then id % 1000 else 0 end
    from asset where id > $1 and is_equipment order by id limit $2
    returning id, asset_id)
  update asset set asset_twin_id = made.id from made where asset.id = asset_id`;

/** The tags of each asset, named after it. */
const tags = `
  with tag_ids as (
    insert into tag (name, caption, description, type, unit)
    select asset_name || '.' || measured.code || coalesce(nullif(n / 10, 0)::text, ''), measured.caption,
      measured.caption || ' of ' || asset_name, 'data_point', measured.unit
    from asset, generate_series(0, $3::int - 1) as n, lateral (values
      (0, 'TI', 'Bearing temperature', 'Cel'), (1, 'PI', 'Discharge pressure', 'bar'),
      (2, 'VI', 'Vibration', 'mm/s'), (3, 'FI', 'Flow', 'm3/h'), (4, 'SI', 'Speed', '/min'),
      (5, 'PS', 'Suction pressure', 'bar'), (6, 'TO', 'Oil temperature', 'Cel'), (7, 'LI', 'Level', '%'),
      (8, 'JI', 'Power', 'kW'), (9, 'HI', 'Running hours', 'h')
    ) as measured (kind, code, caption, unit)
    where asset.id > $1 and asset.id <= $1 + $2 and kind = n % 10
    returning id, name
  )
  insert into asset_tag (asset_id, tag_id)
  select asset.id, tag_ids.id from tag_ids join asset on asset.asset_name = split_part(tag_ids.name, '.', 1)`;

/** Five inputs of each twin, the first three of them mapped. */
const inputs = `
  insert into tag_alias (twin_id, mapped_tag_id, type, name, description)
  select twin.id, case when kind <= 3 then tag.id end, 'data_point', wanted.caption, wanted.caption
  from twin join asset on asset.id = asset_id
  cross join (values (1, 'TI', 'Bearing temperature'), (2, 'PI', 'Discharge pressure'), (3, 'VI', 'Vibration'),
    (4, 'FI', 'Flow'), (5, 'SI', 'Speed')) as wanted (kind, code, caption)
  left join tag on kind <= 3 and tag.name = asset_name || '.' || wanted.code
  where unique_id like 'PLANT-%'`;

/** The search entries that triggers would have created. */
const searchEntries = `
  insert into search_entry (type, record_id, name, detail, search_text, asset_id)
  select 0, twin.id, asset_name, concat_ws(' - ', category, class, type),
    lower(concat_ws(' ', asset_name, unique_id, category, class, type)), asset.id
  from twin join asset on asset.id = asset_id left join taxonomy_entry on taxonomy_entry.id = taxonomy_id
  where unique_id like 'PLANT-%'
  union all
  select 1, asset.id, asset_name, concat_ws(' - ', category, class, type),
    lower(concat_ws(' ', asset_name, unique_id, category, class, type, asset.description)), asset.id
  from asset left join taxonomy_entry on taxonomy_entry.id = taxonomy_id
  where unique_id like 'PLANT-%'
  union all
  select 2, tag.id, tag.name, concat_ws(' - ', tag.caption, asset_name),
    lower(concat_ws(' ', tag.name, tag.caption, tag.description, asset_name)), asset.id
  from tag join asset_tag on tag_id = tag.id join asset on asset.id = asset_tag.asset_id
  where unique_id like 'PLANT-%'`;
