-- The table of search entries has an entry for each twin (type 0), asset (1), tag (2) and risk analysis (3). Triggers
-- on the source tables maintain it.

-- Inserts or replaces an entry. Other kinds of records call it from their own triggers, with their own type.
create or replace function put_search_entry(
  p_type int, p_record_id int, p_name text, p_detail text, p_text text
) returns void language sql as $$
  insert into search_entry (type, record_id, name, detail, search_text)
  values (p_type, p_record_id, p_name, p_detail, lower(p_text))
  on conflict (type, record_id) do update set
    name = excluded.name, detail = excluded.detail, search_text = excluded.search_text
  where search_entry is distinct from excluded
$$;

-- Returns the parts by which words are found: all pairs and triples of characters of a text, and its single characters
-- except plain letters and digits, which nearly every text contains.
-- An index uses it: if its results change, a migration has to rebuild search_entry_parts.
create or replace function search_parts(p_text text) returns text[]
-- The high cost makes the planner use the index instead of calling the function for each row.
language sql immutable parallel safe cost 10000 as $$
  select string_to_array(regexp_replace(p_text, '(..)', '\1' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(substr(p_text, 2), '(..)', '\1' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(p_text, '(...)', '\1' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(substr(p_text, 2), '(...)', '\1' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(substr(p_text, 3), '(...)', '\1' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(p_text, '[a-z0-9[:space:]]+', '', 'g'), null)
$$;

-- Returns the text values of further fields. Its plan is cached, although callers use custom plans.
create or replace function field_texts(p_fields jsonb) returns text
language sql immutable strict set plan_cache_mode = auto as $$
  select string_agg(value #>> '{}', ' ') from jsonb_each(p_fields) where jsonb_typeof(value) = 'string'
$$;

-- Inserts or replaces the entries of records by their ids. A tag of several assets leads to the first one with a twin.
-- Most records have no further fields: `field_texts` is strict and not called for null. Joins by index only: while an
-- import fills tables without statistics, the planner would choose hash joins that read all assets for each tag.
create or replace function index_records(p_twins int[], p_assets int[], p_tags int[]) returns void
language sql set enable_hashjoin = off set enable_mergejoin = off as $$
  insert into search_entry (type, record_id, name, detail, search_text, asset_id, second_name)
  select 0, twin.id, asset_name, concat_ws(' - ', category, class, type),
    lower(concat_ws(' ', asset_name, unique_id, category, class, type, twin.technical_number, twin.description,
      field_texts(nullif(twin.fields, '{}')))),
    asset.id, nullif(unique_id, '')
  from twin join asset on asset.id = twin.asset_id
  left join taxonomy_entry on taxonomy_entry.id = asset.taxonomy_id where twin.id = any(p_twins)
  union all
  select 1, asset.id, asset_name, concat_ws(' - ', category, class, type),
    lower(concat_ws(' ', asset_name, unique_id, category, class, type, asset.technical_number, asset.description,
      field_texts(nullif(asset.fields, '{}')))),
    asset.id, nullif(unique_id, '')
  from asset left join taxonomy_entry on taxonomy_entry.id = asset.taxonomy_id where asset.id = any(p_assets)
  union all
  select 2, tag.id, tag.name, concat_ws(' - ', nullif(tag.caption, tag.name), owner.names),
    lower(concat_ws(' ', tag.name, tag.caption, tag.description, array_to_string(tag.keywords, ' '), tag.source,
      owner.names, field_texts(nullif(tag.fields, '{}')))),
    owner.asset_id, nullif(nullif(tag.caption, tag.name), '')
  from tag, lateral (
    select string_agg(asset_name, ', ' order by asset.id) as names,
      (array_agg(asset.id order by twin.id is null, asset.id))[1] as asset_id
    from asset_tag join asset on asset.id = asset_tag.asset_id left join twin on twin.asset_id = asset.id
    where asset_tag.tag_id = tag.id) as owner
  where tag.id = any(p_tags)
  on conflict (type, record_id) do update set
    name = excluded.name, detail = excluded.detail, search_text = excluded.search_text,
    asset_id = excluded.asset_id, second_name = excluded.second_name
  where search_entry is distinct from excluded
$$;
-- Earlier versions had a function for each type.
drop function if exists index_twin(int), index_asset(int), index_tag(int);

-- Returns the twin to which an entry leads. Null without one.
create or replace function twin_of_asset(p_asset_id int) returns int language sql stable as $$
  select id from twin where asset_id = p_asset_id
$$;

-- Inserts are indexed once per statement, since imports insert many rows at once. Custom plans: a generic plan for a
-- few rows of a small table is slow for blocks of a table that has grown in the same transaction. Updates and deletes
-- are indexed row by row: a statement trigger with transition tables can't be limited to columns.

create or replace function index_of_assets_added() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform index_records('{}', array(select id from added), '{}');
  return null;
end $$;
create or replace trigger added_asset_is_found after insert on asset referencing new table as added
  for each statement execute function index_of_assets_added();

create or replace function index_of_asset_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_entry where type = 1 and record_id = old.id;
    return null;
  end if;
  perform index_records(array(select id from twin where asset_id = new.id), array[new.id],
    array(select tag_id from asset_tag where asset_id = new.id));
  return null;
end $$;
create or replace trigger asset_is_found
  after delete or update of asset_name, unique_id, taxonomy_id, technical_number, description, fields
  on asset for each row execute function index_of_asset_changed();

-- Returns the tags that these assets share with other assets. The asset to which they lead depends on which asset has a
-- twin. Entries of other tags do not change when a twin is created or deleted.
create or replace function shared_tags(p_assets int[]) returns int[]
language sql stable set plan_cache_mode = force_custom_plan as $$
  select array(
    select tag_id from asset_tag as own where asset_id = any(p_assets) and exists (
      select from asset_tag as other where other.tag_id = own.tag_id and other.asset_id <> own.asset_id))
$$;

create or replace function index_of_twins_added() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform index_records(array(select id from added), '{}', shared_tags(array(select asset_id from added)));
  return null;
end $$;
create or replace trigger added_twin_is_found after insert on twin referencing new table as added
  for each statement execute function index_of_twins_added();

create or replace function index_of_twin_changed() returns trigger language plpgsql as $$
declare
  twins int[] := '{}';
  assets int[] := array[old.asset_id];
begin
  delete from search_entry where type = 0 and record_id = old.id;
  if tg_op = 'UPDATE' then
    twins := array[new.id];
    assets := array[old.asset_id, new.asset_id];
  end if;
  perform index_records(twins, '{}', shared_tags(assets));
  return null;
end $$;
create or replace trigger twin_is_found after delete or update of asset_id, technical_number, description, fields
  on twin for each row execute function index_of_twin_changed();

create or replace function index_of_tags_added() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform index_records('{}', '{}', array(select id from added));
  return null;
end $$;
create or replace trigger added_tag_is_found after insert on tag referencing new table as added
  for each statement execute function index_of_tags_added();

create or replace function index_of_tag_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_entry where type = 2 and record_id = old.id;
  else
    perform index_records('{}', '{}', array[new.id]);
  end if;
  return null;
end $$;
create or replace trigger tag_is_found after delete or update of name, caption, description, keywords, source, fields
  on tag for each row execute function index_of_tag_changed();

create or replace function index_of_owners_added() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  assets int[] := array(select asset_id from added);
begin
  -- Serializes with renames of these assets: a concurrent rename either sees the new rows, or this transaction waits.
  perform from asset where id = any(assets) order by id for share;
  perform index_records('{}', '{}', array(select tag_id from added));
  return null;
end $$;
create or replace trigger added_owner_is_found after insert on asset_tag referencing new table as added
  for each statement execute function index_of_owners_added();

create or replace function index_of_owner_removed() returns trigger language plpgsql as $$
begin
  -- As above.
  perform from asset where id = old.asset_id for share;
  perform index_records('{}', '{}', array[old.tag_id]);
  return null;
end $$;
create or replace trigger owner_is_found after delete on asset_tag
  for each row execute function index_of_owner_removed();
drop function if exists index_of_owner_changed();

create or replace function index_of_risk_analysis_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_entry where type = 3 and record_id = old.id;
    return null;
  end if;
  perform put_search_entry(3, new.id, new.name, left(new.description, 100),
    concat_ws(' ', new.name, new.description, field_texts(new.fields)));
  return null;
end $$;
create or replace trigger risk_analysis_is_found after insert or delete or update of name, description, fields
  on risk_analysis
  for each row execute function index_of_risk_analysis_changed();
