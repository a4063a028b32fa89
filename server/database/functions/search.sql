-- One table to search by: an entry for each twin (type 0), asset (1), tag (2) and risk analysis (3), maintained by
-- triggers on what the entries are made of.

-- Inserts or replaces an entry. Another kind of record calls it from triggers of its own, with its own type.
create or replace function put_search_entry(
  p_type int, p_record_id int, p_name text, p_detail text, p_text text, p_asset_id int, p_twin_id int,
  p_second_name text default null
) returns void language sql as $$
  insert into search_entry (type, record_id, name, detail, search_text, asset_id, twin_id, second_name)
  values (p_type, p_record_id, p_name, p_detail, lower(p_text), p_asset_id, p_twin_id, nullif(p_second_name, ''))
  on conflict (type, record_id) do update set
    name = excluded.name, detail = excluded.detail, search_text = excluded.search_text,
    asset_id = excluded.asset_id, twin_id = excluded.twin_id, second_name = excluded.second_name
  where search_entry is distinct from excluded
$$;

-- What words are found by: all pairs and triples of characters of a text, and its single characters other than plain letters
-- and digits, which nearly every text has.
-- An index is built on it: a migration that changes what it returns has to rebuild search_entry_parts.
create or replace function search_parts(p_text text) returns text[]
-- A high cost, so that the planner uses the index and doesn't call it for each row.
language sql immutable parallel safe cost 10000 as $$
  select string_to_array(regexp_replace(p_text, '(..)', '\1' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(substr(p_text, 2), '(..)', '\1' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(p_text, '(...)', '\1' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(substr(p_text, 2), '(...)', '\1' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(substr(p_text, 3), '(...)', '\1' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(p_text, '[a-z0-9[:space:]]+', '', 'g'), null)
$$;

-- The texts among the values of further fields.
create or replace function field_texts(p_fields jsonb) returns text language sql immutable as $$
  select string_agg(value #>> '{}', ' ') from jsonb_each(p_fields) where jsonb_typeof(value) = 'string'
$$;

create or replace function index_twin(p_id int) returns void language sql as $$
  select put_search_entry(0, twin.id, asset_name, concat_ws(' - ', category, class, type),
    concat_ws(' ', asset_name, unique_id, category, class, type, twin.technical_number, twin.description,
      field_texts(twin.fields)),
    asset.id, twin.id, unique_id)
  from twin join asset on asset.id = twin.asset_id
  left join taxonomy_entry on taxonomy_entry.id = asset.taxonomy_id where twin.id = p_id
$$;

create or replace function index_asset(p_id int) returns void language sql as $$
  select put_search_entry(1, asset.id, asset_name, concat_ws(' - ', category, class, type),
    concat_ws(' ', asset_name, unique_id, category, class, type, asset.technical_number, asset.description,
      field_texts(asset.fields)),
    asset.id, twin.id, unique_id)
  from asset left join twin on twin.asset_id = asset.id
  left join taxonomy_entry on taxonomy_entry.id = asset.taxonomy_id where asset.id = p_id
$$;

-- A tag of several assets leads to the first that has a twin.
create or replace function index_tag(p_id int) returns void language sql as $$
  select put_search_entry(2, tag.id, tag.name, concat_ws(' - ', nullif(tag.caption, tag.name), owner.names),
    concat_ws(' ', tag.name, tag.caption, tag.description, array_to_string(tag.keywords, ' '), tag.source, owner.names,
      field_texts(tag.fields)),
    owner.asset_id, owner.twin_id, nullif(tag.caption, tag.name))
  from tag, lateral (
    select string_agg(asset_name, ', ' order by asset.id) as names,
      (array_agg(asset.id order by twin.id is null, asset.id))[1] as asset_id,
      (array_agg(twin.id order by twin.id is null, asset.id))[1] as twin_id
    from asset_tag join asset on asset.id = asset_tag.asset_id left join twin on twin.asset_id = asset.id
    where asset_tag.tag_id = tag.id) as owner
  where tag.id = p_id
$$;

create or replace function index_of_asset_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_entry where type = 1 and record_id = old.id;
    return null;
  end if;
  perform index_asset(new.id);
  if tg_op = 'UPDATE' then
    perform index_twin(id) from twin where asset_id = new.id;
    perform index_tag(tag_id) from asset_tag where asset_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger asset_is_found
  after insert or delete or update of asset_name, unique_id, taxonomy_id, technical_number, description, fields
  on asset for each row execute function index_of_asset_changed();

create or replace function index_of_twin_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from search_entry where type = 0 and record_id = old.id;
    perform index_asset(old.asset_id);
    perform index_tag(tag_id) from asset_tag where asset_id = old.asset_id;
  end if;
  if tg_op <> 'DELETE' then
    perform index_twin(new.id);
    perform index_asset(new.asset_id);
    perform index_tag(tag_id) from asset_tag where asset_id = new.asset_id;
  end if;
  return null;
end $$;
create or replace trigger twin_is_found after insert or delete or update of asset_id, technical_number, description, fields
  on twin for each row execute function index_of_twin_changed();

create or replace function index_of_tag_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_entry where type = 2 and record_id = old.id;
  else
    perform index_tag(new.id);
  end if;
  return null;
end $$;
create or replace trigger tag_is_found after insert or delete or update of name, caption, description, keywords, source, fields
  on tag for each row execute function index_of_tag_changed();

create or replace function index_of_owner_changed() returns trigger language plpgsql as $$
declare
  changed asset_tag := coalesce(new, old);
begin
  -- A transaction that renames the asset at this moment either sees this row, or this one waits for it.
  perform from asset where id = changed.asset_id for share;
  perform index_tag(changed.tag_id);
  return null;
end $$;
create or replace trigger owner_is_found after insert or delete on asset_tag
  for each row execute function index_of_owner_changed();

create or replace function index_of_risk_analysis_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_entry where type = 3 and record_id = old.id;
    return null;
  end if;
  perform put_search_entry(3, new.id, new.name, left(new.description, 100),
    concat_ws(' ', new.name, new.description, field_texts(new.fields)), null, null);
  return null;
end $$;
create or replace trigger risk_analysis_is_found after insert or delete or update of name, description, fields
  on risk_analysis
  for each row execute function index_of_risk_analysis_changed();
