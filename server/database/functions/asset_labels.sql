-- The list of assets sorts by class and filters assets without a twin. Both are columns of the asset, so that indexes
-- can be used.

create or replace function label_asset() returns trigger language plpgsql as $$
begin
  new.class_label := coalesce(
    (select concat_ws(' - ', category, class, type) from taxonomy_entry where id = new.taxonomy_id), '');
  return new;
end $$;
create or replace trigger asset_is_labelled before insert or update of taxonomy_id on asset
  for each row execute function label_asset();

create or replace function label_assets() returns trigger language plpgsql as $$
begin
  update asset set class_label = entry.label
  from (select id, concat_ws(' - ', category, class, type) as label from taxonomy_entry) entry
  where entry.id = asset.taxonomy_id and asset.class_label <> entry.label;
  return null;
end $$;
create or replace trigger taxonomy_labels_assets after update on taxonomy
  for each statement execute function label_assets();

create or replace function twin_of_asset() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then update asset set asset_twin_id = null where id = old.asset_id and asset_twin_id = old.id; end if;
  if tg_op <> 'DELETE' then update asset set asset_twin_id = new.id where id = new.asset_id; end if;
  return null;
end $$;
create or replace trigger twin_is_known_to_asset after insert or delete or update of asset_id on twin
  for each row execute function twin_of_asset();
