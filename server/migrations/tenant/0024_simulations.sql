-- What protections would have found, and ranges of time in which something is known to have been wrong.

-- The simulation of a protection: one at a time.
create table simulation (
  id int generated always as identity primary key,
  protection_id int not null unique references protection on delete cascade,
  command_id uuid references command on delete set null,
  created_by int references app_user on delete set null,
  created_at timestamptz(3) not null default now(),
  range_start timestamptz(3) not null,
  range_end timestamptz(3) not null check (range_end > range_start),
  status text not null default 'queued'
    check (status in ('queued', 'initializing', 'processing', 'finalizing', 'done', 'error')),
  percent smallint not null default 0 check (percent between 0 and 100),
  status_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  -- Of the definition that is simulated
  definition_version int not null,
  -- The logics and where their inputs come from, as they were
  input jsonb not null,
  result jsonb,
  -- The engine's states at and before the end, as JSON that only the server reads
  tracking text,
  log text[] not null default '{}',
  error text
);

-- Of the saved logic (variant 0), and of a second one that it is compared with (1).
create table simulation_excursion (
  simulation_id int not null references simulation on delete cascade,
  variant smallint not null check (variant in (0, 1)),
  -- Index into the thresholds of its logic
  threshold smallint not null,
  start_at timestamptz(3) not null,
  -- Null while open
  end_at timestamptz(3) check (end_at >= start_at),
  start_known_at timestamptz(3) not null,
  end_known_at timestamptz(3),
  -- Against the other logic
  change text check (change in ('gained', 'lost', 'moved')),
  primary key (simulation_id, variant, threshold, start_at)
);
create index simulation_excursion_start on simulation_excursion (simulation_id, variant, start_at);

-- Levels that the saved logic led to; the first is the one that held at the start of the range.
create table simulation_level (
  simulation_id int not null references simulation on delete cascade,
  at timestamptz(3) not null,
  level smallint not null,
  driving smallint,
  primary key (simulation_id, at)
);

create table marked_range (
  id int generated always as identity primary key,
  protection_id int not null references protection on delete cascade,
  start_at timestamptz(3) not null,
  end_at timestamptz(3) not null check (end_at > start_at),
  note text not null default '',
  created_by int references app_user on delete set null,
  created_at timestamptz(3) not null default now()
);
create index marked_range_protection on marked_range (protection_id, start_at);
