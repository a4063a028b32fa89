-- What lives of equipment are compared with: a benchmark an entry of the taxonomy.

-- The gamma function for x of 0.5 and more, by the approximation of Lanczos with g = 7 and 9 terms, exact to
-- about 15 digits. PostgreSQL has one of its own only from version 18 on.
create function gamma_function(x double precision) returns double precision language sql immutable strict as $$
  select sqrt(2 * pi()) * power(x + 6.5, x - 0.5) * exp(-(x + 6.5)) * (0.99999999999980993
    + 676.5203681218851 / x - 1259.1392167224028 / (x + 1) + 771.32342877765313 / (x + 2)
    - 176.61502916214059 / (x + 3) + 12.507343278686905 / (x + 4) - 0.13857109526572012 / (x + 5)
    + 9.9843695780195716e-6 / (x + 6) + 1.5056327351493116e-7 / (x + 7))
$$;

create table benchmark (
  taxonomy_id int primary key references taxonomy on delete cascade,
  -- How well founded it is, 0 to 100
  score smallint check (score between 0 and 100),
  distribution text not null default 'weibull' check (distribution in ('none', 'weibull')),
  mtbf_days double precision not null check (mtbf_days > 0 and mtbf_days <= 2147483647),
  shape double precision not null check (shape between 0.1 and 100),
  -- Days by which 63.2 % have failed
  characteristic_life double precision not null
    generated always as (mtbf_days / gamma_function(1 + 1 / shape)) stored,
  source text not null check (source <> ''),
  -- A figure from no source, to show what one looks like
  is_example boolean not null default false,
  version int not null default 1,
  check (distribution = 'weibull' or shape = 1)
);

-- The benchmark that counts for an entry: its own, else its class', else its category's.
create view benchmark_of_taxonomy as
select entry.id as taxonomy_id, nearest.*
from taxonomy entry
cross join lateral (
  select benchmark.taxonomy_id as benchmark_id, owner.level, score, distribution, mtbf_days, shape,
    characteristic_life, source, is_example
  from benchmark join taxonomy owner on owner.id = benchmark.taxonomy_id
  where benchmark.taxonomy_id in (entry.type_id, entry.class_id, entry.category_id)
  order by array_position(array['type', 'class', 'category'], owner.level)
  limit 1
) nearest;

