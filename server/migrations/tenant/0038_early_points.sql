-- Points ahead of the clock, held apart until their time comes. Every reader of points thus does without them.
create table data_point_early (
  tag_id int not null,
  time bigint not null,
  value double precision,
  quality smallint not null,
  primary key (tag_id, time)
);
create index data_point_early_time on data_point_early (time);

-- When administrators were last told of a tag's early points.
create table early_notice (
  tag_id int primary key references tag on delete cascade,
  at timestamptz(3) not null
);
