-- What became, or would become, of the rows of a file of tags.
create table tag_import_row (
  command_id uuid not null references command on delete cascade,
  line int not null,
  action text not null check (action in ('create', 'update', 'unchanged', 'error')),
  name text not null,
  caption text not null,
  message text,
  primary key (command_id, line)
);
create index tag_import_row_action on tag_import_row (command_id, action, line);
