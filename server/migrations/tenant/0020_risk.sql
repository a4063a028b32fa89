-- Failure modes, activities, and whose a probability and a consequence are.

-- Counts the changes that people make, so that none is made on a twin that has changed since.
alter table twin add column version int not null default 1;

create table failure_mode (
  id int generated always as identity primary key,
  twin_id int not null references twin on delete cascade,
  name text not null,
  description text not null default '',
  -- Codes of ISO 14224
  mechanism text,
  cause text,
  -- ISO 8601 length of time
  pf_interval text,
  version int not null default 1,
  unique (twin_id, name)
);

create table failure_mode_protection (
  failure_mode_id int not null references failure_mode on delete cascade,
  protection_id int not null references protection on delete cascade,
  primary key (failure_mode_id, protection_id)
);
create index failure_mode_protection_protection on failure_mode_protection (protection_id);

create table activity (
  id int generated always as identity primary key,
  twin_id int not null references twin on delete cascade,
  tag_alias_id int references tag_alias on delete set null,
  name text not null,
  description text not null default '',
  -- ISO 8601 length of time
  duration text,
  cost int check (cost >= 0),
  resource text not null default '',
  version int not null default 1,
  unique (twin_id, name)
);
create index activity_tag_alias on activity (tag_alias_id);

alter table probability
  alter column twin_id drop not null,
  add column asset_id int unique references asset on delete cascade,
  add column failure_mode_id int unique references failure_mode on delete cascade,
  -- Whole percent by the end of a risk analysis
  add column risk_analysis_value smallint check (risk_analysis_value between 0 and 100),
  add column library boolean not null default false,
  add check (num_nonnulls(asset_id, twin_id, failure_mode_id) = 1);

alter table consequence
  alter column twin_id drop not null,
  add column asset_id int unique references asset on delete cascade,
  add column failure_mode_id int unique references failure_mode on delete cascade,
  add column library boolean not null default false,
  add check (num_nonnulls(asset_id, twin_id, failure_mode_id) = 1);
