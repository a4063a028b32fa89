-- What is set for the whole tenant, mails on their way, and the ways back for forgotten passwords.

create table system_setting (
  name text primary key,
  value jsonb not null
);

create table mail (
  id bigint generated always as identity primary key,
  -- Stays the same at every try, so that who gets it twice can tell.
  message_id uuid not null default gen_random_uuid(),
  recipient text not null,
  subject text not null,
  -- Null once a confidential mail was sent
  text text,
  -- Holds what only its recipient, and an administrator, may read
  confidential boolean not null,
  -- kept: there was no mail server to send it by
  status text not null default 'queued' check (status in ('queued', 'sent', 'kept', 'failed')),
  attempts int not null default 0,
  error text,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3)
);
create index mail_created on mail (created_at desc);

-- Only the hash of a token is kept: who reads the table cannot use it.
create table password_reset (
  token_hash bytea primary key,
  user_id int not null references app_user on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index password_reset_user on password_reset (user_id, created_at);
