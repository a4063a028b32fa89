-- Assets, their tags, their twins, and what a failure would mean.

create table asset (
  id int generated always as identity primary key,
  unique_id text not null unique,
  asset_name text not null,
  category text,
  class text,
  type text,
  technical_number text,
  description text not null default '',
  is_equipment boolean not null default true,
  maintenance_plant text,
  planning_plant text,
  department_id text,
  position_id text
);
create index asset_name on asset (asset_name);

create table tag (
  id int generated always as identity primary key,
  name text not null unique,
  caption text not null,
  description text not null default '',
  keywords text[] not null default '{}',
  type text not null check (type in ('calculated', 'data_point', 'work')),
  -- UCUM code
  unit text,
  source text
);

create table asset_tag (
  asset_id int not null references asset on delete cascade,
  tag_id int not null references tag on delete cascade,
  primary key (asset_id, tag_id)
);
create index asset_tag_tag on asset_tag (tag_id);

create table twin (
  id int generated always as identity primary key,
  asset_id int not null unique references asset on delete cascade,
  description text not null default '',
  technical_number text,
  active boolean not null default false,
  start_date timestamptz(3),
  -- ISO 8601 length of time
  mission_time text,
  -- Highest level of its active protections; null before any evaluation.
  level smallint check (level between 0 and 1000)
);
create index twin_level on twin (level);

create table tag_alias (
  id int generated always as identity primary key,
  twin_id int references twin on delete cascade,
  calculated_tag_id int references tag on delete cascade,
  mapped_tag_id int references tag on delete set null,
  type text not null check (type in ('work', 'data_point')),
  name text not null,
  description text not null default '',
  keywords text[] not null default '{}',
  unit text,
  options jsonb not null default '{}',
  check (num_nonnulls(twin_id, calculated_tag_id) = 1),
  unique nulls not distinct (twin_id, calculated_tag_id, name)
);
create index tag_alias_mapped on tag_alias (mapped_tag_id);

create table probability (
  id int generated always as identity primary key,
  twin_id int not null unique references twin on delete cascade,
  -- Whole percent
  value smallint check (value between 0 and 100),
  failure_distribution text not null default 'none' check (failure_distribution in ('none', 'weibull')),
  failure_distribution_parameters jsonb not null
);

create table consequence (
  id int generated always as identity primary key,
  twin_id int not null unique references twin on delete cascade,
  value int not null check (value >= 0),
  scale text not null default 'dollars',
  description text not null default ''
);

-- Work done or planned, by the tag of type work that it is recorded under.
create table work (
  id int generated always as identity primary key,
  tag_id int not null references tag on delete cascade,
  name text not null,
  description text not null default '',
  corrective boolean not null,
  planned_at timestamptz(3),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  cost int,
  unique (tag_id, name)
);
create index work_completed on work (tag_id, completed_at);