insert into benchmark (taxonomy_id, mtbf_days, shape, source, is_example)
select entry.id, mtbf_days, shape, 'An example: figures of this kind have no public source', true
from (values
  ('Rotating', 'Blowers and fans', 1100, 1.4),
  ('Rotating', 'Centrifuges', 500, 1.5),
  ('Rotating', 'Combustion engines', 320, 1.3),
  ('Rotating', 'Compressors', 400, 1.3),
  ('Rotating', 'Electric generators', 1400, 1.2),
  ('Rotating', 'Electric motors', 1900, 1.3),
  ('Rotating', 'Gas turbines', 300, 1.8),
  ('Rotating', 'Liquid expanders', 900, 1.4),
  ('Rotating', 'Mixers', 900, 1.5),
  ('Rotating', 'Pumps', 700, 1.4),
  ('Rotating', 'Steam turbines', 900, 1.4),
  ('Rotating', 'Turboexpanders', 700, 1.4),
  ('Mechanical', 'Conveyors and elevators', 450, 1.3),
  ('Mechanical', 'Cranes', 500, 1.2),
  ('Mechanical', 'Filters and strainers', 800, 1.6),
  ('Mechanical', 'Heat exchangers', 2200, 1.6),
  ('Mechanical', 'Heaters and boilers', 1300, 1.5),
  ('Mechanical', 'Loading arms', 700, 1.3),
  ('Mechanical', 'Onshore pipelines', 7000, 1.5),
  ('Mechanical', 'Piping', 6000, 1.6),
  ('Mechanical', 'Pressure vessels', 3600, 1.6),
  ('Mechanical', 'Silos', 5000, 1.5),
  ('Mechanical', 'Steam ejectors', 2000, 1.4),
  ('Mechanical', 'Storage tanks', 5400, 1.7),
  ('Mechanical', 'Swivels', 1500, 1.5),
  ('Mechanical', 'Turrets', 2500, 1.4),
  ('Mechanical', 'Winches', 800, 1.2),
  ('Electrical', 'Frequency converters', 1200, 1),
  ('Electrical', 'Power cables and terminations', 7300, 1.6),
  ('Electrical', 'Power transformers', 6500, 1.8),
  ('Electrical', 'Switchgear', 5000, 1.2),
  ('Electrical', 'Uninterruptible power supply', 1500, 1.2),
  ('Safety and control', 'Control logic units', 3000, 1),
  ('Safety and control', 'Emergency communication equipment', 2500, 1),
  ('Safety and control', 'Escape, evacuation and rescue', 2500, 1.1),
  ('Safety and control', 'Fire and gas detectors', 3500, 1),
  ('Safety and control', 'Fire-fighting equipment', 1500, 1.2),
  ('Safety and control', 'Inert-gas equipment', 900, 1.2),
  ('Safety and control', 'Input devices', 3200, 1),
  ('Safety and control', 'Lifeboats', 1200, 1.1),
  ('Safety and control', 'Nozzles', 4000, 1.2),
  ('Safety and control', 'Telecommunications', 2200, 1),
  ('Safety and control', 'Valves', 1800, 1.3),
  ('Subsea production', 'Dry tree risers', 9000, 1.6),
  ('Subsea production', 'Electrical power distribution', 4000, 1.2),
  ('Subsea production', 'Manifolds', 6000, 1.4),
  ('Subsea production', 'Pipelines', 9000, 1.6),
  ('Subsea production', 'Production control', 2600, 1.1),
  ('Subsea production', 'Production risers', 8000, 1.6),
  ('Subsea production', 'Subsea compressors', 700, 1.3),
  ('Subsea production', 'Subsea pumps', 800, 1.3),
  ('Subsea production', 'Subsea vessels', 5000, 1.5),
  ('Subsea production', 'Templates', 9000, 1.5),
  ('Subsea production', 'Wellhead and X-mas trees', 6000, 1.3),
  ('Well completion', 'Casing', 9000, 1.6),
  ('Well completion', 'Downhole safety valves', 5000, 1.2),
  ('Well completion', 'Electrical submersible pumps', 800, 1.1),
  ('Well completion', 'Hangers', 9000, 1.4),
  ('Well completion', 'Packers', 8000, 1.4),
  ('Well completion', 'Tubing', 7000, 1.5),
  ('Drilling', 'Blowout preventers', 300, 1.2),
  ('Drilling', 'Choke and manifolds', 600, 1.3),
  ('Drilling', 'Crown and travelling blocks', 1200, 1.4),
  ('Drilling', 'Derricks', 3500, 1.3),
  ('Drilling', 'Drawworks', 700, 1.3),
  ('Drilling', 'Drill strings', 250, 1.3),
  ('Drilling', 'Mud-treatment equipment', 350, 1.3),
  ('Drilling', 'Top drives', 300, 1.3),
  ('Well intervention', 'Coiled tubing', 300, 1.5),
  ('Well intervention', 'Snubbing', 500, 1.2),
  ('Well intervention', 'Wireline', 400, 1.4),
  ('Marine', 'Anchor windlasses and mooring equipment', 1500, 1.4),
  ('Marine', 'Disconnecting equipment', 2500, 1.1),
  ('Marine', 'Dynamic positioning equipment', 800, 1),
  ('Marine', 'Jacking equipment', 1500, 1.3),
  ('Marine', 'Thrusters', 700, 1.3),
  ('Marine', 'Towing equipment', 1200, 1.3),
  ('Utilities', 'Air-supply equipment', 600, 1.3),
  ('Utilities', 'De-superheaters', 1600, 1.4),
  ('Utilities', 'Flare ignition', 1200, 1.1),
  ('Utilities', 'Heating and cooling media', 1100, 1.3),
  ('Utilities', 'Hydraulic power units', 700, 1.3),
  ('Utilities', 'Nitrogen-supply equipment', 800, 1.2),
  ('Auxiliaries', 'HVAC equipment', 700, 1.3)
) as example (category, class, mtbf_days, shape)
join taxonomy_entry entry using (category, class) where entry.type is null;

-- What risk analyses compare with.
create or replace view taxonomy_benchmark as
select taxonomy_id, characteristic_life as characteristic_life_days, shape from benchmark_of_taxonomy;

