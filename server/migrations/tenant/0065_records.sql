-- Record types with their fields, the records of custom types, and further fields of the system's own kinds.

create table record_type (
  id int generated always as identity primary key,
  name text not null,
  caption text not null,
  plural_caption text not null default '',
  description text not null default '',
  icon text not null default '',
  is_system boolean not null default false,
  restricted boolean not null default false,
  deprecated boolean not null default false,
  title_template text not null default '',
  states jsonb not null default '[]',
  transitions jsonb not null default '[]',
  fields jsonb not null default '[]',
  version int not null default 1
);
create unique index record_type_name on record_type (lower(name));
comment on table record_type is 'Types of records: the system''s own, whose own fields are fixed, and custom ones.';
comment on column record_type.name is 'Identifier; case is kept, and ignored where names are compared.';
comment on column record_type.restricted is 'Whether only users who have the type assigned read its records.';
comment on column record_type.deprecated is 'Takes no new records.';
comment on column record_type.title_template is '{name} stands for the value of a field; empty for the first text.';
comment on column record_type.states is 'The first is that of a new record; empty where the type has no states.';
comment on column record_type.fields is 'Definitions in the order of the form; of a system type its further fields.';
comment on column record_type.version is 'Optimistic-lock version.';

insert into record_type (name, caption, plural_caption, is_system) values
  ('asset', 'Asset', 'Assets', true),
  ('twin', 'Twin', 'Twins', true),
  ('tag', 'Tag', 'Tags', true),
  ('protection', 'Protection', 'Protections', true),
  ('advisory', 'Advisory', 'Advisories', true),
  ('risk-analysis', 'Risk analysis', 'Risk analyses', true),
  ('work', 'Work', 'Work', true),
  ('failure-mode', 'Failure mode', 'Failure modes', true),
  ('activity', 'Activity', 'Activities', true);

create table record (
  id int generated always as identity primary key,
  type_id int not null references record_type,
  title text not null,
  state text,
  fields jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  created_by int,
  updated_at timestamptz(3) not null default now(),
  updated_by int,
  version int not null default 1
);
create index record_of_type on record (type_id, id);
-- In the order of lists, so that they read a page in either direction.
create index record_title on record (type_id, title nulls first, id);
create index record_updated on record (type_id, updated_at nulls first, id);
create index record_state on record (type_id, state, id) where state is not null;
comment on table record is
  'Records of custom types. Fields that lists filter by have a partial index each, made by a job.';
comment on column record.title is 'Names the record; made from the title template of its type.';
comment on column record.fields is 'Values by the names of their fields; a field without a value is absent.';
comment on column record.created_by is 'User id without a foreign key, which would be checked for each imported row.';
comment on column record.updated_by is 'User id, as created_by.';
comment on column record.version is 'Optimistic-lock version.';

create table record_attachment (
  id int generated always as identity primary key,
  record_id int not null references record on delete cascade,
  field text,
  name text not null,
  type text not null,
  size int not null,
  data bytea not null,
  user_id int references app_user on delete set null,
  created_at timestamptz(3) not null default now()
);
create index record_attachment_record on record_attachment (record_id, id);
comment on column record_attachment.field is 'Name of a field of kind attachment; null for the record itself.';
comment on column record_attachment.size is 'Bytes.';

create table record_number (
  type_id int not null references record_type on delete cascade,
  field text not null,
  period text not null,
  last int not null,
  primary key (type_id, field, period)
);
comment on table record_number is 'The last number of each auto-number field; its row lock keeps numbers unique.';
comment on column record_number.period is 'Year or month in which the numbers count, as in 2026-03; empty where they never start again.';

create table record_reminder (
  record_id int not null references record on delete cascade,
  field text not null,
  day date not null,
  days_before int not null,
  primary key (record_id, field, day, days_before)
);
comment on table record_reminder is 'Reminders that were sent: each is sent once for a date.';

create table record_search_due (
  record_id int primary key references record on delete cascade
);
comment on table record_search_due is 'Records whose search entries a job has to write: those of imports and changes of many.';

create table record_import_row (
  command_id uuid not null references command on delete cascade,
  line int not null,
  action text not null check (action in ('create', 'update', 'unchanged', 'error')),
  title text not null,
  message text,
  primary key (command_id, line)
);

alter table asset add column fields jsonb not null default '{}';
alter table twin add column fields jsonb not null default '{}';
alter table tag add column fields jsonb not null default '{}';
alter table protection add column fields jsonb not null default '{}';
alter table advisory add column fields jsonb not null default '{}';
alter table risk_analysis add column fields jsonb not null default '{}';
alter table work add column fields jsonb not null default '{}';
alter table failure_mode add column fields jsonb not null default '{}';
alter table activity add column fields jsonb not null default '{}';
comment on column asset.fields is 'Values of further fields by their names.';
comment on column twin.fields is 'Values of further fields by their names.';
comment on column tag.fields is 'Values of further fields by their names.';
comment on column protection.fields is 'Values of further fields by their names.';
comment on column advisory.fields is 'Values of further fields by their names.';
comment on column risk_analysis.fields is 'Values of further fields by their names.';
comment on column work.fields is 'Values of further fields by their names.';
comment on column failure_mode.fields is 'Values of further fields by their names.';
comment on column activity.fields is 'Values of further fields by their names.';
