-- Saved queries, with their versions, favorites, and who runs them.

create table query (
  id int generated always as identity primary key,
  name text not null,
  description text not null default '',
  folder text not null default '',
  sharing text not null default 'private' check (sharing in ('private', 'tenant')),
  definition jsonb not null,
  source text not null,
  view text not null,
  owner_id int references app_user on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1
);
create index query_owner on query (owner_id);
comment on table query is 'Saved queries.';
comment on column query.folder is 'Folders inside one another are separated by /; empty: none.';
comment on column query.sharing is 'private: its owner runs it; tenant: everybody who may read records.';
comment on column query.source is 'Name of the type of its records, or series. Copied from the definition for lists.';
comment on column query.view is 'Copied from the definition for lists.';
comment on column query.version is 'Optimistic-lock version.';

create table query_version (
  query_id int not null references query on delete cascade,
  version int not null,
  name text not null,
  definition jsonb not null,
  saved_by int references app_user on delete set null,
  saved_at timestamptz not null default now(),
  primary key (query_id, version)
);
create index query_version_saved_by on query_version (saved_by);
comment on table query_version is 'The latest versions of each query.';

create table query_favorite (
  query_id int not null references query on delete cascade,
  user_id int not null references app_user on delete cascade,
  primary key (query_id, user_id)
);
create index query_favorite_user on query_favorite (user_id);

create table query_use (
  query_id int not null references query on delete cascade,
  user_id int not null references app_user on delete cascade,
  last_used_on date not null,
  primary key (query_id, user_id)
);
create index query_use_user on query_use (user_id);
comment on table query_use is 'The last day on which a user ran a query.';
