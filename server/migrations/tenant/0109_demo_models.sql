-- The demo makes a twin model.
alter table demo_record drop constraint demo_record_kind_check;
alter table demo_record add constraint demo_record_kind_check check (kind in (
  'asset', 'twin', 'tag', 'input', 'protection', 'failure mode', 'activity', 'marked range', 'work', 'record', 'record type',
  'risk analysis', 'query', 'dashboard', 'twin model'));
