-- Calculated tags: their logic, what it reads, and what evaluation keeps of them.

-- Count up with every change, so that nobody overwrites one that they have not seen.
alter table tag add column version int not null default 1;
alter table tag_alias add column version int not null default 1;

create table calculation (
  tag_id int primary key references tag on delete cascade,
  logic text not null default '',
  -- Counts the changes of what evaluation depends on, whoever makes them.
  definition_version int not null default 1,

  -- What the last evaluation left: the definition that the points are of, the engine's newest states as
  -- JSON with a token that names their saving, and older ones for points that come late.
  evaluated_version int,
  tracking text,
  tracking_token text,
  checkpoints text,
  error text,
  -- The command that is calculating all points anew; until it ends, new points of the inputs wait.
  recalculated_by uuid references command on delete set null
);
insert into calculation (tag_id) select id from tag where type = 'calculated';

-- What the logic reads, kept from the aliases that it names. The graph of these never has a cycle.
create table calculation_input (
  tag_id int not null references calculation on delete cascade,
  alias text not null,
  input_tag_id int not null references tag on delete cascade,
  primary key (tag_id, alias)
);
create index calculation_input_tag on calculation_input (input_tag_id);

-- Calculated tags whose inputs have points that were not evaluated yet, from the earliest of them on.
create table calculation_due (
  tag_id int primary key references calculation on delete cascade,
  -- Epoch milliseconds
  since bigint not null,
  created_at timestamptz not null default now()
);
create index calculation_due_created on calculation_due (created_at);

create function count_calculation_change() returns trigger language plpgsql as $$
begin
  update calculation set definition_version = definition_version + 1
  where tag_id = case tg_op when 'DELETE' then old.tag_id else new.tag_id end;
  return null;
end $$;
create trigger input_changes_calculation after insert or update or delete on calculation_input
  for each row execute function count_calculation_change();

create function count_own_calculation_change() returns trigger language plpgsql as $$
begin
  new.definition_version := old.definition_version + 1;
  return new;
end $$;
create trigger logic_changes_calculation before update of logic on calculation
  for each row when (old.logic is distinct from new.logic) execute function count_own_calculation_change();

-- The status of a tag asks for its latest commands.
create index command_target on command (target_type, target_id, created_at desc);
create index command_import_tag on command ((input ->> 'tagId'), created_at desc) where type = 'import-data-points';
