-- Assets in a taxonomy and in a tree of locations and equipment.

-- What equipment is: a category, a class of it, or a type of that class. Benchmarks and assets name an entry of
-- whatever level is known.
create table taxonomy (
  id int generated always as identity primary key,
  level text not null check (level in ('category', 'class', 'type')),
  parent_id int references taxonomy,
  caption text not null,
  -- Itself and what stands above it
  category_id int not null references taxonomy,
  class_id int references taxonomy,
  type_id int references taxonomy,
  check ((level = 'category') = (parent_id is null)),
  unique nulls not distinct (parent_id, caption)
);
create index taxonomy_category on taxonomy (category_id);
create index taxonomy_class on taxonomy (class_id);

create function place_taxonomy() returns trigger language plpgsql as $$
begin
  select category_id, class_id into new.category_id, new.class_id from taxonomy where id = new.parent_id;
  if new.level = 'category' then new.category_id := new.id; end if;
  if new.level = 'class' then new.class_id := new.id; end if;
  if new.level = 'type' then new.type_id := new.id; end if;
  return new;
end $$;
create trigger taxonomy_is_placed before insert on taxonomy for each row execute function place_taxonomy();

-- Each entry with what stands above it.
create view taxonomy_entry as
select own.id, own.category_id, category.caption as category, own.class_id, class.caption as class,
  own.type_id, type.caption as type
from taxonomy own
join taxonomy category on category.id = own.category_id
left join taxonomy class on class.id = own.class_id
left join taxonomy type on type.id = own.type_id;

-- Adds an entry with what stands above it, where it is missing. Returns its id.
create function put_taxonomy(p_category text, p_class text, p_type text) returns int language plpgsql as $$
declare
  entry_id int;
begin
  insert into taxonomy (level, parent_id, caption) values ('category', null, p_category) on conflict do nothing;
  select id into entry_id from taxonomy where parent_id is null and caption = p_category;
  if p_class is not null then
    insert into taxonomy (level, parent_id, caption) values ('class', entry_id, p_class) on conflict do nothing;
    select id into entry_id from taxonomy where parent_id = entry_id and caption = p_class;
    if p_type is not null then
      insert into taxonomy (level, parent_id, caption) values ('type', entry_id, p_type) on conflict do nothing;
      select id into entry_id from taxonomy where parent_id = entry_id and caption = p_type;
    end if;
  end if;
  return entry_id;
end $$;

