-- What needs too much work is set aside, so that the rest is evaluated.

alter table protection
  -- How often in succession its evaluation took more steps than it may.
  add column overruns smallint not null default 0,
  -- Since when it is not evaluated any more: it took too many steps three times. `error` says so.
  add column set_aside_at timestamptz(3);
create index protection_set_aside on protection (set_aside_at) where set_aside_at is not null;

alter table calculation
  add column overruns smallint not null default 0,
  add column set_aside_at timestamptz(3);

-- Of what is due, the longest waiting or least recently tried comes first.
alter table evaluation_due
  add column tried_at timestamptz,
  -- Names an evaluation that a process has in memory, evaluated up to `since`; it goes on in a later transaction.
  add column parked text,
  -- What `since` was before: another process begins there.
  add column parked_since bigint;
drop index evaluation_due_created;
create index evaluation_due_order on evaluation_due ((coalesce(tried_at, created_at)), protection_id);

alter table calculation_due add column tried_at timestamptz;
