-- The demo goes on: its recorded data are replayed against the clock.

create table demo_replay (
  is_only boolean primary key default true check (is_only),
  anchor timestamptz(3) not null,
  replayed_until timestamptz(3) not null,
  state jsonb not null default '{}'
);
comment on table demo_replay is 'How far the demo is replayed; no row: it is not.';
comment on column demo_replay.anchor is 'When the demo was loaded: the time from which the recordings are placed.';
comment on column demo_replay.replayed_until is 'Up to which points and work are written.';
comment on column demo_replay.state is 'Records that the replay feeds, and a gap that is still to be filled.';

-- The demo makes a risk analysis.
alter table demo_record drop constraint demo_record_kind_check;
alter table demo_record add constraint demo_record_kind_check check (kind in (
  'asset', 'twin', 'tag', 'input', 'protection', 'failure mode', 'activity', 'marked range', 'work', 'record', 'record type',
  'risk analysis'));
