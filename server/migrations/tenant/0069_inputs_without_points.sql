-- Inputs that never had a point count as stale since the protection was activated.
comment on column protection.stale_inputs is
  'Result of the last evaluation: the stale inputs, each {alias, since, hadPoints} with an ISO 8601 time.';
update protection set stale_inputs = (
  select jsonb_agg(input || '{"hadPoints": true}' order by position)
  from jsonb_array_elements(stale_inputs) with ordinality as stale (input, position))
where stale_inputs <> '[]';

-- Has the next round of evaluation store those that it did not count before.
update protection set next_change_at = now()
where active and id in (select protection_id from protection_alias where settings ? 'expectedInterval');
