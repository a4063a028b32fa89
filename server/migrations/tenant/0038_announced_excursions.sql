-- Which excursions were announced, so that each is once, however often it is evaluated again.

-- What was found before is not announced now.
alter table excursion add column announced boolean not null default true;
alter table excursion alter column announced set default false;

-- Excursions of thresholds that keep none for the record: only to know which were announced.
create table unlogged_excursion (
  protection_id int not null references protection on delete cascade,
  threshold_id int not null references threshold on delete cascade,
  start_at timestamptz(3) not null,
  -- Null while open
  end_at timestamptz(3),
  start_known_at timestamptz(3) not null,
  end_known_at timestamptz(3),
  announced boolean not null,
  primary key (threshold_id, start_at)
);
create index unlogged_excursion_protection on unlogged_excursion (protection_id, start_at);

-- By tag the earliest point that came or changed, by which evaluation knows which points are late. A tag may be
-- there more than once.
alter table evaluation_due
  add column tag_ids int[] not null default '{}',
  add column from_times bigint[] not null default '{}';