-- Equipment categories, classes and types as ISO 14224:2016 names them (annex A, tables A.4 to A.105).
select put_taxonomy(category, class, type)
from (values
  ('Rotating', 'Blowers and fans', array['Blower', 'Fan']),
  ('Rotating', 'Centrifuges', array['Decanter', 'Disc stack']),
  ('Rotating', 'Combustion engines', array['Diesel engine', 'Otto (gas) engine']),
  ('Rotating', 'Compressors', array['Centrifugal', 'Reciprocating', 'Screw', 'Axial']),
  ('Rotating', 'Electric generators',
    array['Gas turbine driven', 'Steam turbine driven', 'Turboexpander driven', 'Engine driven']),
  ('Rotating', 'Electric motors', array['Alternating current', 'Direct current']),
  ('Rotating', 'Gas turbines', array['Aero-derivative', 'Industrial']),
  ('Rotating', 'Liquid expanders', array['Centrifugal', 'Axial']),
  ('Rotating', 'Mixers', array['Static', 'Dynamic']),
  ('Rotating', 'Pumps', array['Centrifugal', 'Reciprocating', 'Rotary']),
  ('Rotating', 'Steam turbines', array['Multi-stage', 'Single-stage']),
  ('Rotating', 'Turboexpanders', array['Centrifugal', 'Axial']),
  ('Mechanical', 'Conveyors and elevators', array['Conveyor', 'Elevator']),
  ('Mechanical', 'Cranes', array['Electro-hydraulic operated', 'Diesel hydraulic operated', 'Diesel frictional operated']),
  ('Mechanical', 'Filters and strainers', array['Filter', 'Strainer']),
  ('Mechanical', 'Heat exchangers',
    array['Shell and tube', 'Plate', 'Plate fin', 'Double pipe', 'Bayonet', 'Printed circuit', 'Air-cooled', 'Spiral', 'Spiral-wound']),
  ('Mechanical', 'Heaters and boilers',
    array['Direct-fired heater', 'Electric heater', 'Indirect HC-fired heater', 'Heater treater', 'Non-HC-fired boiler', 'Electric boiler', 'HC-fired boiler']),
  ('Mechanical', 'Loading arms', array[]::text[]),
  ('Mechanical', 'Onshore pipelines', array[]::text[]),
  ('Mechanical', 'Piping', array['Carbon steels', 'Stainless steels', 'High-strength low-alloy steels', 'Titanium', 'Polymers including fibre-reinforced']),
  ('Mechanical', 'Pressure vessels',
    array['Stripper', 'Separator', 'Coalescer', 'Flash drum', 'Scrubber', 'Contactor', 'Surge drum', 'Cyclone', 'Hydrocyclone', 'Slug catcher', 'Adsorber', 'Dryer', 'Pig trap', 'Distillation column', 'Saturator', 'Reactor', 'De-aerator']),
  ('Mechanical', 'Silos', array[]::text[]),
  ('Mechanical', 'Steam ejectors', array[]::text[]),
  ('Mechanical', 'Storage tanks', array['Fixed-roof', 'External floating roof', 'Internal floating roof', 'Spherical', 'Roof-less']),
  ('Mechanical', 'Swivels', array['Axial', 'Toroidal', 'Electric', 'Combined']),
  ('Mechanical', 'Turrets', array['Disconnectable turrets', 'Permanent turrets']),
  ('Mechanical', 'Winches', array['Electrically driven', 'Hydraulic driven', 'Air driven']),
  ('Electrical', 'Frequency converters', array['Low-voltage', 'High-voltage']),
  ('Electrical', 'Power cables and terminations', array['Low-voltage', 'High-voltage']),
  ('Electrical', 'Power transformers', array['Oil-immersed', 'Dry']),
  ('Electrical', 'Switchgear', array['Low-voltage', 'High-voltage', 'Medium-voltage']),
  ('Electrical', 'Uninterruptible power supply',
    array['Dual UPS with standby bypass', 'Dual UPS without bypass', 'Single UPS with bypass', 'Single UPS without bypass']),
  ('Safety and control', 'Control logic units',
    array['Programmable logic controller', 'Computer', 'Distributed control unit', 'Relay', 'Solid state', 'Single-loop controller', 'Programmable automation controller']),
  ('Safety and control', 'Emergency communication equipment', array[]::text[]),
  ('Safety and control', 'Escape, evacuation and rescue', array[]::text[]),
  ('Safety and control', 'Fire and gas detectors',
    array['Smoke', 'Heat', 'Flame', 'Manual push button', 'Hydrocarbon gas', 'Toxic gases']),
  ('Safety and control', 'Fire-fighting equipment', array[]::text[]),
  ('Safety and control', 'Inert-gas equipment', array[]::text[]),
  ('Safety and control', 'Input devices',
    array['Pressure', 'Level', 'Temperature', 'Flow', 'Speed', 'Vibration', 'Displacement', 'Analyser', 'Weight', 'Corrosion', 'Limit switch', 'On/off (pushbutton)']),
  ('Safety and control', 'Lifeboats', array['Free-fall', 'Davit-launched']),
  ('Safety and control', 'Nozzles', array['Deluge', 'Sprinkler', 'Water mist', 'Gaseous']),
  ('Safety and control', 'Telecommunications', array[]::text[]),
  ('Safety and control', 'Valves',
    array['Ball', 'Gate', 'Globe', 'Flapper', 'Butterfly', 'Plug', 'Needle', 'Check', 'Diaphragm', 'Multiple orifice', 'Three-way', 'PSV-conventional', 'PSV-conventional with bellow', 'PSV-pilot operated', 'PSV-vacuum relief', 'PVRV', 'Shuttle']),
  ('Subsea production', 'Dry tree risers', array[]::text[]),
  ('Subsea production', 'Electrical power distribution', array['Single consumer', 'Multiple consumers']),
  ('Subsea production', 'Manifolds', array[]::text[]),
  ('Subsea production', 'Pipelines', array['Flexible', 'Rigid']),
  ('Subsea production', 'Production control',
    array['Direct hydraulic', 'Direct electro-hydraulic', 'Multiplexed electro-hydraulic', 'Discrete pilot hydraulic', 'Sequential piloted hydraulic', 'Telemetric hydraulic']),
  ('Subsea production', 'Production risers', array['Rigid', 'Flexible']),
  ('Subsea production', 'Subsea compressors', array['Centrifugal', 'Axial']),
  ('Subsea production', 'Subsea pumps', array['Centrifugal', 'Helico-axial', 'Twin-screw']),
  ('Subsea production', 'Subsea vessels', array[]::text[]),
  ('Subsea production', 'Templates', array[]::text[]),
  ('Subsea production', 'Wellhead and X-mas trees', array['Vertical', 'Horizontal']),
  ('Well completion', 'Casing', array[]::text[]),
  ('Well completion', 'Downhole safety valves', array['Tubing retrievable', 'Wireline retrievable']),
  ('Well completion', 'Electrical submersible pumps', array[]::text[]),
  ('Well completion', 'Hangers', array[]::text[]),
  ('Well completion', 'Packers', array[]::text[]),
  ('Well completion', 'Tubing', array[]::text[]),
  ('Drilling', 'Blowout preventers', array['Surface', 'Subsea']),
  ('Drilling', 'Choke and manifolds', array[]::text[]),
  ('Drilling', 'Crown and travelling blocks', array[]::text[]),
  ('Drilling', 'Derricks', array[]::text[]),
  ('Drilling', 'Drawworks', array[]::text[]),
  ('Drilling', 'Drill strings', array[]::text[]),
  ('Drilling', 'Mud-treatment equipment', array[]::text[]),
  ('Drilling', 'Top drives', array['Hydraulically driven', 'Electrically driven']),
  ('Well intervention', 'Coiled tubing', array[]::text[]),
  ('Well intervention', 'Snubbing', array[]::text[]),
  ('Well intervention', 'Wireline', array[]::text[]),
  ('Marine', 'Anchor windlasses and mooring equipment', array[]::text[]),
  ('Marine', 'Disconnecting equipment', array[]::text[]),
  ('Marine', 'Dynamic positioning equipment', array[]::text[]),
  ('Marine', 'Jacking equipment', array[]::text[]),
  ('Marine', 'Thrusters', array[]::text[]),
  ('Marine', 'Towing equipment', array[]::text[]),
  ('Utilities', 'Air-supply equipment', array[]::text[]),
  ('Utilities', 'De-superheaters', array[]::text[]),
  ('Utilities', 'Flare ignition', array[]::text[]),
  ('Utilities', 'Heating and cooling media', array[]::text[]),
  ('Utilities', 'Hydraulic power units', array[]::text[]),
  ('Utilities', 'Nitrogen-supply equipment', array[]::text[]),
  ('Auxiliaries', 'HVAC equipment', array[]::text[])
) as standard (category, class, types)
left join lateral unnest(types) as type on true
order by category, class, type;

