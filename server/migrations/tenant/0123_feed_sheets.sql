-- The sheet of the tags that a connection feeds: how its last export ended, and what becomes of the rows of its imports.

alter table connection_state
  add column tags_exported_at timestamptz(3),
  add column tags_exported int,
  add column tags_export_error text;
comment on column connection_state.tags_exported_at is 'When the sheet of its tags was asked for last; null: it never was.';
comment on column connection_state.tags_exported is 'Tags in that sheet; null: there is none, as the export failed.';
comment on column connection_state.tags_export_error is 'Why the export failed; null: it did not.';

create table feed_import_row (
  command_id uuid not null references command on delete cascade,
  line int not null,
  action text not null check (action in ('create', 'update', 'unchanged', 'error')),
  name text not null,
  source text not null,
  message text,
  primary key (command_id, line)
);
create index feed_import_row_action on feed_import_row (command_id, action, line);
comment on table feed_import_row is 'The result of each row of an imported sheet of the tags that a connection feeds.';
comment on column feed_import_row.line is 'From 1, that of the heading included.';
comment on column feed_import_row.name is 'Of the tag.';
comment on column feed_import_row.message is 'Why the row is refused; null for others.';
