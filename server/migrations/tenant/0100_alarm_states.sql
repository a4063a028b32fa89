-- When protections were shelved and when they were silent, for the figures of alarm performance.

create table protection_state (
  id bigint generated always as identity primary key,
  protection_id int not null references protection on delete cascade,
  state text not null check (state in ('shelved', 'silent')),
  begin_at timestamptz not null,
  end_at timestamptz check (end_at >= begin_at),
  planned_end_at timestamptz,
  reason text,
  user_id int references app_user on delete set null
);
create unique index protection_state_open on protection_state (protection_id, state) where end_at is null;
create index protection_state_protection on protection_state (protection_id, state, begin_at);
create index protection_state_time on protection_state (state, begin_at);
create index protection_state_user on protection_state (user_id);
comment on column protection_state.begin_at is 'Of silence: since when the inputs were stale.';
comment on column protection_state.end_at is 'Null while it lasts; of silence: when evaluation met data again.';
comment on column protection_state.planned_end_at is 'Of a shelving: until when it was shelved.';
comment on column protection_state.reason is 'Of a shelving.';
comment on column protection_state.user_id is 'Who shelved it; null after the user was deleted.';

-- One row.
create table protection_state_start (
  singleton boolean primary key default true check (singleton),
  known_since timestamptz not null default now()
);
comment on column protection_state_start.known_since is 'What ended before it is not kept.';

insert into protection_state_start default values;
insert into protection_state (protection_id, state, begin_at, planned_end_at, reason, user_id)
select protection_id, 'shelved', since, until, reason, user_id from shelving;
insert into protection_state (protection_id, state, begin_at)
select id, 'silent', silent_since from protection where silent_since is not null;
