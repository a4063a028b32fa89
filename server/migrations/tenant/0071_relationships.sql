-- Relationships between types of record, the links between records, and structures: relationships that make a tree.

-- Foreign keys name a type with its name, and a record with its type.
alter table record_type add constraint record_type_id_name unique (id, name);
drop index record_of_type;
alter table record add constraint record_of_type unique (type_id, id);

create table relationship (
  id int generated always as identity primary key,
  name text not null,
  caption text not null,
  description text not null default '',
  from_type_id int not null,
  from_type text not null,
  to_type_id int not null,
  to_type text not null,
  cardinality text not null check (cardinality in ('one-one', 'one-many', 'many-many')),
  from_caption text not null,
  to_caption text not null,
  from_on_delete text not null check (from_on_delete in ('block', 'unlink')),
  to_on_delete text not null check (to_on_delete in ('block', 'unlink')),
  standard boolean not null default false,
  version int not null default 1,
  foreign key (from_type_id, from_type) references record_type (id, name),
  foreign key (to_type_id, to_type) references record_type (id, name),
  unique (id, cardinality),
  unique (id, from_type_id, from_type, to_type_id, to_type, cardinality)
);
create index relationship_from_type on relationship (from_type_id);
create index relationship_to_type on relationship (to_type_id);
create unique index relationship_name on relationship (lower(name));
comment on column relationship.name is 'Identifier.';
comment on column relationship.from_type is 'Name of the record type.';
comment on column relationship.to_type is 'Name of the record type.';
comment on column relationship.cardinality is 'one-many: a record of to_type is linked to at most one of from_type.';
comment on column relationship.from_caption is 'Heads the linked records on a record of from_type.';
comment on column relationship.to_caption is 'Heads the linked records on a record of to_type.';
comment on column relationship.from_on_delete is 'What happens when a linked record of from_type is deleted.';
comment on column relationship.to_on_delete is 'What happens when a linked record of to_type is deleted.';
comment on column relationship.standard is 'Part of the product, and locked.';
comment on column relationship.version is 'Optimistic-lock version.';

