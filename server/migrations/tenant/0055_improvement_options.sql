-- Options to improve an asset of a risk analysis, or a failure mode of its twin. The mark of an asset and its cost
-- (risk_analysis_asset.improve, improve_cost) are one more option: its benchmark.
create table improvement_option (
  id int generated always as identity primary key,
  risk_analysis_id int not null,
  asset_id int not null,
  failure_mode_id int references failure_mode on delete cascade,
  name text not null,
  cost int check (cost >= 0),
  effect text not null check (effect in ('life', 'probability')),
  shape double precision,
  scale text,
  percent double precision check (percent between 0 and 100),
  fit jsonb,
  version int not null default 1,
  foreign key (risk_analysis_id, asset_id) references risk_analysis_asset on delete cascade,
  unique nulls not distinct (risk_analysis_id, asset_id, failure_mode_id, name),
  check ((effect = 'life') = (scale is not null)),
  check ((effect = 'probability') = (percent is not null))
);
create index improvement_option_failure_mode on improvement_option (failure_mode_id);
comment on column improvement_option.failure_mode_id is 'Null: of the asset as a whole.';
comment on column improvement_option.cost is 'Whole dollars. Null: unknown.';
comment on column improvement_option.shape is 'Of the new life. Null: that of the asset or failure mode.';
comment on column improvement_option.scale is 'New characteristic life, ISO 8601.';
comment on column improvement_option.percent is 'New probability by the end of the analysis.';
comment on column improvement_option.fit is 'The life data that the life was fitted to. Null: it was entered.';
comment on column improvement_option.version is 'Optimistic-lock version.';

alter table scenario_asset add column options jsonb not null default '[]';
comment on column scenario_asset.options is 'Options by which the asset is improved. Empty where it stays as it is.';
comment on column scenario_asset.improve is 'Whether it was marked to be improved, or had options.';
update scenario_asset
set options = jsonb_build_array(jsonb_build_object('name', 'Benchmark', 'failureMode', null, 'cost', cost))
where improve and no_effect is null;

update scenario
set totals = jsonb_set(totals, '{budget,options}', (
  select coalesce(jsonb_agg(jsonb_build_object('assetId', asset_id, 'optionId', null) order by place), '[]')
  from jsonb_array_elements(totals -> 'budget' -> 'assetIds') with ordinality as chosen (asset_id, place)))
where jsonb_typeof(totals -> 'budget') = 'object';
