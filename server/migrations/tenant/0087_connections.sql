-- Connections to other systems, and which of their sources feed tags.

create table connection_group (
  id int generated always as identity primary key,
  type text not null,
  connection_id int,
  runner uuid,
  fence bigint not null default 0,
  lease_until timestamptz(3),
  live_until timestamptz(3)
);
comment on table connection_group is
  'Connections of one type that stand in for one another: one of them holds the lease, and delivers.';
comment on column connection_group.connection_id is 'Holder of the lease, or its last holder.';
comment on column connection_group.runner is 'Process that runs the holder; null: none does.';
comment on column connection_group.fence is 'Counts up each time another runner or connection takes the lease.';
comment on column connection_group.live_until is
  'Source time up to which all points of its subscriptions are stored; null: it never ran.';

create table connection (
  id int generated always as identity primary key,
  name text not null unique,
  type text not null,
  connection_group_id int not null references connection_group,
  place text not null default 'server' check (place in ('server', 'plant')),
  configuration jsonb not null,
  secrets text,
  secrets_set text[] not null default '{}',
  trusted_certificates text[] not null default '{}',
  token_hash bytea unique,
  is_paused boolean not null default true,
  starts int not null default 1,
  version int not null default 1
);
create index connection_connection_group on connection (connection_group_id);
comment on table connection is 'Connections to other systems.';
comment on column connection.configuration is 'By the fields of its type, without secrets.';
comment on column connection.secrets is 'Secret fields as JSON, sealed; null: none is set.';
comment on column connection.secrets_set is 'Names of the secret fields that have a value.';
comment on column connection.trusted_certificates is 'SHA-256 of server certificates that a person trusted, hexadecimal.';
comment on column connection.token_hash is 'SHA-256 of its token; null: it has none.';
comment on column connection.starts is
  'Counts up with each change after which it starts anew: of its configuration, a trusted certificate, or when it is resumed.';
alter table connection_group add foreign key (connection_id) references connection on delete set null;
create index connection_group_connection on connection_group (connection_id);

create table connection_state (
  connection_id int primary key references connection on delete cascade,
  state text not null default 'stopped' check (state in ('stopped', 'starting', 'running', 'degraded', 'failed')),
  message text not null default '',
  starts int,
  since timestamptz(3) not null default now(),
  retry_at timestamptz(3),
  last_error text,
  last_error_time timestamptz(3),
  last_point_time timestamptz(3),
  lag_seconds double precision,
  clock_seconds double precision,
  points_per_second double precision not null default 0,
  certificate_noticed timestamptz(3),
  reported_at timestamptz(3)
) with (fillfactor = 50);
comment on table connection_state is 'What the runner of a connection last reported.';
comment on column connection_state.starts is 'connection.starts of the run that reported; null: none did.';
comment on column connection_state.retry_at is 'When it is tried again; null: at once, or not before it is resumed.';
comment on column connection_state.last_point_time is 'Source time of the latest point.';
comment on column connection_state.clock_seconds is 'By how much the clock of the other system is ahead.';
comment on column connection_state.certificate_noticed is
  'End of the certificate whose expiry administrators were notified of; null: of none.';

create table connection_status (
  id bigint generated always as identity primary key,
  connection_id int not null references connection on delete cascade,
  time timestamptz(3) not null default now(),
  state text not null,
  message text not null
);
create index connection_status_connection on connection_status (connection_id, id);
comment on table connection_status is 'The last 100 states of each connection.';

create table connection_log (
  id bigint generated always as identity primary key,
  connection_id int not null references connection on delete cascade,
  time timestamptz(3) not null default now(),
  level text not null check (level in ('error', 'warn', 'info', 'debug')),
  message text not null
);
create index connection_log_connection on connection_log (connection_id, id);
comment on table connection_log is 'What connections logged at their level, the last 1,000 entries of each.';

create table connection_request (
  id uuid primary key default gen_random_uuid(),
  connection_id int not null references connection on delete cascade,
  input jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'canceled')),
  message text,
  result jsonb not null default '{}',
  runner uuid,
  asked_by int references app_user on delete set null,
  asked_at timestamptz(3) not null default now(),
  taken_at timestamptz(3)
);
create index connection_request_connection on connection_request (connection_id, state);
create index connection_request_asked_by on connection_request (asked_by);
comment on table connection_request is 'What screens ask of a connection; the process that runs it answers. Kept for an hour.';
comment on column connection_request.taken_at is 'When a process began it; null: none has.';

create table connection_backfill (
  id int generated always as identity primary key,
  connection_group_id int not null references connection_group on delete cascade,
  begins timestamptz(3) not null,
  ends timestamptz(3) not null,
  done_to timestamptz(3) not null,
  tag_ids int[],
  points bigint not null default 0,
  error text,
  command_id uuid
);
create index connection_backfill_connection_group on connection_backfill (connection_group_id);
comment on table connection_backfill is 'Ranges of source time that are still to be read from the history of the other system.';
comment on column connection_backfill.done_to is 'Up to which it is stored.';
comment on column connection_backfill.tag_ids is 'Null: all tags of the group.';
comment on column connection_backfill.points is 'Read so far.';
comment on column connection_backfill.error is 'Why it can not be read, for the command that asked for it.';
comment on column connection_backfill.command_id is 'The command of a person that asked for it, which may be gone.';

alter table tag
  add column connection_group_id int references connection_group,
  add column factor double precision not null default 1 check (factor <> 0),
  add column value_offset double precision not null default 0;
create unique index tag_source_of_group on tag (connection_group_id, source) where connection_group_id is not null;
comment on column tag.connection_group_id is 'Connections that feed it by its source; null: none does.';
comment on column tag.factor is 'value = factor x delivered + value_offset.';

create table connection_source (
  connection_group_id int not null references connection_group on delete cascade,
  source text not null,
  first_seen timestamptz(3) not null default now(),
  last_seen timestamptz(3) not null default now(),
  last_time timestamptz(3) not null,
  last_value double precision,
  is_ignored boolean not null default false,
  primary key (connection_group_id, source)
);
comment on table connection_source is 'Sources that delivered points and feed no tag.';
comment on column connection_source.last_time is 'Source time of the latest point.';

create table tag_gap (
  tag_id int not null references tag on delete cascade,
  begins timestamptz(3) not null,
  ends timestamptz(3) not null,
  primary key (tag_id, begins)
);
comment on table tag_gap is 'Ranges for which the other system has no history, so that points are missing for good.';
