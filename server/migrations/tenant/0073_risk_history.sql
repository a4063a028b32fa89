-- The risk of twins and failure modes over time, by day in the time zone of the plant.

-- A row holds for the days from from_day until the day before until_day. There are no references to twins and failure
-- modes: the past keeps what was deleted.
create table risk_history (
  id bigint generated always as identity primary key,
  twin_id int not null,
  failure_mode_id int,
  asset_id int not null,
  name text not null,
  from_day date not null,
  until_day date check (until_day > from_day),
  probability smallint check (probability between 0 and 100),
  consequence int check (consequence >= 0),
  risk float8 check (risk >= 0),
  level smallint check (level between 0 and 1000)
);
create unique index risk_history_day on risk_history (twin_id, failure_mode_id, from_day) nulls not distinct;
create unique index risk_history_current on risk_history (twin_id, failure_mode_id) nulls not distinct
  where until_day is null;
create index risk_history_asset on risk_history (asset_id) where until_day is null;
create index risk_history_twins on risk_history (until_day, from_day) where failure_mode_id is null;
comment on column risk_history.failure_mode_id is 'Null: the row is of the twin as a whole.';
comment on column risk_history.name is 'Of the asset or the failure mode, when the row was written.';
comment on column risk_history.from_day is 'First day of these figures.';
comment on column risk_history.until_day is 'First day on which they no longer hold; null while they do.';
comment on column risk_history.probability is 'Whole percent at the end of the day.';
comment on column risk_history.consequence is 'Cost of a failure; null for a twin without one of its own.';
comment on column risk_history.risk is 'Money; null where a probability or consequence is missing.';
comment on column risk_history.level is 'Of a twin: its highest of the day; null for a failure mode.';

-- One row, once recording has begun.
create table risk_history_state (
  singleton boolean primary key default true check (singleton),
  first_day date not null,
  recorded_day date not null
);
comment on column risk_history_state.first_day is 'Before it there is no history.';
comment on column risk_history_state.recorded_day is 'The day whose beginning was recorded last; levels of earlier days are final.';
