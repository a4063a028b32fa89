-- Users, what they may do, and their sessions.

create table app_user (
  id int generated always as identity primary key,
  user_name text not null,
  email text,
  first_name text not null default '',
  last_name text not null default '',
  middle_name text not null default '',
  time_zone text not null default 'UTC',
  mobile_phone text,
  enabled boolean not null default true,
  "system_user" boolean not null default false,
  is_admin boolean not null default false,
  allow_direct_login boolean not null default true,
  external boolean not null default false,
  password_hash text,
  created_at timestamptz(3) not null default now()
);
-- User names are told apart without regard to case.
create unique index app_user_name on app_user (lower(user_name));

create table user_group (
  name text primary key,
  caption text not null
);
insert into user_group (name, caption) values
  ('VIEWERS', 'Viewers'),
  ('ADMINISTRATORS', 'Administrators'),
  ('SECURITY_ADMINISTRATORS', 'Security administrators'),
  ('EXTENSIBILITY_ADMINISTRATORS', 'Extensibility administrators'),
  ('DASHBOARD_MANAGERS', 'Dashboard managers'),
  ('LIST_MANAGERS', 'List managers'),
  ('CONNECTION_MANAGERS', 'Connection managers');

create table user_group_member (
  user_id int not null references app_user on delete cascade,
  group_name text not null references user_group on delete cascade,
  primary key (user_id, group_name)
);

-- Which kinds of record a user, or every member of a group, may write.
create table user_record_type (
  user_id int not null references app_user on delete cascade,
  record_type text not null,
  primary key (user_id, record_type)
);
create table group_record_type (
  group_name text not null references user_group on delete cascade,
  record_type text not null,
  primary key (group_name, record_type)
);

-- Only the hash of a session's id is kept: who reads the table cannot take a session over.
create table session (
  id_hash bytea primary key,
  user_id int not null references app_user on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index session_user_id on session (user_id);
create index session_expires on session (expires_at);
