-- Packages: what a check found, and imports with what takes them back.

create table package_row (
  command_id uuid not null references command on delete cascade,
  position int not null,
  kind text not null,
  key text not null,
  action text not null check (action in ('create', 'update', 'skip', 'conflict')),
  differences jsonb not null default '[]',
  message text,
  primary key (command_id, position)
);
comment on table package_row is 'What an import would do with each record of a package that was checked.';
comment on column package_row.key is 'Natural key.';
comment on column package_row.differences is 'Of an update, path and both values of each.';
comment on column package_row.message is 'Why the record is in conflict.';

create table package_import (
  id int generated always as identity primary key,
  command_id uuid not null unique,
  file_name text not null,
  source text not null,
  public_key text,
  imported_at timestamptz(3) not null default now(),
  imported_by int references app_user on delete set null,
  created int not null,
  updated int not null,
  inverse bytea not null,
  after jsonb not null,
  rolled_back_at timestamptz(3),
  rolled_back_by int references app_user on delete set null
);
create index package_import_imported_by on package_import (imported_by);
create index package_import_rolled_back_by on package_import (rolled_back_by);
comment on table package_import is 'Imports of packages.';
comment on column package_import.command_id is 'The command that made it, which may be gone.';
comment on column package_import.source is 'Name of the database that the package was made in.';
comment on column package_import.public_key is 'By which it was signed, DER (SPKI), base64; null: it was not signed.';
comment on column package_import.inverse is 'The package that takes it back.';
comment on column package_import.after is 'SHA-256 of each record that it wrote, by kind and key, as it was afterwards.';
