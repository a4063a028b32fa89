alter table record_search_due drop constraint record_search_due_record_id_fkey;
comment on column record_search_due.record_id is
  'Without a foreign key, which would be checked for each imported row; rows of deleted records go with the next run of the job.';
