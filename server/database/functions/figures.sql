-- The figures of number cards. The cards count with these functions, and the triggers below record changes with the
-- same functions, so that both agree.

-- Null counts as false. `coalesce` would prevent use of the index on levels.
create or replace function counts_above_zero(twin) returns boolean language sql immutable parallel safe as $$
  select $1.active and $1.level > 0 and $1.silent_since is null
$$;

create or replace function counts_as_silent(twin) returns boolean language sql immutable parallel safe as $$
  select $1.active and $1.silent_since is not null
$$;

-- Figures of protections. They count only if the twin is active too.
create or replace function counts_as_stale(protection) returns boolean language sql immutable parallel safe as $$
  select $1.active and $1.stale
$$;

create or replace function counts_as_failed(protection) returns boolean language sql immutable parallel safe as $$
  select $1.active and ($1.error is not null or $1.set_aside_at is not null)
$$;

create or replace function count_stale_inputs(protection) returns int language sql immutable parallel safe as $$
  select case when $1.active then jsonb_array_length($1.stale_inputs) else 0 end
$$;

create or replace function counts_as_overdue(advisory, timestamptz) returns boolean language sql immutable parallel safe as $$
  select $1.state = 'active' and $1.target_at < $2
$$;

create or replace function figures_of_protection(protection) returns table (figure text, count int)
language sql immutable parallel safe as $$
  values ('stale-protections', counts_as_stale($1)::int), ('failed-protections', counts_as_failed($1)::int),
    ('stale-inputs', count_stale_inputs($1))
$$;

create or replace function keep_protection_figures() returns trigger language plpgsql as $$
begin
  insert into figure_change (figure, twin_id, at, change)
  select figure, twin.id, now(), sum(step.change)
  from (
    select old.twin_id, figure, -count as change from figures_of_protection(old)
    union all select new.twin_id, figure, count from figures_of_protection(new)
  ) as step
  join twin on twin.id = step.twin_id and twin.active
  group by figure, twin.id having sum(step.change) <> 0;
  return null;
end $$;
create or replace trigger figures_of_added_protection_are_kept after insert on protection
  for each row when (counts_as_stale(new) or counts_as_failed(new) or count_stale_inputs(new) > 0)
  execute function keep_protection_figures();
create or replace trigger figures_of_protection_are_kept
  after update of twin_id, active, stale, error, set_aside_at, stale_inputs on protection
  for each row when ((old.twin_id, counts_as_stale(old), counts_as_failed(old), count_stale_inputs(old))
    is distinct from (new.twin_id, counts_as_stale(new), counts_as_failed(new), count_stale_inputs(new)))
  execute function keep_protection_figures();
create or replace trigger figures_of_removed_protection_are_kept after delete on protection
  for each row when (counts_as_stale(old) or counts_as_failed(old) or count_stale_inputs(old) > 0)
  execute function keep_protection_figures();

create or replace function keep_twin_figures() returns trigger language plpgsql as $$
begin
  insert into figure_change (figure, twin_id, at, change)
  select figure, new.id, now(), step.change
  from (values
    ('twins-above-zero', counts_above_zero(old), counts_above_zero(new)),
    ('silent-twins', counts_as_silent(old), counts_as_silent(new))
  ) as counted (figure, before, after),
  lateral (select coalesce(after::int, 0) - coalesce(before::int, 0) as change) as step
  where step.change <> 0;
  if old.active <> new.active then
    -- A no-op update. It makes a concurrent evaluation with an older snapshot fail and retry, instead of recording
    -- changes for the previous state of the twin.
    with counted as (
      update protection set active = active where twin_id = new.id returning protection
    )
    insert into figure_change (figure, twin_id, at, change)
    select figure, new.id, now(), case when new.active then sum(count) else -sum(count) end
    from counted, figures_of_protection(counted.protection) group by figure having sum(count) <> 0;
  end if;
  return null;
end $$;
create or replace trigger figures_of_added_twin_are_kept after insert on twin
  for each row when (counts_above_zero(new) or counts_as_silent(new)) execute function keep_twin_figures();
create or replace trigger figures_of_twin_are_kept after update of active, level, silent_since on twin
  for each row when ((old.active, counts_above_zero(old), counts_as_silent(old))
    is distinct from (new.active, counts_above_zero(new), counts_as_silent(new)))
  execute function keep_twin_figures();

-- An advisory becomes overdue at its target date. The change is recorded in advance with that date. If the advisory
-- changes before, a change with the same date cancels it.
create or replace function keep_overdue() returns trigger language plpgsql as $$
begin
  insert into figure_change (figure, twin_id, at, change)
  select 'overdue-advisories', twin.id, greatest(step.target_at, now()), step.change
  from (
    select old.twin_id, old.target_at, -1 as change where counts_as_overdue(old, 'infinity')
    union all select new.twin_id, new.target_at, 1 where counts_as_overdue(new, 'infinity')
  ) as step
  join twin on twin.id = step.twin_id;
  return null;
end $$;
create or replace trigger added_overdue_is_kept after insert on advisory
  for each row when (counts_as_overdue(new, 'infinity')) execute function keep_overdue();
create or replace trigger overdue_is_kept after update of twin_id, state, target_at on advisory
  for each row when ((old.twin_id, old.target_at, counts_as_overdue(old, 'infinity'))
    is distinct from (new.twin_id, new.target_at, counts_as_overdue(new, 'infinity')))
  execute function keep_overdue();
create or replace trigger removed_overdue_is_kept after delete on advisory
  for each row when (counts_as_overdue(old, 'infinity')) execute function keep_overdue();

-- Runs after the protections and advisories of the twins are deleted.
create or replace function delete_figure_changes() returns trigger language plpgsql as $$
begin
  delete from figure_change where twin_id in (select id from removed);
  return null;
end $$;
create or replace trigger figures_of_twin_go_with_it after delete on twin referencing old table as removed
  for each statement execute function delete_figure_changes();
