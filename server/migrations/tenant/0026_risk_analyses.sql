-- Risk analyses: which assets may fail by a date, and what that would cost.

-- Days of an ISO 8601 length of time: a year counts 365 and a month 30, as in domain/src/risk/duration.ts.
create function duration_days(duration text) returns double precision
language plpgsql immutable strict parallel safe as $$
declare
  parts text[] := regexp_match(duration,
    '^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$');
begin
  return coalesce(parts[1]::float8, 0) * 365 + coalesce(parts[2]::float8, 0) * 30
    + coalesce(parts[3]::float8, 0) * 7 + coalesce(parts[4]::float8, 0)
    + coalesce(parts[5]::float8, 0) / 24 + coalesce(parts[6]::float8, 0) / 1440
    + coalesce(parts[7]::float8, 0) / 86400;
end $$;

-- Percent of lives that have ended by an age in days: weibullCdf of domain/src/risk/weibull.ts. Beyond the bounds
-- it is 0 or 100 to the last digit, and PostgreSQL would refuse to calculate it.
create function weibull_percent(shape double precision, scale double precision, days double precision)
returns double precision language plpgsql immutable strict parallel safe as $$
declare
  exponent double precision;
begin
  if days <= 0 then return 0; end if;
  if scale = 0 then return 100; end if;
  exponent := least(shape, 1e9) * ln(greatest(days, 1e-30) / scale);
  if exponent > 6.5 then return 100; end if;
  if exponent < -40 then return 0; end if;
  return 100 * (1 - exp(-exp(exponent)));
end $$;

create table risk_analysis (
  id int generated always as identity primary key,
  name text not null,
  description text not null default '',
  start_date timestamptz(3),
  end_date timestamptz(3),
  -- ISO 8601 length of time
  mission_time text,
  -- Whole percent from which on an asset is worth improving
  probability_threshold smallint not null default 50 check (probability_threshold between 0 and 100),
  owner_id int references app_user on delete set null,
  version int not null default 1,
  updated_at timestamptz(3) not null default now(),
  -- Counts the changes of dates, assets and their inputs that people make in it.
  inputs_version int not null default 1,
  -- How many what-if scenarios hold for these inputs; a change of them leaves none.
  valid_scenarios int not null default 0,
  -- Of its assets, kept with their figures
  asset_count int not null default 0,
  over_threshold int not null default 0,
  maximum_consequence int,
  risk double precision
);
create index risk_analysis_risk on risk_analysis (risk desc nulls last, id);
create index risk_analysis_owner on risk_analysis (owner_id);

create table risk_analysis_asset (
  risk_analysis_id int not null references risk_analysis on delete cascade,
  asset_id int not null references asset on delete cascade,
  improve boolean not null default false,
  improve_description text not null default '',
  -- What a failure costs in this analysis; null: what the twin or the asset says
  own_consequence int check (own_consequence >= 0),
  version int not null default 1,
  -- What follows from the inputs: calculated by recalculate_risk_analysis alone.
  probability_source text check (probability_source in ('analysis', 'twin', 'asset')),
  consequence_source text check (consequence_source in ('analysis', 'twin', 'asset')),
  distribution text check (distribution in ('none', 'weibull')),
  shape double precision,
  -- Characteristic life: ISO 8601, and in days
  scale text,
  scale_days double precision,
  library boolean not null default false,
  -- Days that the asset has of its mission within the analysis; null where it can't be told
  days double precision,
  -- Percent, before it is cut to a whole one
  percent double precision,
  probability_value smallint,
  consequence_value int,
  risk double precision,
  -- Days that the characteristic life is longer than the library's
  comparative_days double precision,
  -- Null: not calculated
  opportunity boolean,
  primary key (risk_analysis_id, asset_id)
);
create index risk_analysis_asset_asset on risk_analysis_asset (asset_id, risk_analysis_id);
create index risk_analysis_asset_risk on risk_analysis_asset (risk_analysis_id, risk desc nulls last, asset_id);
create index risk_analysis_asset_probability
  on risk_analysis_asset (risk_analysis_id, probability_value desc nulls last, asset_id);
create index risk_analysis_asset_consequence
  on risk_analysis_asset (risk_analysis_id, consequence_value desc nulls last, asset_id);
create index risk_analysis_asset_life
  on risk_analysis_asset (risk_analysis_id, comparative_days desc nulls last, asset_id);

-- A probability that holds in one analysis: of the asset, or of one of its twin's failure modes.
create table risk_analysis_probability (
  -- Of one sequence with the probabilities that hold everywhere, so that an id names one or the other.
  id int primary key default nextval(pg_get_serial_sequence('probability', 'id')),
  risk_analysis_id int not null,
  asset_id int not null,
  failure_mode_id int references failure_mode on delete cascade,
  failure_distribution text not null check (failure_distribution in ('none', 'weibull')),
  failure_distribution_parameters jsonb not null,
  library boolean not null default false,
  foreign key (risk_analysis_id, asset_id) references risk_analysis_asset on delete cascade,
  unique nulls not distinct (risk_analysis_id, asset_id, failure_mode_id)
);
create index risk_analysis_probability_failure_mode on risk_analysis_probability (failure_mode_id);

-- The characteristic life, in days, and the shape that the library gives for an entry of the taxonomy.
create view taxonomy_benchmark as
select null::int as taxonomy_id, null::double precision as characteristic_life_days, null::double precision as shape
where false;

