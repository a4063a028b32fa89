-- That the figure of an alert could not be read, when and why.

alter table figure_alert
  add column failed_at timestamptz,
  add column failure text;
comment on column figure_alert.failed_at is 'When the last try to read the figure failed; null after it was read.';
comment on column figure_alert.failure is 'Why the last try failed, for its reader.';
