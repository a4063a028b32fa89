create or replace view benchmark_of_taxonomy as
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
comment on view benchmark_of_taxonomy is 'Benchmark of each taxonomy entry: its own, or that of the nearest entry above it.';

-- Views for modules of lower ranks.

create or replace view latest_analysis_of_asset as
select distinct on (entry.asset_id) entry.asset_id, analysis.id as risk_analysis_id, analysis.name as risk_analysis_name
from risk_analysis_asset entry join risk_analysis analysis on analysis.id = entry.risk_analysis_id
order by entry.asset_id, entry.risk_analysis_id desc;
comment on view latest_analysis_of_asset is 'Latest risk analysis of each asset.';

create or replace view twin_of_asset as select asset_id, id as twin_id from twin;
comment on view twin_of_asset is 'The twin of each asset that has one.';

create or replace view protection_of_failure_mode as
select failure_mode_id, protection_id, protection.name, protection.active
from failure_mode_protection join protection on protection.id = protection_id;
comment on view protection_of_failure_mode is 'The protections of each failure mode.';
