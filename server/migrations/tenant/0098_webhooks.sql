-- Webhooks: what happens is sent to other systems, as signed messages.

create table webhook (
  id int generated always as identity primary key,
  name text not null,
  url text not null,
  events text[] not null,
  minimum_level smallint,
  twin_ids int[] not null default '{}',
  asset_ids int[] not null default '{}',
  secrets text,
  replaced_until timestamptz(3),
  is_paused boolean not null default false,
  is_stopped boolean not null default false,
  failing_since timestamptz(3),
  message text not null default '',
  last_delivered_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index webhook_name on webhook (lower(name));
comment on column webhook.secrets is 'JSON, sealed: the secret that signs, and the one before it.';
comment on column webhook.replaced_until is 'Until when the secret before signs, too.';
comment on column webhook.minimum_level is 'Null: every level.';
comment on column webhook.is_stopped is 'Paused by the product after a day of failures.';
comment on column webhook.failing_since is 'Of messages that were not taken; null: the last one was.';
comment on column webhook.message is 'Why it fails or was stopped.';

create table webhook_message (
  id int generated always as identity primary key,
  webhook_id int not null references webhook on delete cascade,
  key uuid not null default gen_random_uuid(),
  source text,
  type text not null,
  body text not null,
  state text not null default 'waiting',
  attempts int not null default 0,
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (webhook_id, source)
);
create index webhook_message_created on webhook_message (created_at);
comment on table webhook_message is 'Outbox and log of webhooks.';
comment on column webhook_message.key is 'By which the receiver tells messages apart; the same at every try.';
comment on column webhook_message.source is 'What is sent once, such as the begin of an excursion; null: anything.';
comment on column webhook_message.body is 'JSON, as it is signed and sent.';
comment on column webhook_message.state is 'waiting, delivered or failed.';

create table webhook_attempt (
  id int generated always as identity primary key,
  message_id int not null references webhook_message on delete cascade,
  at timestamptz(3) not null,
  milliseconds int not null,
  status int,
  answer text not null
);
create index webhook_attempt_message on webhook_attempt (message_id);
comment on table webhook_attempt is 'Tries to deliver messages.';
comment on column webhook_attempt.status is 'HTTP; null: there was no answer.';
comment on column webhook_attempt.answer is 'The begin of the answer, or why there was none.';