-- Counts up what an analysis comes to, over its assets.
create function total_risk_analysis(p_analysis_id int) returns void language sql as $$
  update risk_analysis set asset_count = total.assets, over_threshold = total.over_threshold,
    maximum_consequence = total.maximum_consequence, risk = total.risk
  from (
    select count(*) as assets, count(*) filter (where opportunity) as over_threshold,
      max(consequence_value) as maximum_consequence, sum(risk) as risk
    from risk_analysis_asset where risk_analysis_id = p_analysis_id) as total
  where id = p_analysis_id
$$;

-- Calculates the figures of an analysis' assets anew, of some of them or of all when null, and what they come to.
-- Who calls it waits for the others who do. Returns how many assets were looked at.
create function recalculate_risk_analysis(p_analysis_id int, p_asset_ids int[]) returns int
language plpgsql as $$
declare
  looked_at int;
begin
  perform from risk_analysis where id = p_analysis_id for update;
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
      benchmark.characteristic_life_days as benchmark_days
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
    select chance.*, floor(percent + 1e-9)::smallint as probability_value from chance
  ), done as (
    update risk_analysis_asset entry set
      probability_source = figure.probability_source, consequence_source = figure.consequence_source,
      distribution = figure.distribution, shape = figure.shape, scale = figure.scale,
      scale_days = figure.scale_days, library = figure.library, days = figure.days, percent = figure.percent,
      probability_value = figure.probability_value, consequence_value = figure.consequence_value,
      risk = figure.probability_value * figure.consequence_value::float8 / 100,
      comparative_days = figure.scale_days - figure.benchmark_days,
      opportunity = figure.probability_value >= figure.probability_threshold
    from figure
    where entry.risk_analysis_id = p_analysis_id and entry.asset_id = figure.asset_id
      and (entry.probability_source, entry.consequence_source, entry.distribution, entry.shape, entry.scale,
        entry.library, entry.days, entry.percent, entry.consequence_value, entry.comparative_days, entry.opportunity)
      is distinct from
        (figure.probability_source, figure.consequence_source, figure.distribution, figure.shape, figure.scale,
        figure.library, figure.days, figure.percent, figure.consequence_value,
        figure.scale_days - figure.benchmark_days, figure.probability_value >= figure.probability_threshold)
  )
  select count(*) into looked_at from input;
  perform total_risk_analysis(p_analysis_id);
  return looked_at;
end $$;

-- What a change of an asset, its twin, or what is known of their failures means for the analyses that it is in.
create function recalculate_risk_of_asset(p_asset_id int) returns void language sql as $$
  select recalculate_risk_analysis(risk_analysis_id, array[p_asset_id])
  from (select risk_analysis_id from risk_analysis_asset where asset_id = p_asset_id order by 1) as analyses
$$;

create function risk_of_owner_changed() returns trigger language plpgsql as $$
declare
  changed record := coalesce(new, old);
begin
  perform recalculate_risk_of_asset(asset_id)
  from (select changed.asset_id union select twin.asset_id from twin where twin.id = changed.twin_id) as owner
  where asset_id is not null;
  return null;
end $$;
create trigger risk_analyses_follow after insert or update or delete on probability
  for each row execute function risk_of_owner_changed();
create trigger risk_analyses_follow after insert or update or delete on consequence
  for each row execute function risk_of_owner_changed();

create function risk_of_twin_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform recalculate_risk_of_asset(old.asset_id); end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.asset_id <> old.asset_id) then
    perform recalculate_risk_of_asset(new.asset_id);
  end if;
  return null;
end $$;
create trigger risk_analyses_follow after insert or delete or update of asset_id, start_date on twin
  for each row execute function risk_of_twin_changed();

create function risk_of_taxonomy_changed() returns trigger language plpgsql as $$
begin
  perform recalculate_risk_of_asset(new.id);
  return null;
end $$;
create trigger risk_analyses_follow after update of taxonomy_id on asset
  for each row when (old.taxonomy_id is distinct from new.taxonomy_id) execute function risk_of_taxonomy_changed();

-- An asset that is deleted leaves its analyses: what they come to changes.
create function risk_of_asset_left() returns trigger language plpgsql as $$
begin
  perform total_risk_analysis(risk_analysis_id) from (select distinct risk_analysis_id from gone) as left_behind;
  return null;
end $$;
create trigger risk_analysis_is_totalled after delete on risk_analysis_asset
  referencing old table as gone for each statement execute function risk_of_asset_left();

create function index_of_risk_analysis_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_entry where type = 3 and record_id = old.id;
    return null;
  end if;
  perform put_search_entry(3, new.id, new.name, left(new.description, 100),
    concat_ws(' ', new.name, new.description), null, null);
  return null;
end $$;
create trigger risk_analysis_is_found after insert or delete or update of name, description on risk_analysis
  for each row execute function index_of_risk_analysis_changed();

-- What became, or would become, of each row of a file of an analysis' assets.
create table risk_analysis_import_row (
  command_id uuid not null references command on delete cascade,
  line int not null,
  action text not null check (action in ('create', 'update', 'unchanged', 'error')),
  unique_id text not null,
  asset_name text not null,
  message text,
  primary key (command_id, line)
);
create index risk_analysis_import_row_action on risk_analysis_import_row (command_id, action, line);
