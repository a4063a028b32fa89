-- Structures: trees of records, defined by an ordered list of relationships.

-- Rejects a link that would put a record below itself in a structure. Changes of structures are serialized with the
-- same lock as moves of assets.
create or replace function refuse_cycle(
  p_relationship_id int, p_from_type text, p_from_id int, p_to_type text, p_to_id int
) returns void language plpgsql as $$
declare
  tree record;
  way text;
begin
  -- Waits for concurrent changes of structures, whose links this transaction doesn't see yet.
  perform pg_advisory_xact_lock_shared(hashtext('asset hierarchy'));
  -- Structures with only the standard relationship need no check: asset_hierarchy.sql prevents cycles of assets.
  for tree in
    select structure.id, structure.caption from structure_relationship part join structure on structure.id = part.structure_id
    where part.relationship_id = p_relationship_id and exists (
      select from structure_relationship other join relationship on relationship.id = other.relationship_id
      where other.structure_id = part.structure_id and not relationship.standard)
    order by structure.id
  loop
    perform pg_advisory_xact_lock(hashtext('asset hierarchy'));
    with recursive above (type, id, way) as (
      select p_from_type, p_from_id, array[p_to_type || ' ' || p_to_id, p_from_type || ' ' || p_from_id]
      union all
      select link.from_type, link.from_id, above.way || (link.from_type || ' ' || link.from_id)
      from above join structure_relationship part on part.structure_id = tree.id
      join record_link link on link.relationship_id = part.relationship_id and link.to_type = above.type and link.to_id = above.id
      where (above.type, above.id) is distinct from (p_to_type, p_to_id) and not link.from_type || ' ' || link.from_id = any (above.way[2:])
    )
    select name_of_way(above.way) into way from above where above.type = p_to_type and above.id = p_to_id limit 1;
    if found then
      raise exception 'In the structure "%" a record would stand below itself: %.', tree.caption, way using errcode = 'TW001';
    end if;
  end loop;
end $$;

-- Returns the titles of records, which are given as 'type id', from the lowest up.
create or replace function name_of_way(p_way text[]) returns text language sql stable as $$
  select string_agg(coalesce(record_overview.title, step.record), ' in ' order by step.place)
  from unnest(p_way) with ordinality step (record, place)
  left join record_overview on record_overview.type = split_part(step.record, ' ', 1)
    and record_overview.id = split_part(step.record, ' ', 2)::int
$$;

create or replace function refuse_cycle_of_link() returns trigger language plpgsql as $$
begin
  perform refuse_cycle(new.relationship_id, new.from_type, new.from_id, new.to_type, new.to_id);
  return null;
end $$;
-- Not within the triggers of assets, which have their own check: a new asset has no children.
create or replace trigger record_link_makes_no_cycle after insert on record_link
  for each row when (pg_trigger_depth() = 0) execute function refuse_cycle_of_link();

-- Rejects relationships of a structure whose links put a record below itself.
create or replace function refuse_cycles_of_structure() returns trigger language plpgsql as $$
declare
  tree record;
  way text;
begin
  perform pg_advisory_xact_lock(hashtext('asset hierarchy'));
  for tree in
    select structure.id, structure.caption from structure
    where structure.id in (select structure_id from added) and not structure.standard order by structure.id
  loop
    with recursive edge as materialized (
      select link.from_type, link.from_id, link.to_type, link.to_id from structure_relationship part
      join record_link link on link.relationship_id = part.relationship_id where part.structure_id = tree.id
    ), below (top_type, top_id, type, id) as (
      select from_type, from_id, to_type, to_id from edge
      union
      select below.top_type, below.top_id, edge.to_type, edge.to_id
      from below join edge on edge.from_type = below.type and edge.from_id = below.id
      where (below.type, below.id) is distinct from (below.top_type, below.top_id)
    )
    select record_overview.title into way from below join record_overview on record_overview.type = top_type and record_overview.id = top_id
    where (below.type, below.id) = (top_type, top_id) order by record_overview.title limit 1;
    if found then
      raise exception 'In the structure "%" the record "%" would stand below itself by these relationships.', tree.caption, way
        using errcode = 'TW001';
    end if;
  end loop;
  return null;
