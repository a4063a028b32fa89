-- One table to search by: an entry for each twin, asset and tag, kept by triggers on whatever it is made of.
create extension if not exists pg_trgm;

create table search_entry (
  -- 0 twin, 1 asset, 2 tag, 3 risk analysis
  type smallint not null,
  record_id int not null,
  name text not null,
  detail text not null,
  -- Everything it is found by, in lower case: told apart byte by byte, which is many times faster
  search_text text collate "C" not null,
  -- Where its page is
  asset_id int,
  twin_id int,
  primary key (type, record_id)
);
create index search_entry_text on search_entry using gin (search_text gin_trgm_ops);

-- Adds an entry or replaces it. Whatever else is to be found calls it with its own type.
create function put_search_entry(
  p_type int, p_record_id int, p_name text, p_detail text, p_text text, p_asset_id int, p_twin_id int
) returns void language sql as $$
  insert into search_entry (type, record_id, name, detail, search_text, asset_id, twin_id)
  values (p_type, p_record_id, p_name, p_detail, lower(p_text), p_asset_id, p_twin_id)
  on conflict (type, record_id) do update set
    name = excluded.name, detail = excluded.detail, search_text = excluded.search_text,
    asset_id = excluded.asset_id, twin_id = excluded.twin_id
  where search_entry is distinct from excluded
$$;

create function index_twin(p_id int) returns void language sql as $$
  select put_search_entry(0, twin.id, asset_name, concat_ws(' - ', category, class, type),
    concat_ws(' ', asset_name, unique_id, category, class, type, twin.technical_number, twin.description),
    asset.id, twin.id)
  from twin join asset on asset.id = twin.asset_id where twin.id = p_id
$$;

create function index_asset(p_id int) returns void language sql as $$
  select put_search_entry(1, asset.id, asset_name, concat_ws(' - ', category, class, type),
    concat_ws(' ', asset_name, unique_id, category, class, type, asset.technical_number, asset.description),
    asset.id, twin.id)
  from asset left join twin on twin.asset_id = asset.id where asset.id = p_id
$$;

-- A tag of several assets leads to the first that has a twin.
create function index_tag(p_id int) returns void language sql as $$
  select put_search_entry(2, tag.id, tag.name, concat_ws(' - ', nullif(tag.caption, tag.name), owner.names),
    concat_ws(' ', tag.name, tag.caption, tag.description, array_to_string(tag.keywords, ' '), tag.source, owner.names),
    owner.asset_id, owner.twin_id)
  from tag, lateral (
    select string_agg(asset_name, ', ' order by asset.id) as names,
      (array_agg(asset.id order by twin.id is null, asset.id))[1] as asset_id,
      (array_agg(twin.id order by twin.id is null, asset.id))[1] as twin_id
    from asset_tag join asset on asset.id = asset_tag.asset_id left join twin on twin.asset_id = asset.id
    where asset_tag.tag_id = tag.id) as owner
  where tag.id = p_id
$$;

create function index_of_asset_changed() returns trigger language plpgsql as $$
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
create trigger asset_is_found
  after insert or delete or update of asset_name, unique_id, category, class, type, technical_number, description
  on asset for each row execute function index_of_asset_changed();

create function index_of_twin_changed() returns trigger language plpgsql as $$
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
create trigger twin_is_found after insert or delete or update of asset_id, technical_number, description
  on twin for each row execute function index_of_twin_changed();

create function index_of_tag_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_entry where type = 2 and record_id = old.id;
  else
    perform index_tag(new.id);
  end if;
  return null;
end $$;
create trigger tag_is_found after insert or delete or update of name, caption, description, keywords, source
  on tag for each row execute function index_of_tag_changed();

create function index_of_owner_changed() returns trigger language plpgsql as $$
declare
  changed asset_tag := coalesce(new, old);
begin
  -- Whoever renames the asset at this moment either sees this row, or is waited for.
  perform from asset where id = changed.asset_id for share;
  perform index_tag(changed.tag_id);
  return null;
end $$;
create trigger owner_is_found after insert or delete on asset_tag
  for each row execute function index_of_owner_changed();

select index_asset(id) from asset;
select index_twin(id) from twin;
select index_tag(id) from tag;
