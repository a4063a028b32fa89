-- Sign-ins by the identity provider that are under way: first on their way to it (pending), then on their
-- way to a session (ticket). Only hashes of what the browser holds are kept.
create table external_sign_in (
  key_hash bytea primary key,
  kind text not null check (kind in ('pending', 'ticket')),
  browser_hash bytea not null,
  data jsonb not null,
  expires_at timestamptz(3) not null
);
create index external_sign_in_expires on external_sign_in (expires_at);