end $$;
create or replace trigger structure_has_no_cycle after insert on structure_relationship referencing new table as added
  for each statement execute function refuse_cycles_of_structure();

-- Whether a link places its `to` record in a structure: no earlier relationship places the record.
create or replace function places_in_structure(p_structure_id int, p_position int, p_type text, p_id int) returns boolean
language sql stable as $$
  select not exists (
    select from structure_relationship earlier join record_link link on link.relationship_id = earlier.relationship_id
    where earlier.structure_id = p_structure_id and earlier.position < p_position
      and link.to_type = p_type and link.to_id = p_id)
$$;

-- Returns the children of a record in a structure.
create or replace function structure_children(p_structure_id int, p_type text, p_id int)
returns table (type text, id int) language sql stable as $$
  select link.to_type, link.to_id
  from structure_relationship part join record_link link on link.relationship_id = part.relationship_id
  where part.structure_id = p_structure_id and link.from_type = p_type and link.from_id = p_id
    and places_in_structure(p_structure_id, part.position, link.to_type, link.to_id)
$$;

-- Returns the descendants of a record in a structure.
create or replace function structure_descendants(p_structure_id int, p_type text, p_id int)
returns table (type text, id int) language sql stable as $$
  with recursive below (type, id) as (
    select child.type, child.id from structure_children(p_structure_id, p_type, p_id) child
    union
    select child.type, child.id from below, structure_children(p_structure_id, below.type, below.id) child
  )
  select type, id from below
$$;

-- Returns the ancestors of a record in a structure. Height 1 is the parent.
create or replace function structure_ancestors(p_structure_id int, p_type text, p_id int)
returns table (type text, id int, height int) language sql stable as $$
  with recursive above (type, id, height) as (
    select p_type, p_id, 0
    union all
    select parent.from_type, parent.from_id, above.height + 1
    from above cross join lateral (
      select link.from_type, link.from_id
      from structure_relationship part join record_link link on link.relationship_id = part.relationship_id
      where part.structure_id = p_structure_id and link.to_type = above.type and link.to_id = above.id
      order by part.position limit 1) parent
  )
  select type, id, height from above where height > 0
$$;

-- Returns the titles of the ancestors of an asset that have one of the types, from the root down.
create or replace function asset_location(p_structure_id int, p_asset_id int, p_types text[]) returns text[]
language sql stable as $$
  select coalesce(array_agg(record_overview.title order by above.height desc), '{}')
  from structure_ancestors(p_structure_id, 'asset', p_asset_id) above
  join record_overview on record_overview.type = above.type and record_overview.id = above.id
  where above.type = any (p_types)
$$;

-- The links of the standard relationship mirror the parents of assets: record_link has a row for each parent_id.
create or replace function link_added_assets() returns trigger language plpgsql as $$
begin
  insert into record_link
    (relationship_id, from_type_id, from_type, to_type_id, to_type, cardinality, from_asset_id, to_asset_id)
  select relationship.id, from_type_id, from_type, to_type_id, to_type, cardinality, added.parent_id, added.id
  from added, relationship where added.parent_id is not null and relationship.name = 'asset-location';
  return null;
end $$;
create or replace trigger asset_is_linked after insert on asset referencing new table as added
  for each statement execute function link_added_assets();

create or replace function link_moved_asset() returns trigger language plpgsql as $$
declare
  location relationship;
begin
  select * into location from relationship where name = 'asset-location';
  delete from record_link where relationship_id = location.id and to_id = new.id;
  if new.parent_id is not null then
    insert into record_link
      (relationship_id, from_type_id, from_type, to_type_id, to_type, cardinality, from_asset_id, to_asset_id)
    values (location.id, location.from_type_id, location.from_type, location.to_type_id, location.to_type,
      location.cardinality, new.parent_id, new.id);
    perform refuse_cycle(location.id, 'asset', new.parent_id, 'asset', new.id);
  end if;
  return null;
end $$;
create or replace trigger asset_is_linked_anew after update of parent_id on asset
  for each row when (old.parent_id is distinct from new.parent_id) execute function link_moved_asset();
