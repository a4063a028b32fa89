-- `definition_version` is incremented by every change that affects evaluation. Compiled or saved state of an earlier
-- definition is invalid.

-- Inserts are counted once per statement, since imports insert many rows at once. Custom plans: a generic plan for a
-- few rows of a small table is slow for blocks of a table that has grown in the same transaction.
create or replace function count_definition_additions() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  protections int[] := array(select protection_id from added);
begin
  update protection set definition_version = definition_version + 1 where id = any(protections);
  return null;
end $$;
create or replace trigger added_threshold_changes_definition after insert on threshold referencing new table as added
  for each statement execute function count_definition_additions();
create or replace trigger added_input_changes_definition after insert on protection_input referencing new table as added
  for each statement execute function count_definition_additions();
create or replace trigger added_alias_changes_definition after insert on protection_alias referencing new table as added
  for each statement execute function count_definition_additions();

create or replace function count_definition_change() returns trigger language plpgsql as $$
begin
  update protection set definition_version = definition_version + 1 where id = old.protection_id;
  if tg_op = 'UPDATE' and new.protection_id <> old.protection_id then
    update protection set definition_version = definition_version + 1 where id = new.protection_id;
  end if;
  return null;
end $$;
create or replace trigger threshold_changes_definition after delete or update of
  protection_id, position, name, alias, type, logic, level, log_excursion, on_delay, off_delay, deadband, actions on threshold
  for each row execute function count_definition_change();
create or replace trigger input_changes_definition after update or delete on protection_input
  for each row execute function count_definition_change();
create or replace trigger alias_changes_definition after update or delete on protection_alias
  for each row execute function count_definition_change();

create or replace function count_own_definition_change() returns trigger language plpgsql as $$
begin
  new.definition_version := old.definition_version + 1;
  return new;
end $$;
create or replace trigger protection_changes_definition
  before update of type, default_level, start_date on protection
  for each row
  when ((old.type, old.default_level, old.start_date) is distinct from (new.type, new.default_level, new.start_date))
  execute function count_own_definition_change();

create or replace function count_calculation_change() returns trigger language plpgsql as $$
begin
  update calculation set definition_version = definition_version + 1
  where tag_id = case tg_op when 'DELETE' then old.tag_id else new.tag_id end;
  return null;
end $$;
create or replace trigger input_changes_calculation after insert or update or delete on calculation_input
  for each row execute function count_calculation_change();

create or replace function count_own_calculation_change() returns trigger language plpgsql as $$
begin
  new.definition_version := old.definition_version + 1;
  return new;
end $$;
create or replace trigger logic_changes_calculation before update of logic on calculation
  for each row when (old.logic is distinct from new.logic) execute function count_own_calculation_change();
