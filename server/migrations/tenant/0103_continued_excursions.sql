alter table excursion add column continues_at timestamptz(3);
comment on column excursion.continues_at is
  'Start of the excursion that it continues: later points split an announced one, whose end is announced with the last; null: none.';
alter table unlogged_excursion add column continues_at timestamptz(3);
comment on column unlogged_excursion.continues_at is 'As of excursion.';
