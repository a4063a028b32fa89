-- Counts the changes of what a protection's evaluation depends on, whoever makes them, so that what was
-- compiled or saved under an earlier definition is told apart.

alter table protection
  add column definition_version int not null default 1,
  -- Older states of the engine, for points that come late, as JSON; `tracking` holds the newest.
  add column checkpoints text;

create function count_definition_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update protection set definition_version = definition_version + 1 where id = old.protection_id;
  end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.protection_id <> old.protection_id) then
    update protection set definition_version = definition_version + 1 where id = new.protection_id;
  end if;
  return null;
end $$;

create trigger threshold_changes_definition after insert or update or delete on threshold
  for each row execute function count_definition_change();
create trigger input_changes_definition after insert or update or delete on protection_input
  for each row execute function count_definition_change();

create function count_own_definition_change() returns trigger language plpgsql as $$
begin
  new.definition_version := old.definition_version + 1;
  return new;
end $$;

create trigger protection_changes_definition
  before update of type, default_level, start_date, settings on protection
  for each row
  when ((old.type, old.default_level, old.start_date, old.settings)
    is distinct from (new.type, new.default_level, new.start_date, new.settings))
  execute function count_own_definition_change();

-- Evaluation updates rows in place, without touching the indexes, while there is room beside them.
alter table protection set (fillfactor = 60);
