-- Which inputs live evaluation has found stale, and what has had no data for longer than expected.
alter table protection
  add column stale_inputs jsonb not null default '[]',
  add column silent_since timestamptz;
comment on column protection.stale_inputs is
  'Result of the last evaluation: the stale inputs, each {alias, since} with an ISO 8601 time.';
comment on column protection.silent_since is
  'Result of the last evaluation: since when every watched input is stale; null where one is not, or none is watched.';
alter table twin add column silent_since timestamptz;
comment on column twin.silent_since is
  'Since when the protections at its level are all silent; null where one is not. Written by evaluation only.';

-- Has the next round of evaluation store what earlier versions did not.
update protection set next_change_at = now()
where active and id in (select protection_id from protection_alias where settings ? 'expectedInterval');
