-- Connections that run at the plant: when their process called last, and what waits on its disk.

alter table connection_state
  add column seen_at timestamptz(3),
  add column spool_points int,
  add column spool_bytes bigint,
  add column spool_limit bigint;
comment on column connection_state.seen_at is 'When a process at the plant asked for its work last; null: none ever did.';
comment on column connection_state.spool_points is 'Points that wait on its disk for the server.';
comment on column connection_state.spool_bytes is 'What they take.';
comment on column connection_state.spool_limit is 'Bytes that its spool may take.';
