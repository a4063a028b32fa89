-- Second factors of sign-in.

create table totp_factor (
  user_id int primary key references app_user on delete cascade,
  -- Sealed by the server's key
  secret text not null,
  -- The time step (RFC 6238) of the last accepted code: no code is accepted twice
  last_step bigint not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);

create table passkey (
  id int generated always as identity primary key,
  user_id int not null references app_user on delete cascade,
  name text not null,
  -- The host name that it works for (WebAuthn: relying party id)
  host text not null,
  -- base64url, as browsers name it
  credential_id text not null unique,
  -- COSE
  public_key bytea not null,
  -- The authenticator's signature counter; one that goes back betrays a copy
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkey_user on passkey (user_id);

-- Unused codes only: a code is deleted when it is used.
create table recovery_code (
  user_id int not null references app_user on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Sign-ins that wait for their second factor, and factors that wait for confirmation. Only a hash of what the
-- browser holds is kept.
create table second_factor_challenge (
  id_hash bytea primary key,
  user_id int not null references app_user on delete cascade,
  kind text not null check (kind in ('sign-in', 'totp', 'passkey')),
  data jsonb not null,
  -- How many answers were tried
  attempts int not null default 0,
  expires_at timestamptz(3) not null
);
create index second_factor_challenge_expires on second_factor_challenge (expires_at);
