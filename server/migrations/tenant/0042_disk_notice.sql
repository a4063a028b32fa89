-- When the disk of the database was last full, as administrators were notified: at most one row.
create table disk_notice (
  only_row boolean primary key default true check (only_row),
  from_at timestamptz(3) not null,
  until_at timestamptz(3) not null
);
