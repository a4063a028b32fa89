-- The tree of assets. `path` contains the ids from the root to the asset itself.

create or replace function place_asset() returns trigger language plpgsql as $$
declare
  above text := '/';
begin
  if tg_op = 'UPDATE' and new.parent_id is not distinct from old.parent_id then return new; end if;
  -- Serializes moves with each other and with inserts below moved assets, so that each reads current paths.
  if tg_op = 'UPDATE' then
    perform pg_advisory_xact_lock(hashtext('asset hierarchy'));
  elsif new.parent_id is not null then
    perform pg_advisory_xact_lock_shared(hashtext('asset hierarchy'));
  end if;
  if new.parent_id is not null then
    select path into above from asset where id = new.parent_id;
    -- The foreign key rejects an unknown parent.
    above := coalesce(above, '/');
  end if;
  if tg_op = 'UPDATE' and starts_with(above, old.path) then
    raise exception 'asset % can''t stand below itself', new.id using errcode = 'check_violation';
  end if;
  new.path := above || new.id || '/';
  return new;
end $$;
create or replace trigger asset_is_placed before insert or update of parent_id on asset
  for each row execute function place_asset();

create or replace function move_assets_below() returns trigger language plpgsql as $$
begin
  update asset set path = new.path || substr(path, length(old.path) + 1)
  where path > old.path and path < old.path || '~';
  return null;
end $$;
create or replace trigger asset_takes_along after update of parent_id on asset
  for each row when (old.path <> new.path) execute function move_assets_below();
