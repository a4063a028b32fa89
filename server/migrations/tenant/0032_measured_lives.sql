-- An asset without a distribution is compared with its benchmark by the MTBF that its work shows, turned into a
-- characteristic life by the benchmark's shape: MTBF / gamma(1 + 1 / shape).

-- As before otherwise.
create or replace function calculate_risk_of_assets(p_analysis_id int, p_asset_ids int[]) returns int
language plpgsql as $$
declare
  looked_at int;
begin
  with input as materialized (
    select entry.asset_id,
      case when own.id is not null then 'analysis' when of_twin.id is not null then 'twin'
        when of_asset.id is not null then 'asset' end as probability_source,
      coalesce(own.failure_distribution, of_twin.failure_distribution, of_asset.failure_distribution) as distribution,
      coalesce(own.failure_distribution_parameters, of_twin.failure_distribution_parameters,
        of_asset.failure_distribution_parameters) as parameters,
      coalesce(own.library, of_twin.library, of_asset.library, false) as library,
      case when entry.own_consequence is not null then 'analysis' when twin_cost.id is not null then 'twin'
        when asset_cost.id is not null then 'asset' end as consequence_source,
      coalesce(entry.own_consequence, twin_cost.value, asset_cost.value) as consequence_value,
      case when analysis.start_date is not null and analysis.mission_time is not null
        then round(extract(epoch from analysis.end_date - coalesce(twin.start_date, analysis.start_date)) * 1000)
          ::float8 / 86400000 end as days,
      analysis.probability_threshold,
      benchmark.characteristic_life_days as benchmark_days,
      duration_days(measured_mtbf.mtbf) / gamma_function(1 + 1 / benchmark.shape) as measured_days
    from risk_analysis_asset entry
    join risk_analysis analysis on analysis.id = entry.risk_analysis_id
    join asset on asset.id = entry.asset_id
    left join twin on twin.asset_id = entry.asset_id
    left join risk_analysis_probability own on own.risk_analysis_id = entry.risk_analysis_id
      and own.asset_id = entry.asset_id and own.failure_mode_id is null
    left join probability of_twin on of_twin.twin_id = twin.id
    left join probability of_asset on of_asset.asset_id = entry.asset_id
    left join consequence twin_cost on twin_cost.twin_id = twin.id
    left join consequence asset_cost on asset_cost.asset_id = entry.asset_id
    left join taxonomy_benchmark benchmark on benchmark.taxonomy_id = asset.taxonomy_id
    left join measured_mtbf on measured_mtbf.asset_id = entry.asset_id
    where entry.risk_analysis_id = p_analysis_id and (p_asset_ids is null or entry.asset_id = any(p_asset_ids))
  ), life as materialized (
    select input.*, parameters ->> 'scale' as scale, duration_days(parameters ->> 'scale') as scale_days,
      case when distribution = 'weibull' then (parameters ->> 'shape')::float8
        when parameters ->> 'scale' is not null then 1 end as shape
    from input
  ), chance as materialized (
    -- A twin that starts after the analysis has ended has no probability in it.
    select life.*, case when days >= 0 then weibull_percent(shape, scale_days, days) end as percent
    from life
  ), figure as (
    select chance.*, floor(percent + 1e-9)::smallint as probability_value,
      coalesce(scale_days, measured_days) - benchmark_days as comparative_days
    from chance
  ), done as (
    update risk_analysis_asset entry set
      probability_source = figure.probability_source, consequence_source = figure.consequence_source,
      distribution = figure.distribution, shape = figure.shape, scale = figure.scale,
      scale_days = figure.scale_days, library = figure.library, days = figure.days, percent = figure.percent,
      probability_value = figure.probability_value, consequence_value = figure.consequence_value,
      risk = figure.probability_value * figure.consequence_value::float8 / 100,
      comparative_days = figure.comparative_days,
      opportunity = figure.probability_value >= figure.probability_threshold
    from figure
    where entry.risk_analysis_id = p_analysis_id and entry.asset_id = figure.asset_id
      and (entry.probability_source, entry.consequence_source, entry.distribution, entry.shape, entry.scale,
        entry.library, entry.days, entry.percent, entry.consequence_value, entry.comparative_days, entry.opportunity)
      is distinct from
        (figure.probability_source, figure.consequence_source, figure.distribution, figure.shape, figure.scale,
        figure.library, figure.days, figure.percent, figure.consequence_value,
        figure.comparative_days, figure.probability_value >= figure.probability_threshold)
  )
  select count(*) into looked_at from input;
  return looked_at;
end $$;

-- Analyses follow a measured MTBF as they follow a probability.
create function risk_of_measured_mtbf_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.mtbf is distinct from old.mtbf then
    perform recalculate_risk_of_asset(new.asset_id);
  end if;
  return null;
end $$;
create trigger risk_analyses_follow after insert or update of mtbf on measured_mtbf
  for each row execute function risk_of_measured_mtbf_changed();

-- What was measured before.
select recalculate_risk_of_asset(asset_id) from measured_mtbf where mtbf is not null order by asset_id;
