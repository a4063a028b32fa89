-- Dashboards and queries that users have mailed to them.

create table report_subscription (
  id int generated always as identity primary key,
  user_id int not null references app_user on delete cascade,
  subject jsonb not null,
  name text not null,
  period text not null check (period in ('daily', 'weekly', 'monthly')),
  hour int not null check (hour between 0 and 23),
  time_zone text not null,
  next_at timestamptz not null,
  last_at timestamptz,
  is_asked boolean not null default false
);
create index report_subscription_user on report_subscription (user_id);
create index report_subscription_next on report_subscription (next_at);
comment on column report_subscription.subject is 'A dashboard with its values, or a query with its parameters.';
comment on column report_subscription.name is 'Of the dashboard or query, when it was last read.';
comment on column report_subscription.time_zone is 'IANA name.';
comment on column report_subscription.last_at is 'When the last mail was written; null before the first.';
comment on column report_subscription.is_asked is 'Whether its user asked for a mail beside the schedule.';
