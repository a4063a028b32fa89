-- Records of the system's own types take files in their further fields too. Each file belongs to one record, in the column
-- of its type.

alter table record_attachment alter column record_id drop not null;
alter table record_attachment
  add column asset_id int references asset on delete cascade,
  add column twin_id int references twin on delete cascade,
  add column tag_id int references tag on delete cascade,
  add column work_id int references work on delete cascade,
  add column advisory_id int references advisory on delete cascade,
  add column failure_mode_id int references failure_mode on delete cascade,
  add column protection_id int references protection on delete cascade,
  add column risk_analysis_id int references risk_analysis on delete cascade,
  add column activity_id int references activity on delete cascade;
alter table record_attachment add constraint record_attachment_one_record check (
  num_nonnulls(record_id, asset_id, twin_id, tag_id, work_id, advisory_id, failure_mode_id, protection_id,
    risk_analysis_id, activity_id) = 1);
alter table record_attachment add constraint record_attachment_field check (record_id is not null or field is not null);
create index record_attachment_asset on record_attachment (asset_id) where asset_id is not null;
create index record_attachment_twin on record_attachment (twin_id) where twin_id is not null;
create index record_attachment_tag on record_attachment (tag_id) where tag_id is not null;
create index record_attachment_work on record_attachment (work_id) where work_id is not null;
create index record_attachment_advisory on record_attachment (advisory_id) where advisory_id is not null;
create index record_attachment_failure_mode on record_attachment (failure_mode_id) where failure_mode_id is not null;
create index record_attachment_protection on record_attachment (protection_id) where protection_id is not null;
create index record_attachment_risk_analysis on record_attachment (risk_analysis_id) where risk_analysis_id is not null;
create index record_attachment_activity on record_attachment (activity_id) where activity_id is not null;
comment on column record_attachment.record_id is 'Record of a custom type; null for one of the system''s own types.';