alter table asset add column taxonomy_id int references taxonomy;
select put_taxonomy(coalesce(category, 'Other'), coalesce(class, case when type is not null then 'Other' end), type)
from asset where num_nonnulls(category, class, type) > 0 group by category, class, type;
update asset set taxonomy_id = taxonomy_entry.id
from taxonomy_entry
where num_nonnulls(asset.category, asset.class, asset.type) > 0
  and taxonomy_entry.category = coalesce(asset.category, 'Other')
  and taxonomy_entry.class is not distinct from
    coalesce(asset.class, case when asset.type is not null then 'Other' end)
  and taxonomy_entry.type is not distinct from asset.type;

drop trigger asset_is_found on asset;
alter table asset drop column category, drop column class, drop column type;
alter table asset
  -- A is the most critical.
  add column criticality text check (criticality in ('A', 'B', 'C')),
  add column version int not null default 1,
  -- What it stands in: an asset that is no equipment is a location.
  add column parent_id int references asset,
  -- The ids from the root to itself, as in /7/12/: what stands below one begins with its path.
  add column path text collate "C" not null default '';
update asset set path = '/' || id || '/';
create index asset_path on asset (path);

create function place_asset() returns trigger language plpgsql as $$
declare
  above text := '/';
begin
  if tg_op = 'UPDATE' and new.parent_id is not distinct from old.parent_id then return new; end if;
  -- No two moves at a time, and none while something is put below what moves: each sees the other's path.
  if tg_op = 'UPDATE' then
    perform pg_advisory_xact_lock(hashtext('asset hierarchy'));
  elsif new.parent_id is not null then
    perform pg_advisory_xact_lock_shared(hashtext('asset hierarchy'));
  end if;
  if new.parent_id is not null then
    select path into above from asset where id = new.parent_id;
    -- An unknown parent is refused by its foreign key.
    above := coalesce(above, '/');
  end if;
  if tg_op = 'UPDATE' and starts_with(above, old.path) then
    raise exception 'asset % can''t stand below itself', new.id using errcode = 'check_violation';
  end if;
  new.path := above || new.id || '/';
  return new;
