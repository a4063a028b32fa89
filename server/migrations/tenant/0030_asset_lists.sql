-- The list of assets sorts by class and finds those without a twin by indexes: both are kept with the asset.
alter table asset
  add column class_label text not null default '',
  add column asset_twin_id int;

create function label_asset() returns trigger language plpgsql as $$
begin
  new.class_label := coalesce(
    (select concat_ws(' - ', category, class, type) from taxonomy_entry where id = new.taxonomy_id), '');
  return new;
end $$;
create trigger asset_is_labelled before insert or update of taxonomy_id on asset
  for each row execute function label_asset();

create function label_assets() returns trigger language plpgsql as $$
begin
  update asset set class_label = entry.label
  from (select id, concat_ws(' - ', category, class, type) as label from taxonomy_entry) entry
  where entry.id = asset.taxonomy_id and asset.class_label <> entry.label;
  return null;
end $$;
create trigger taxonomy_labels_assets after update on taxonomy
  for each statement execute function label_assets();

create function twin_of_asset() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then update asset set asset_twin_id = null where id = old.asset_id and asset_twin_id = old.id; end if;
  if tg_op <> 'DELETE' then update asset set asset_twin_id = new.id where id = new.asset_id; end if;
  return null;
end $$;
create trigger twin_is_known_to_asset after insert or delete or update of asset_id on twin
  for each row execute function twin_of_asset();

update asset set class_label = label, asset_twin_id = twin
from (
  select asset.id, concat_ws(' - ', category, class, type) as label, twin.id as twin
  from asset left join taxonomy_entry on taxonomy_entry.id = asset.taxonomy_id
  left join twin on twin.asset_id = asset.id
) known
where known.id = asset.id;

create index asset_class on asset (class_label nulls first, id);
create index asset_class_last on asset (class_label desc nulls last, id);
create index asset_criticality_last on asset (criticality desc nulls last, id);
create index asset_without_twin on asset (asset_name nulls first, id) where asset_twin_id is null;
