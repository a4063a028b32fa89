-- What tags a command writes to, what inputs are mapped to by the many, and how tags are looked for.

-- The tags whose points a command writes: an import tells how it stands of each of them.
create table command_tag (
  tag_id int not null references tag on delete cascade,
  command_id uuid not null references command on delete cascade,
  primary key (tag_id, command_id)
);
create index command_tag_command on command_tag (command_id);
insert into command_tag (tag_id, command_id)
  select tag.id, command.id from command join tag on tag.id::text = command.input ->> 'tagId'
  where command.type = 'import-data-points';
drop index command_import_tag;

-- An input of a calculated tag that was taken over from a twin goes where the twin's input goes.
alter table tag_alias add column follows_alias_id int references tag_alias on delete set null;
create index tag_alias_follows on tag_alias (follows_alias_id) where follows_alias_id is not null;
update tag_alias set follows_alias_id = followed.id
from asset_tag, twin, tag_alias as followed
where asset_tag.tag_id = tag_alias.calculated_tag_id
  and twin.asset_id = asset_tag.asset_id
  and followed.twin_id = twin.id
  and followed.name = tag_alias.name
  and followed.mapped_tag_id is not distinct from tag_alias.mapped_tag_id;

create index tag_alias_unmapped on tag_alias (twin_id) where mapped_tag_id is null and twin_id is not null;
create index tag_name_text on tag using gin (name gin_trgm_ops);

-- What a command maps, or would: one row an input. It outlives the input, so that the outcome can be read later.
create table alias_mapping (
  command_id uuid not null references command on delete cascade,
  alias_id int not null,
  alias_name text not null,
  twin_id int not null,
  asset_name text not null,
  old_tag_id int,
  old_tag_name text,
  new_tag_id int,
  new_tag_name text,
  -- 0 to 1; null where the tag was not found by likeness
  score real,
  -- Of the input: before the mapping while it is yet to be done, after it once it is.
  alias_version int not null,
  outcome text not null
    check (outcome in ('proposed', 'none', 'ambiguous', 'pending', 'mapped', 'changed', 'refused', 'undone')),
  message text,
  primary key (command_id, alias_id)
);
