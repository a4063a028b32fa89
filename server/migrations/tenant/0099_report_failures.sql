-- That a report could not be mailed, when and why.

alter table report_subscription
  add column failed_at timestamptz,
  add column failure text,
  add column failures int not null default 0;
comment on column report_subscription.failed_at is 'When the last try failed; null after a mail was written.';
comment on column report_subscription.failure is 'Why the last try failed, for its reader.';
comment on column report_subscription.failures is 'The number of tries that failed since the last mail.';
