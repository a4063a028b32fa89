-- Points of the tags' time series. Times are whole epoch milliseconds. Quality: 0 good, 1 uncertain, 2 bad.
-- Neither table refers to another one, and both keys begin with the tag: they can be distributed by it.

-- Live and late points, until compaction moves them into chunks.
create table data_point_hot (
  tag_id int not null,
  time bigint not null,
  value double precision,
  quality smallint not null,
  primary key (tag_id, time)
);
-- Its rows come and go: room is to be won back before the table has grown much.
alter table data_point_hot set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- About 1,000 points each, encoded. The chunks of a tag never overlap. A time may be in both tables: the
-- hot row wins. The summaries are over good and uncertain points, null where there are none.
create table data_point_chunk (
  tag_id int not null,
  t0 bigint not null,
  t1 bigint not null,
  n int not null,
  valid int not null,
  worst_quality smallint not null,
  vmin double precision,
  vmax double precision,
  vsum double precision,
  vfirst double precision,
  vlast double precision,
  format smallint not null,
  data bytea not null,
  primary key (tag_id, t0)
);
alter table data_point_chunk alter column data set storage external;

-- What changed, one row for each write: the tags, and for each the earliest time that differs. Whoever
-- evaluates claims and deletes the rows; channel twinward_points tells of new ones.
create table point_change (
  id bigint generated always as identity primary key,
  tag_ids int[] not null,
  from_times bigint[] not null,
  -- When it was written: how long the evaluation takes counts from here.
  created_at timestamptz not null default clock_timestamp()
);
