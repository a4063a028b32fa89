-- Twin models with their versions, parameters of twins, and the commands that put models on assets and upgrade twins.

create table twin_model (
  id int generated always as identity primary key,
  name text not null,
  description text not null default '',
  active boolean not null default true,
  taxonomy_id int references taxonomy on delete set null,
  author text not null default '',
  manufacturer text not null default '',
  model text not null default '',
  access_level text not null default 'private' check (access_level in ('private', 'tenant', 'shared')),
  is_starter boolean not null default false,
  created_by int references app_user on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1
);
create unique index twin_model_name on twin_model (lower(name));
create index twin_model_taxonomy on twin_model (taxonomy_id);
create index twin_model_created_by on twin_model (created_by);
comment on table twin_model is 'Models of the library: what twins of a class of asset are made of.';
comment on column twin_model.active is 'False: retired.';
comment on column twin_model.taxonomy_id is 'The category, class or type of asset that it is for.';
comment on column twin_model.model is 'Of the manufacturer.';
comment on column twin_model.is_starter is 'Loaded with the tenant.';
comment on column twin_model.created_by is 'Sees it while it is private. Null once the user is deleted.';
comment on column twin_model.version is 'Optimistic-lock version; counts changes of its draft too.';

create table twin_model_version (
  id int generated always as identity primary key,
  model_id int not null references twin_model on delete cascade,
  state text not null check (state in ('draft', 'published')),
  major int not null check (major >= 0),
  minor int not null check (minor >= 0),
  patch int not null check (patch >= 0),
  notes text not null default '',
  definition jsonb not null,
  published_at timestamptz(3),
  published_by int references app_user on delete set null,
  check ((state = 'published') = (published_at is not null))
);
create unique index twin_model_draft on twin_model_version (model_id) where state = 'draft';
create unique index twin_model_published on twin_model_version (model_id, major, minor, patch)
  where state = 'published';
create index twin_model_version_published_by on twin_model_version (published_by);
comment on column twin_model_version.definition is 'Never changed once it is published.';
comment on column twin_model_version.published_by is 'Null for a draft, or once the user is deleted.';

alter table twin add column model_version_id int references twin_model_version;
create index twin_model_version_of_twin on twin (model_version_id);
comment on column twin.model_version_id is 'The version of the model that it was made of or upgraded to; null without a model.';

alter table tag_alias add column model_part int;
alter table failure_mode add column model_part int;
alter table activity add column model_part int;
alter table protection add column model_part int;
alter table threshold add column model_part int;
alter table calculation add column model_part int;
comment on column tag_alias.model_part is 'Id of the part of the twin''s model; null for one of its own.';
comment on column failure_mode.model_part is 'Id of the part of the twin''s model; null for one of its own.';
comment on column activity.model_part is 'Id of the part of the twin''s model; null for one of its own.';
comment on column protection.model_part is 'Id of the part of the twin''s model; null for one of its own.';
comment on column threshold.model_part is 'Id of the part of the twin''s model; null for one of its own.';
comment on column calculation.model_part is 'Id of the part of the twin''s model; null for one of its own.';

create table twin_parameter (
  twin_id int not null references twin on delete cascade,
  name text not null,
  description text not null default '',
  kind text not null check (kind in ('number', 'interval')),
  unit text,
  value jsonb check (jsonb_typeof(value) in ('number', 'string')),
  model_part int,
  primary key (twin_id, name)
);
comment on table twin_parameter is 'Constants of a twin that its logic and texts name.';
comment on column twin_parameter.unit is 'UCUM code; null for an interval and a plain number.';
comment on column twin_parameter.value is 'A number, or a length of time as ISO 8601; null: it has none yet.';
comment on column twin_parameter.model_part is 'Id of the part of the twin''s model; null for one of its own.';

create table model_placement (
  command_id uuid not null references command on delete cascade,
  asset_id int not null references asset on delete cascade,
  outcome text not null check (outcome in ('proposed', 'has-twin', 'placed', 'refused', 'left-out')),
  message text,
  twin_id int references twin on delete set null,
  inputs jsonb not null default '[]',
  missing_parameters text[] not null default '{}',
  primary key (command_id, asset_id)
);
create index model_placement_asset on model_placement (asset_id);
create index model_placement_twin on model_placement (twin_id);
comment on table model_placement is 'What becomes of each asset that a command puts a model on.';
comment on column model_placement.inputs is 'Of each input its name, tag, score and problem.';

create table model_upgrade (
  command_id uuid not null references command on delete cascade,
  twin_id int not null references twin on delete cascade,
  from_version_id int not null references twin_model_version on delete cascade,
  to_version_id int not null references twin_model_version on delete cascade,
  taken int not null,
  kept int not null,
  conflicts int not null,
  outcome text not null check (
    outcome in ('proposed', 'conflict', 'upgraded', 'changed', 'refused', 'left-out', 'undone')
  ),
  message text,
  seen text not null,
  before jsonb,
  after text,
  primary key (command_id, twin_id)
);
create index model_upgrade_twin on model_upgrade (twin_id);
create index model_upgrade_from on model_upgrade (from_version_id);
create index model_upgrade_to on model_upgrade (to_version_id);
comment on table model_upgrade is 'What becomes of each twin that a command upgrades.';
comment on column model_upgrade.seen is 'Checksum of the twin''s definition when the upgrade was previewed.';
comment on column model_upgrade.before is 'The twin''s definition before the upgrade; null before it is applied.';
comment on column model_upgrade.after is 'Checksum of the twin''s definition after the upgrade: a twin that was changed since is not taken back.';
