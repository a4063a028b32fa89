-- Records the periods in which protections are shelved. A new time, reason or user updates the open row.
create or replace function keep_shelving() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- The job that ends shelving may run some seconds late.
    update protection_state set end_at = greatest(begin_at, least(now(), old.until))
    where protection_id = old.protection_id and state = 'shelved' and end_at is null;
  else
    insert into protection_state (protection_id, state, begin_at, planned_end_at, reason, user_id)
    values (new.protection_id, 'shelved', new.since, new.until, new.reason, new.user_id)
    on conflict (protection_id, state) where end_at is null do update set planned_end_at = excluded.planned_end_at,
      reason = excluded.reason, user_id = excluded.user_id;
  end if;
  return null;
end $$;
create or replace trigger shelving_is_kept after insert or update or delete on shelving
  for each row execute function keep_shelving();

-- Records the periods in which protections are silent.
create or replace function keep_silence() returns trigger language plpgsql as $$
begin
  if new.silent_since is null then
    update protection_state set end_at = greatest(begin_at, now())
    where protection_id = new.id and state = 'silent' and end_at is null;
  else
    insert into protection_state (protection_id, state, begin_at) values (new.id, 'silent', new.silent_since)
    on conflict (protection_id, state) where end_at is null do nothing;
  end if;
  return null;
end $$;
create or replace trigger silence_is_kept after update of silent_since on protection
  for each row when ((old.silent_since is null) <> (new.silent_since is null)) execute function keep_silence();
