-- Sessions as their user sees them, and what each user has set for themselves.

alter table session
  -- Names the session to its user; the id that opens it is known to nobody but its owner.
  add column public_id uuid not null default gen_random_uuid() unique,
  add column address text not null default '',
  add column user_agent text not null default '';

create table user_setting (
  user_id int not null references app_user on delete cascade,
  name text not null,
  value jsonb not null,
  primary key (user_id, name)
);
