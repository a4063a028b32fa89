-- Marked ranges belong to the twin, with the failure mode and the time of the failure where they are known.
alter table marked_range
  add column twin_id int references twin on delete cascade,
  add column failure_mode_id int references failure_mode on delete set null,
  add column failed_at timestamptz(3),
  add check (failed_at > start_at and failed_at <= end_at);
update marked_range set twin_id = protection.twin_id from protection where protection.id = marked_range.protection_id;
-- The same range may have been marked for several protections of a twin.
delete from marked_range using marked_range as earlier
where earlier.twin_id = marked_range.twin_id and earlier.start_at = marked_range.start_at
  and earlier.end_at = marked_range.end_at and earlier.note = marked_range.note and earlier.id < marked_range.id;
alter table marked_range drop column protection_id, alter column twin_id set not null;
create index marked_range_twin on marked_range (twin_id, start_at);
create index marked_range_failure_mode on marked_range (failure_mode_id);
comment on column marked_range.failure_mode_id is 'Null: not known; the range counts for every protection of the twin.';
comment on column marked_range.failed_at is 'Time of the failure, after the start and up to the end; null where it is not known.';