-- Analyses follow a change of a benchmark, of whatever stands below its entry.
create function benchmark_changed() returns trigger language plpgsql as $$
declare
  entry_id int := coalesce(new.taxonomy_id, old.taxonomy_id);
begin
  perform recalculate_risk_analysis(risk_analysis_id, array_agg(asset_id))
  from (
    select risk_analysis_id, asset_id from risk_analysis_asset
    join asset on asset.id = asset_id
    join taxonomy on taxonomy.id = asset.taxonomy_id
    where entry_id in (type_id, class_id, category_id)
  ) as compared
  group by risk_analysis_id order by risk_analysis_id;
  return null;
end $$;
create trigger risk_analyses_follow after insert or update or delete on benchmark
  for each row execute function benchmark_changed();

-- Where the distribution of a twin, a benchmark, or an asset in an analysis was fitted to lives: from what.
create table life_fit (
  id int generated always as identity primary key,
  twin_id int references twin on delete cascade,
  taxonomy_id int references benchmark on delete cascade,
  risk_analysis_id int,
  asset_id int,
  -- As it was put there: later changes of the figures make it a thing of the past.
  shape double precision not null,
  scale text not null,
  -- Method, counts, bounds and what was chosen, as the call gave them
  basis jsonb not null,
  created_by int references app_user on delete set null,
  created_at timestamptz(3) not null default now(),
  check (num_nonnulls(twin_id, taxonomy_id, asset_id) = 1),
  check ((risk_analysis_id is null) = (asset_id is null)),
  foreign key (risk_analysis_id, asset_id) references risk_analysis_asset on delete cascade,
  unique nulls not distinct (twin_id, taxonomy_id, risk_analysis_id, asset_id)
);

-- A what-if scenario: what the assets of an analysis were when it was made, and what they would be with the
-- improvements. It is not changed after.
create table scenario (
  id int generated always as identity primary key,
  risk_analysis_id int not null references risk_analysis on delete cascade,
  name text not null,
  -- The inputs that it was made of: it holds while the analysis has no others.
  inputs_version int not null,
  created_by int references app_user on delete set null,
  created_at timestamptz(3) not null default now(),
  -- The analysis as it was: dates, threshold and what its assets came to
  analysis jsonb not null,
  -- What the scenario comes to
  totals jsonb not null,
  unique (risk_analysis_id, name)
);

create table scenario_asset (
  scenario_id int not null references scenario on delete cascade,
  asset_id int not null,
  asset_name text not null,
  taxonomy text not null,
  -- Whether it was marked to be improved
  improve boolean not null,
  -- Why the improvement changes nothing; null where it does, and for what is not improved
  no_effect text,
  -- Whole dollars that the improvement costs; null where it is not known
  cost int check (cost >= 0),
  -- Days of its mission within the analysis
  days double precision,
  shape double precision,
  -- Characteristic life in days, before and after, and the benchmark that it was compared with
  scale_days double precision,
  improved_shape double precision,
  improved_scale_days double precision,
  benchmark_days double precision,
  benchmark_level text,
  -- Percent, not cut, and whole
  percent double precision,
  probability_value smallint,
  improved_percent double precision,
  improved_probability_value smallint,
  consequence_value int,
  risk double precision,
  improved_risk double precision,
  -- Its failure modes: name, probability before and after
  failure_modes jsonb not null default '[]',
  primary key (scenario_id, asset_id)
);
create index scenario_asset_risk on scenario_asset (scenario_id, risk desc nulls last, asset_id);

-- What the improvement of an asset costs, in whole dollars; null where it is not known. It is no part of the risk.
alter table risk_analysis_asset add column improve_cost int check (improve_cost >= 0);

-- Scenarios that hold are counted where the analysis is read.
create function count_scenarios() returns trigger language plpgsql as $$
declare
  analysis_id int := coalesce(new.risk_analysis_id, old.risk_analysis_id);
begin
  update risk_analysis set valid_scenarios = (
    select count(*) from scenario
    where scenario.risk_analysis_id = risk_analysis.id and scenario.inputs_version = risk_analysis.inputs_version)
  where id = analysis_id;
  return null;
end $$;
create trigger scenarios_are_counted after insert or delete on scenario
  for each row execute function count_scenarios();
