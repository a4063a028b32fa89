alter table record_reminder add column type_id int references record_type on delete cascade;
update record_reminder set type_id = record.type_id from record where record.id = record_id;
alter table record_reminder
  alter column type_id set not null,
  drop constraint record_reminder_record_id_fkey,
  drop constraint record_reminder_pkey,
  add primary key (type_id, field, day, record_id, days_before);
comment on column record_reminder.record_id is
  'Id in the table of the type, without a foreign key: rows are deleted once their day is no longer looked at.';
