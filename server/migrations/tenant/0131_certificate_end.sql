-- The overview of a connection shows when its certificates end, before people are notified of it.
alter table connection_state add column certificate_end timestamptz;
comment on column connection_state.certificate_end is
  'When the next certificate of its links ends, of the run that reported last; null: none is known.';
