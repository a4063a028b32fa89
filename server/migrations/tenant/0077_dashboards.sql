-- Dashboards, their versions, what groups start with, and displays that show dashboards without a sign-in.

create table dashboard (
  id int generated always as identity primary key,
  name text not null,
  description text not null default '',
  sharing text not null default 'private' check (sharing in ('private', 'tenant')),
  owner_id int references app_user on delete set null,
  content jsonb not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index dashboard_owner on dashboard (owner_id);
comment on column dashboard.sharing is 'tenant: everybody who may see the apps opens it.';
comment on column dashboard.owner_id is 'Null once the user is deleted.';
comment on column dashboard.content is 'Variables, range and cards.';
comment on column dashboard.version is 'Optimistic-lock version.';

create table dashboard_version (
  dashboard_id int not null references dashboard on delete cascade,
  version int not null,
  name text not null,
  content jsonb not null,
  saved_at timestamptz not null default now(),
  saved_by int references app_user on delete set null,
  primary key (dashboard_id, version)
);
create index dashboard_version_saved_by on dashboard_version (saved_by);

create table group_dashboard (
  group_name text primary key references user_group on update cascade on delete cascade,
  dashboard text not null
);
comment on table group_dashboard is 'The dashboard that the members of a group start with.';
comment on column group_dashboard.dashboard is 'Id, or the name of a dashboard of the product.';

create table display (
  id int generated always as identity primary key,
  name text not null,
  token_hash bytea not null unique,
  user_id int not null references app_user on delete cascade,
  dashboards text[] not null,
  seconds int not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_seen_at timestamptz
);
create index display_user on display (user_id);
comment on column display.token_hash is 'SHA-256 of its token.';
comment on column display.user_id is 'Made it; the display has their rights.';
comment on column display.dashboards is 'Ids, or names of dashboards of the product.';
comment on column display.seconds is 'How long each dashboard is shown.';
comment on column display.last_seen_at is 'To the hour; null for one that was never opened.';
