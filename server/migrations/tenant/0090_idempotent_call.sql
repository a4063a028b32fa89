-- Calls that were sent with an Idempotency-Key: repeated, they answer the same and make nothing.

create table idempotent_call (
  user_id int not null references app_user on delete cascade,
  call text not null,
  key text not null,
  request_hash text not null,
  run uuid not null,
  started_at timestamptz(3) not null default now(),
  committed boolean not null default false,
  status int,
  answer text,
  primary key (user_id, call, key)
);
create index idempotent_call_started_at on idempotent_call (started_at);
comment on table idempotent_call is 'Calls with an Idempotency-Key, kept for a day.';
comment on column idempotent_call.call is 'Method and path as the contract has them.';
comment on column idempotent_call.request_hash is 
  'SHA-256 of the address and the body, sealed, as a body may have a password; of a form with a file, its length.';
comment on column idempotent_call.run is 'The attempt that may make something; another takes its place when it seems to be dead.';
comment on column idempotent_call.committed is 'Set in the transaction that makes something.';
comment on column idempotent_call.status is 'Of the answer; null while it runs.';
comment on column idempotent_call.answer is 'JSON, sealed, as it may have a token; null: it has not answered.';
