-- Protections, their thresholds, and what evaluation found.

create table protection (
  id int generated always as identity primary key,
  twin_id int not null references twin on delete cascade,
  name text not null,
  description text not null default '',
  type text not null check (type in ('condition', 'activity', 'pattern')),
  active boolean not null default false,
  default_level smallint not null default 0 check (default_level between 0 and 1000),
  start_date timestamptz(3),
  -- Interval settings by alias name
  settings jsonb not null default '{}',
  updated_at timestamptz(3) not null default now(),

  -- What the last evaluation left.
  level smallint check (level between 0 and 1000),
  driving_threshold_id int,
  evaluated_at timestamptz(3),
  stale boolean not null default false,
  error text,
  -- The engine's saved states, as JSON that only the server reads; the token names their saving.
  tracking text,
  tracking_token text
);
create index protection_twin on protection (twin_id);
create index protection_level on protection (level);

create table threshold (
  id int generated always as identity primary key,
  protection_id int not null references protection on delete cascade,
  position int not null,
  name text not null,
  alias text,
  type text not null default 'expression' check (type in ('expression', 'script')),
  logic text not null,
  level smallint check (level between 0 and 1000),
  log_excursion boolean not null default true,
  -- Milliseconds
  on_delay bigint not null default 0 check (on_delay >= 0),
  off_delay bigint not null default 0 check (off_delay >= 0),
  deadband double precision not null default 0 check (deadband >= 0),
  actions jsonb not null default '[]',
  unique (protection_id, name),
  unique (protection_id, position) deferrable initially deferred
);
alter table protection add foreign key (driving_threshold_id) references threshold on delete set null;

-- The tags whose points lead to an evaluation, kept from the aliases of the protection's logic.
create table protection_input (
  protection_id int not null references protection on delete cascade,
  alias text not null,
  tag_id int not null references tag on delete cascade,
  primary key (protection_id, alias)
);
create index protection_input_tag on protection_input (tag_id);

create table excursion (
  id int generated always as identity primary key,
  protection_id int not null references protection on delete cascade,
  threshold_id int not null references threshold on delete cascade,
  start_at timestamptz(3) not null,
  -- Null while open
  end_at timestamptz(3) check (end_at >= start_at),
  -- An excursion is told by its threshold and start: it cannot be stored twice.
  unique (threshold_id, start_at)
);
create index excursion_protection on excursion (protection_id, start_at desc);
create index excursion_start on excursion (start_at desc);

create table level_change (
  protection_id int not null references protection on delete cascade,
  at timestamptz(3) not null,
  level smallint not null check (level between 0 and 1000),
  driving_threshold_id int references threshold on delete cascade,
  primary key (protection_id, at)
);