-- The types and the cardinality are copied from the relationship and kept equal by the foreign key: so the checks and
-- unique indexes hold whatever a relationship is changed to.
create table record_link (
  id int generated always as identity primary key,
  relationship_id int not null,
  from_type_id int not null,
  from_type text not null,
  to_type_id int not null,
  to_type text not null,
  cardinality text not null,
  from_asset_id int references asset on delete cascade,
  from_twin_id int references twin on delete cascade,
  from_tag_id int references tag on delete cascade,
  from_work_id int references work on delete cascade,
  from_advisory_id int references advisory on delete cascade,
  from_failure_mode_id int references failure_mode on delete cascade,
  from_protection_id int references protection on delete cascade,
  from_risk_analysis_id int references risk_analysis on delete cascade,
  from_activity_id int references activity on delete cascade,
  from_record_id int,
  to_asset_id int references asset on delete cascade,
  to_twin_id int references twin on delete cascade,
  to_tag_id int references tag on delete cascade,
  to_work_id int references work on delete cascade,
  to_advisory_id int references advisory on delete cascade,
  to_failure_mode_id int references failure_mode on delete cascade,
  to_protection_id int references protection on delete cascade,
  to_risk_analysis_id int references risk_analysis on delete cascade,
  to_activity_id int references activity on delete cascade,
  to_record_id int,
  from_id int not null generated always as (coalesce(
    from_asset_id, from_twin_id, from_tag_id, from_work_id, from_advisory_id,
    from_failure_mode_id, from_protection_id, from_risk_analysis_id, from_activity_id, from_record_id
  )) stored,
  to_id int not null generated always as (coalesce(
    to_asset_id, to_twin_id, to_tag_id, to_work_id, to_advisory_id,
    to_failure_mode_id, to_protection_id, to_risk_analysis_id, to_activity_id, to_record_id
  )) stored,
  created_at timestamptz not null default now(),
  foreign key (relationship_id, from_type_id, from_type, to_type_id, to_type, cardinality)
    references relationship (id, from_type_id, from_type, to_type_id, to_type, cardinality) on update cascade,
  foreign key (from_type_id, from_record_id) references record (type_id, id) on delete cascade,
  foreign key (to_type_id, to_record_id) references record (type_id, id) on delete cascade,
  constraint record_link_from check (
    num_nonnulls(from_asset_id, from_twin_id, from_tag_id, from_work_id, from_advisory_id,
      from_failure_mode_id, from_protection_id, from_risk_analysis_id, from_activity_id, from_record_id) = 1
    and case from_type
      when 'asset' then from_asset_id is not null
      when 'twin' then from_twin_id is not null
      when 'tag' then from_tag_id is not null
      when 'work' then from_work_id is not null
      when 'advisory' then from_advisory_id is not null
      when 'failure-mode' then from_failure_mode_id is not null
      when 'protection' then from_protection_id is not null
      when 'risk-analysis' then from_risk_analysis_id is not null
      when 'activity' then from_activity_id is not null
      else from_record_id is not null end),
  constraint record_link_to check (
    num_nonnulls(to_asset_id, to_twin_id, to_tag_id, to_work_id, to_advisory_id,
      to_failure_mode_id, to_protection_id, to_risk_analysis_id, to_activity_id, to_record_id) = 1
    and case to_type
      when 'asset' then to_asset_id is not null
      when 'twin' then to_twin_id is not null
      when 'tag' then to_tag_id is not null
      when 'work' then to_work_id is not null
      when 'advisory' then to_advisory_id is not null
      when 'failure-mode' then to_failure_mode_id is not null
      when 'protection' then to_protection_id is not null
      when 'risk-analysis' then to_risk_analysis_id is not null
      when 'activity' then to_activity_id is not null
      else to_record_id is not null end),
  constraint record_link_not_itself check (from_type <> to_type or from_id <> to_id)
);
create unique index record_link_once on record_link (relationship_id, from_id, to_id);
create unique index record_link_one_from on record_link (relationship_id, to_id) where cardinality <> 'many-many';
create unique index record_link_one_to on record_link (relationship_id, from_id) where cardinality = 'one-one';
create index record_link_to on record_link (relationship_id, to_id);
create index record_link_from_asset on record_link (from_asset_id) where from_asset_id is not null;
create index record_link_from_twin on record_link (from_twin_id) where from_twin_id is not null;
create index record_link_from_tag on record_link (from_tag_id) where from_tag_id is not null;
create index record_link_from_work on record_link (from_work_id) where from_work_id is not null;
create index record_link_from_advisory on record_link (from_advisory_id) where from_advisory_id is not null;
create index record_link_from_failure_mode on record_link (from_failure_mode_id) where from_failure_mode_id is not null;
create index record_link_from_protection on record_link (from_protection_id) where from_protection_id is not null;
create index record_link_from_risk_analysis on record_link (from_risk_analysis_id) where from_risk_analysis_id is not null;
create index record_link_from_activity on record_link (from_activity_id) where from_activity_id is not null;
create index record_link_from_record on record_link (from_type_id, from_record_id) where from_record_id is not null;
create index record_link_to_asset on record_link (to_asset_id) where to_asset_id is not null;
create index record_link_to_twin on record_link (to_twin_id) where to_twin_id is not null;
create index record_link_to_tag on record_link (to_tag_id) where to_tag_id is not null;
create index record_link_to_work on record_link (to_work_id) where to_work_id is not null;
create index record_link_to_advisory on record_link (to_advisory_id) where to_advisory_id is not null;
create index record_link_to_failure_mode on record_link (to_failure_mode_id) where to_failure_mode_id is not null;
create index record_link_to_protection on record_link (to_protection_id) where to_protection_id is not null;
create index record_link_to_risk_analysis on record_link (to_risk_analysis_id) where to_risk_analysis_id is not null;
create index record_link_to_activity on record_link (to_activity_id) where to_activity_id is not null;
create index record_link_to_record on record_link (to_type_id, to_record_id) where to_record_id is not null;
comment on column record_link.cardinality is 'Of the relationship.';
comment on column record_link.from_id is 'The id of the from side, whatever its type.';
comment on column record_link.to_id is 'The id of the to side, whatever its type.';

create table structure (
  id int generated always as identity primary key,
  name text not null,
  caption text not null,
  description text not null default '',
  standard boolean not null default false,
  version int not null default 1
);
create unique index structure_name on structure (lower(name));
comment on column structure.name is 'Identifier.';
comment on column structure.standard is 'Part of the product, and locked.';
comment on column structure.version is 'Optimistic-lock version.';

create table structure_relationship (
  structure_id int not null references structure on delete cascade,
  position int not null check (position >= 0),
  relationship_id int not null,
  cardinality text not null check (cardinality <> 'many-many'),
  primary key (structure_id, position),
  unique (structure_id, relationship_id),
  foreign key (relationship_id, cardinality) references relationship (id, cardinality) on update cascade
);
create index structure_relationship_relationship on structure_relationship (relationship_id);
comment on column structure_relationship.position is
  'From 0. A record that several relationships put below others stands where the first of them puts it.';
comment on column structure_relationship.cardinality is 'Of the relationship.';

-- The parent of an asset as the standard relationship and structure.
insert into relationship (name, caption, description, from_type_id, from_type, to_type_id, to_type, cardinality,
  from_caption, to_caption, from_on_delete, to_on_delete, standard)
select 'asset-location', 'Location of assets', 'In which location or asset an asset stands.', id, name, id, name,
  'one-many', 'Contains', 'Located in', 'block', 'unlink', true
from record_type where name = 'asset';
insert into structure (name, caption, description, standard)
values ('location', 'Location', 'Locations, and the equipment that stands in them.', true);
insert into structure_relationship (structure_id, position, relationship_id, cardinality)
select structure.id, 0, relationship.id, relationship.cardinality from structure, relationship;
insert into record_link
  (relationship_id, from_type_id, from_type, to_type_id, to_type, cardinality, from_asset_id, to_asset_id)
select relationship.id, from_type_id, from_type, to_type_id, to_type, cardinality, asset.parent_id, asset.id
from asset, relationship where asset.parent_id is not null;
