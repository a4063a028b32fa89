-- The inputs that a protection was given, with their settings, and what else an editor of protections keeps.

alter table protection
  -- Counts up with every change, so that nobody overwrites one that they have not seen.
  add column version int not null default 1,
  -- What changed since the last evaluation.
  add column dirty_flags text[] not null default '{}';

-- Which aliases of its twin a protection reads: those chosen for it, and those that its logic names.
create table protection_alias (
  protection_id int not null references protection on delete cascade,
  tag_alias_id int not null references tag_alias on delete cascade,
  -- How often it is expected; empty for an alias without settings
  settings jsonb not null default '{}',
  primary key (protection_id, tag_alias_id)
);
create index protection_alias_alias on protection_alias (tag_alias_id);

insert into protection_alias (protection_id, tag_alias_id, settings)
select protection.id, tag_alias.id, coalesce(protection.settings -> tag_alias.name, '{}')
from protection join tag_alias on tag_alias.twin_id = protection.twin_id
where protection.settings ? tag_alias.name
  or exists (
    select from protection_input
    where protection_id = protection.id and alias = tag_alias.name)
  or exists (
    select from threshold
    where protection_id = protection.id and position('[' || tag_alias.name || ']' in logic) > 0);

create trigger alias_changes_definition after insert or update or delete on protection_alias
  for each row execute function count_definition_change();

drop trigger protection_changes_definition on protection;
alter table protection drop column settings;
create trigger protection_changes_definition
  before update of type, default_level, start_date on protection
  for each row
  when ((old.type, old.default_level, old.start_date) is distinct from (new.type, new.default_level, new.start_date))
  execute function count_own_definition_change();

-- Two thresholds may swap their names in one change.
alter table threshold
  drop constraint threshold_protection_id_name_key,
  add constraint threshold_protection_id_name_key unique (protection_id, name) deferrable initially deferred;

-- The activity protections of a twin count from its start date, but for those with one of their own.
create function count_twin_start_change() returns trigger language plpgsql as $$
begin
  with counted as (
    update protection set definition_version = definition_version + 1
    where twin_id = new.id and type = 'activity' and start_date is null
    returning id
  )
  insert into evaluation_due (protection_id, since) select id, null from counted order by id
  on conflict (protection_id) do update set since = null;
  return null;
end $$;
create trigger start_changes_definition after update of start_date on twin
  for each row when (old.start_date is distinct from new.start_date) execute function count_twin_start_change();
