-- Service accounts: users that machines are, with tokens that expire.

alter table app_user add column is_service boolean not null default false;
comment on column app_user.is_service is 'A service account: signs in by no password, and is no user of the lists of users.';

create table service_account (
  user_id int primary key references app_user on delete cascade,
  description text not null default '',
  scopes text[] not null,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
comment on table service_account is 'What a service account is beside its user, who has its name, groups and record types.';
comment on column service_account.scopes is 'read, write, administer: what its tokens may do within its rights.';
comment on column service_account.created_by is 'User name.';
comment on column service_account.last_used_at is 'To the minute; null for one that never made a call.';

create table service_token (
  id int generated always as identity primary key,
  user_id int not null references service_account on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index service_token_user on service_token (user_id);
comment on table service_token is 'Tokens of service accounts: the newest, and for some hours the one before.';
comment on column service_token.token_hash is 'SHA-256 of the token.';
