-- A row for each time that the disk was full: a process that reports late must not report the same time again.
alter table disk_notice drop column only_row, add primary key (from_at);
comment on table disk_notice is 'When the disk of the database was full, as administrators were notified: kept for 30 days.';
