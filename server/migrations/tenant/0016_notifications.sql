-- What users are told, and what is still to be told.

-- What evaluation met, until a job has told of it: written in the transaction that stores the evaluation.
create table notification_event (
  id bigint generated always as identity primary key,
  protection_id int not null references protection on delete cascade,
  threshold_id int not null references threshold on delete cascade,
  direction text not null check (direction in ('enter', 'exit')),
  at timestamptz(3) not null,
  -- The threshold's action that fired, as it was then; null for an excursion of a twin with subscribers
  action jsonb
);

-- Whoever adds to a user's holds the advisory lock of that user until the end of the transaction: so ids
-- become visible in their order, and who has seen one has seen all before it.
create table notification (
  id bigint generated always as identity primary key,
  user_id int not null references app_user on delete cascade,
  twin_id int references twin on delete set null,
  source_type text not null,
  type text not null,
  message text not null,
  url text,
  -- A new one of the same grouping replaces the one before
  grouping text,
  group_count int not null default 1,
  read boolean not null default false,
  -- False for one that only goes into a mail
  in_app boolean not null,
  time_stamp timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index notification_user on notification (user_id, id);
create index notification_grouping on notification (user_id, grouping) where grouping is not null;
create index notification_unread on notification (user_id) where in_app and not read;

-- The next mail that sums up, for whom wants one: of what came since, up to when it is due.
create table notification_aggregate (
  user_id int not null references app_user on delete cascade,
  period text not null check (period in ('daily', 'weekly')),
  since timestamptz(3) not null,
  due_at timestamptz(3) not null,
  primary key (user_id, period)
);
