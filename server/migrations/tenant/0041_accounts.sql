-- Failed sign-ins, by what they have in common: a user name at an address ('pair'), a user name at any address
-- ('name'), an address with any user name ('address'). What does not apply is empty.
create table sign_in_failure (
  kind text not null check (kind in ('pair', 'name', 'address')),
  -- In lower case.
  user_name text not null,
  address text not null,
  failures int not null default 0,
  last_at timestamptz(3) not null default now(),
  -- Until when further attempts are refused.
  blocked_until timestamptz(3),
  primary key (kind, user_name, address)
);
create index sign_in_failure_user_name on sign_in_failure (user_name) where user_name <> '';
create index sign_in_failure_last_at on sign_in_failure (last_at);

-- Addresses from which a user has signed in: failures elsewhere do not hold up the user there.
create table sign_in_address (
  user_id int not null references app_user on delete cascade,
  address text not null,
  last_at timestamptz(3) not null default now(),
  primary key (user_id, address)
);
create index sign_in_address_last_at on sign_in_address (last_at);

-- E-mail addresses that users have entered and are to confirm; only the hash of a token is kept.
create table email_change (
  user_id int primary key references app_user on delete cascade,
  token_hash bytea not null unique,
  email text not null,
  expires_at timestamptz(3) not null
);
