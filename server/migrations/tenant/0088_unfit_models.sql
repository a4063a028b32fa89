alter table pattern_set
  add column fit_checked_at timestamptz(3),
  add column unfit_version int;
create index pattern_set_fit_checked on pattern_set (fit_checked_at) where version_in_service_id is not null;
comment on column pattern_set.fit_checked_at is 'When the fit of the model in service was last checked; null: never.';
comment on column pattern_set.unfit_version is 'Number of the version of which was notified that it no longer fits; null while it fits.';