end $$;
create trigger asset_is_placed before insert or update of parent_id on asset
  for each row execute function place_asset();

create function move_assets_below() returns trigger language plpgsql as $$
begin
  update asset set path = new.path || substr(path, length(old.path) + 1)
  where path > old.path and path < old.path || '~';
  return null;
end $$;
create trigger asset_takes_along after update of parent_id on asset
  for each row when (old.path <> new.path) execute function move_assets_below();

-- Lists sort with absent values first.
drop index asset_name;
create index asset_name on asset (asset_name nulls first, id);
create index asset_children on asset (parent_id, is_equipment, asset_name nulls first, id);
create index asset_taxonomy on asset (taxonomy_id);
create index asset_criticality on asset (criticality nulls first, id);
create index asset_text on asset using gin (asset_name gin_trgm_ops, unique_id gin_trgm_ops);

create or replace function index_twin(p_id int) returns void language sql as $$
  select put_search_entry(0, twin.id, asset_name, concat_ws(' - ', category, class, type),
    concat_ws(' ', asset_name, unique_id, category, class, type, twin.technical_number, twin.description),
    asset.id, twin.id)
  from twin join asset on asset.id = twin.asset_id
  left join taxonomy_entry on taxonomy_entry.id = asset.taxonomy_id where twin.id = p_id
$$;

create or replace function index_asset(p_id int) returns void language sql as $$
  select put_search_entry(1, asset.id, asset_name, concat_ws(' - ', category, class, type),
    concat_ws(' ', asset_name, unique_id, category, class, type, asset.technical_number, asset.description),
    asset.id, twin.id)
  from asset left join twin on twin.asset_id = asset.id
  left join taxonomy_entry on taxonomy_entry.id = asset.taxonomy_id where asset.id = p_id
$$;

create trigger asset_is_found
  after insert or delete or update of asset_name, unique_id, taxonomy_id, technical_number, description
  on asset for each row execute function index_of_asset_changed();

-- What became, or would become, of each row of a file of assets.
create table asset_import_row (
  command_id uuid not null references command on delete cascade,
  line int not null,
  action text not null check (action in ('create', 'update', 'unchanged', 'error')),
  unique_id text not null,
  asset_name text not null,
  message text,
  primary key (command_id, line)
);
create index asset_import_row_action on asset_import_row (command_id, action, line);
