-- Limits of figures of dashboards whose crossing users are notified of.

create table figure_alert (
  id int generated always as identity primary key,
  user_id int not null references app_user on delete cascade,
  name text not null,
  source jsonb not null,
  card_values jsonb not null,
  direction text not null check (direction in ('above', 'below')),
  limit_value float8 not null,
  release_value float8,
  is_over boolean not null default false,
  value float8,
  checked_at timestamptz
);
create index figure_alert_user on figure_alert (user_id);
comment on column figure_alert.source is 'The figure, tag or query.';
comment on column figure_alert.card_values is 'What the figure is narrowed to: site, class, twin, range.';
comment on column figure_alert.release_value is 'The figure is back once it has reached this; null: the limit.';
comment on column figure_alert.is_over is 'Whether the limit is crossed.';
comment on column figure_alert.value is 'When it was last read; null before, and where there is none.';
