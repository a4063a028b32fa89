-- The examples of benchmarks belong to the demo, which loads them. Elsewhere those that nobody changed are removed.

-- Where an example stands in a scenario.
alter table scenario_asset add column benchmark_is_example boolean not null default false;
comment on column scenario_asset.benchmark_is_example is 'Whether the benchmark was an example.';
update scenario_asset set benchmark_is_example = true
from asset join benchmark_of_taxonomy benchmark on benchmark.taxonomy_id = asset.taxonomy_id
where asset.id = scenario_asset.asset_id and benchmark.is_example
  and benchmark.characteristic_life = scenario_asset.benchmark_days;
update scenario set totals = jsonb_set(totals, '{total,examples}', (
  select to_jsonb(count(*)) from scenario_asset
  where scenario_id = scenario.id and benchmark_is_example and improve and no_effect is null));
update scenario set totals = jsonb_set(totals, '{budget,examples}', totals #> '{total,examples}')
where jsonb_typeof(totals -> 'budget') = 'object';

create temporary table removed_example on commit drop as
select taxonomy_id from benchmark
where is_example and version = 1 and not exists (select from demo_load);
delete from benchmark using removed_example where removed_example.taxonomy_id = benchmark.taxonomy_id;

-- Analyses compare with the next benchmark above, or with none.
create temporary table compared on commit drop as
select entry.risk_analysis_id, entry.asset_id, entry.scale_days, nearest.characteristic_life
from risk_analysis_asset entry
join asset on asset.id = entry.asset_id
join taxonomy on taxonomy.id = asset.taxonomy_id
join removed_example on removed_example.taxonomy_id = taxonomy.class_id
left join benchmark_of_taxonomy nearest on nearest.taxonomy_id = asset.taxonomy_id
where entry.comparative_days is not null and nearest.level is distinct from 'type';
update risk_analysis_asset entry set comparative_days = compared.scale_days - compared.characteristic_life
from compared
where entry.risk_analysis_id = compared.risk_analysis_id and entry.asset_id = compared.asset_id;
-- A measured MTBF is converted with the shape of the benchmark: by a recalculation.
update risk_analysis set is_outdated = true
where id in (
  select risk_analysis_id from compared where scale_days is null and characteristic_life is not null);

-- Demos that were loaded have their examples.
insert into demo_load (data_set) select 'benchmarks' where exists (select from demo_load);
