alter table connection_state
  add column pushed_minute timestamptz(3),
  add column pushed_points int not null default 0,
  add column pushed_points_before int not null default 0;
comment on column connection_state.pushed_minute is 'The latest minute with points that were pushed; null: none were.';
comment on column connection_state.pushed_points is 'Points that were pushed in that minute.';
comment on column connection_state.pushed_points_before is 'Points that were pushed in the minute before it.';
