create table demo_record (
  kind text not null
    check (kind in ('asset', 'twin', 'tag', 'input', 'protection', 'failure mode', 'activity', 'marked range', 'work')),
  record_id integer not null,
  primary key (kind, record_id)
);
comment on table demo_record is
  'Records that the demo made: clearing the demo deletes them. A row may outlive its record.';

-- What the demo made before this table was there: its assets are known by their unique ids, and what is under them is the
-- demo's unless the audit trail says that a person made it.
create temporary table demo_asset on commit drop as
  select id from asset
  where unique_id = 'MACHINE-01' and exists (select from demo_load where data_set = 'machine')
     or unique_id ~ '^ENGINE-(0\d\d|100)$' and exists (select from demo_load where data_set = 'engines');

create function pg_temp.is_made(kind text, id integer) returns boolean language sql stable as $$
  select exists (
    select from audit_entry where entity_type = kind and entity_id = id::text and action = 'create')
$$;

insert into demo_record (kind, record_id)
  select 'asset', id from demo_asset where not pg_temp.is_made('asset', id)
  union all
  select 'twin', twin.id from twin join demo_asset on demo_asset.id = twin.asset_id
  where not pg_temp.is_made('twin', twin.id)
  union all
  select distinct 'tag', asset_tag.tag_id from asset_tag join demo_asset on demo_asset.id = asset_tag.asset_id
  where not pg_temp.is_made('tag', asset_tag.tag_id);
insert into demo_record (kind, record_id)
  select 'input', tag_alias.id from tag_alias join demo_record on demo_record.kind = 'twin' and record_id = twin_id
  where not pg_temp.is_made('tag-alias', tag_alias.id)
  union all
  select 'protection', protection.id from protection join demo_record on demo_record.kind = 'twin' and record_id = twin_id
  where not pg_temp.is_made('protection', protection.id)
  union all
  select 'marked range', marked_range.id from marked_range join demo_record on demo_record.kind = 'twin' and record_id = twin_id
  where created_by is null
  union all
  select 'work', work.id from work join demo_record on demo_record.kind = 'tag' and record_id = tag_id
  where not pg_temp.is_made('work', work.id);
