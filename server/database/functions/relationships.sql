-- Every record that can be linked: its type, its title, and details that distinguish it from others with the same
-- title.
create or replace view record_overview as
select 'asset' as type, asset.id, asset.asset_name as title, asset.unique_id as detail, asset.asset_twin_id as twin_id,
  asset.id as asset_id, asset.is_equipment from asset
union all
select 'twin', twin.id, asset.asset_name, asset.unique_id, twin.id, asset.id, null
from twin join asset on asset.id = twin.asset_id
union all
select 'tag', tag.id, tag.name, tag.caption, owner.twin_id, owner.asset_id, null
from tag left join lateral (
  select asset.id as asset_id, asset.asset_twin_id as twin_id from asset_tag join asset on asset.id = asset_tag.asset_id
  where asset_tag.tag_id = tag.id order by asset.asset_twin_id is null, asset.id limit 1) owner on true
union all
select 'work', work.id, work.name, tag.name, owner.twin_id, owner.asset_id, null
from work join tag on tag.id = work.tag_id left join lateral (
  select asset.id as asset_id, asset.asset_twin_id as twin_id from asset_tag join asset on asset.id = asset_tag.asset_id
  where asset_tag.tag_id = tag.id order by asset.asset_twin_id is null, asset.id limit 1) owner on true
union all
select 'advisory', advisory.id, advisory.name, concat_ws(', ', asset.asset_name, advisory.state), twin.id, asset.id, null
from advisory join twin on twin.id = advisory.twin_id join asset on asset.id = twin.asset_id
union all
select 'failure-mode', failure_mode.id, failure_mode.name, asset.asset_name, twin.id, asset.id, null
from failure_mode join twin on twin.id = failure_mode.twin_id join asset on asset.id = twin.asset_id
union all
select 'protection', protection.id, protection.name, asset.asset_name, twin.id, asset.id, null
from protection join twin on twin.id = protection.twin_id join asset on asset.id = twin.asset_id
union all
select 'risk-analysis', risk_analysis.id, risk_analysis.name, left(risk_analysis.description, 100), null, null, null
from risk_analysis
union all
select 'activity', activity.id, activity.name, asset.asset_name, twin.id, asset.id, null
from activity join twin on twin.id = activity.twin_id join asset on asset.id = twin.asset_id
union all
select record_type.name, record.id, record.title, record.state, null, null, null
from record join record_type on record_type.id = record.type_id;
comment on view record_overview is 'Every record that can be linked, with its title.';
comment on column record_overview.detail is 'Distinguishes records that have the same title.';
comment on column record_overview.twin_id is 'Twin whose pages show the record.';
comment on column record_overview.is_equipment is 'For assets: false for a location. Null for other types.';

-- Links are deleted with the records that they link. If the relationship forbids that, the deletion fails with an error
-- whose message calls return (`withTransaction`).
create or replace function follow_deleted_records() returns trigger language plpgsql as $$
declare
  blocking record;
begin
  -- Most records have no links.
  if not exists (select from removed) then return null; end if;
  select gone.type, gone.caption, string_agg(gone.title, ', ' order by gone.title) filter (where gone.place <= 3) as titles,
    count(*) as count
  into blocking
  from (
    select relationship.id, 'from' as side, removed.from_type as type, relationship.from_caption as caption, other.title,
      row_number() over (partition by relationship.id order by other.title, other.id) as place
    from removed join relationship on relationship.id = removed.relationship_id
    join record_overview other on other.type = removed.to_type and other.id = removed.to_id
    where relationship.from_on_delete = 'block' and not exists (
      select from record_overview own where own.type = removed.from_type and own.id = removed.from_id)
    union all
    select relationship.id, 'to', removed.to_type, relationship.to_caption, other.title,
      row_number() over (partition by relationship.id order by other.title, other.id)
    from removed join relationship on relationship.id = removed.relationship_id
    join record_overview other on other.type = removed.from_type and other.id = removed.from_id
    where relationship.to_on_delete = 'block' and not exists (
      select from record_overview own where own.type = removed.to_type and own.id = removed.to_id)
  ) gone
  group by gone.id, gone.side, gone.type, gone.caption
  order by gone.id limit 1;
  if found then
    raise exception 'This % is linked, and "%" blocks its deletion: %. Please unlink first.', blocking.type, blocking.caption,
      blocking.titles || case when blocking.count > 3 then format(' and %s more', blocking.count - 3) else '' end
      using errcode = 'TW001';
  end if;

  -- The call audits the deletion of the record. This audits the deletion of the links for the other side.
  insert into audit_entry (user_name, action, entity_type, entity_id, entity_name, old)
  select 'Twinward', 'delete', 'link', removed.id::text, concat_ws(' - ', relationship.caption, other_from.title, other_to.title),
    jsonb_build_object('relationship', relationship.name, 'fromType', removed.from_type, 'fromId', removed.from_id,
      'toType', removed.to_type, 'toId', removed.to_id)
  from removed join relationship on relationship.id = removed.relationship_id
  left join record_overview other_from on other_from.type = removed.from_type and other_from.id = removed.from_id
  left join record_overview other_to on other_to.type = removed.to_type and other_to.id = removed.to_id
  where not relationship.standard and (other_from.id is null or other_to.id is null);
  return null;
end $$;
-- Only for links that a foreign key deletes (trigger depth > 0), not for calls that unlink.
create or replace trigger record_link_follows_records after delete on record_link referencing old table as removed
  for each statement when (pg_trigger_depth() > 0) execute function follow_deleted_records();
