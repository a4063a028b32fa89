-- What becomes of the rows of files of values of parameters.

create table parameter_import_row (
  command_id uuid not null references command on delete cascade,
  line int not null,
  action text not null check (action in ('create', 'update', 'unchanged', 'error')),
  asset_unique_id text not null,
  parameter text not null,
  message text,
  primary key (command_id, line)
);
create index parameter_import_row_action on parameter_import_row (command_id, action, line);
comment on table parameter_import_row is 'The result of each row of an imported file of values of parameters.';
comment on column parameter_import_row.line is 'From 1, that of the heading included.';
comment on column parameter_import_row.message is 'Why the row is refused; null for others.';
