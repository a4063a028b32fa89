-- What preventive work of an activity renews.
alter table activity add column renews text not null default 'none' check (renews in ('none', 'all', 'failure-modes'));
comment on column activity.renews is 'What its completed preventive work makes as good as new.';
create table activity_failure_mode (
  activity_id int not null references activity on delete cascade,
  failure_mode_id int not null references failure_mode on delete cascade,
  primary key (activity_id, failure_mode_id)
);
comment on table activity_failure_mode is 'The failure modes that the work of an activity renews, where it renews named ones.';
create index on activity_failure_mode (failure_mode_id);

-- Probability given survival until the last midnight.
alter table risk_analysis_asset
  add column conditional_percent float8,
  add column conditional_value smallint,
  add column conditional_risk float8,
  add column renewed_at timestamptz(3),
  add column under_repair boolean not null default false;
comment on column risk_analysis_asset.conditional_percent is
  'Percent of failing by the end, given survival to as_of of the analysis, before rounding down.';
comment on column risk_analysis_asset.renewed_at is 'The last renewal of the asset, or its start; its age counts from here.';
comment on column risk_analysis_asset.under_repair is 'A repair is open: there is no probability given survival.';
alter table risk_analysis
  add column as_of timestamptz(3),
  add column conditional_risk float8;
comment on column risk_analysis.as_of is
  'The midnight in the time zone of the plant to which survival is given; null until calculated.';
comment on column risk_analysis.conditional_risk is 'Total over its assets.';
alter table risk_analysis add column without_conditional int not null default 0;
comment on column risk_analysis.without_conditional is 'Assets with a risk but none given survival.';
