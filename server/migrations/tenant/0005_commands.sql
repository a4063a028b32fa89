-- Long calls, and the processes that carry them out.

create table command (
  id uuid primary key default gen_random_uuid(),
  type text not null,
  target_type text not null,
  target_id text not null,
  target_name text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'error', 'canceled')),
  percent smallint not null default 0 check (percent between 0 and 100),
  input jsonb not null default '{}',
  result jsonb,
  error text,
  cancel_requested boolean not null default false,
  created_by int references app_user on delete set null,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3)
);
create index command_created on command (created_at desc);

-- A worker of the job queue and the advisory lock that its process holds while it lives: the jobs of a
-- worker whose lock is free are free too.
create table job_worker (
  worker_id text primary key,
  process_key bigint not null,
  started_at timestamptz(3) not null default now()
);

-- An uploaded file in pieces, until its import is done: any process can carry the import out. The import's
-- command, which comes after the last piece, names the file.
create table import_piece (
  file_id uuid not null,
  position int not null,
  data bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (file_id, position)
);
create index import_piece_created on import_piece (created_at);
alter table import_piece alter column data set storage external;

create table import_refused_row (
  command_id uuid not null references command on delete cascade,
  line bigint not null,
  reason text not null,
  primary key (command_id, line)
);
