-- Ranges of time that users mark on charts of a tag or twin, each with a text.

create table annotation (
  id int generated always as identity primary key,
  twin_id int references twin on delete cascade,
  tag_id int references tag on delete cascade,
  start_at timestamptz not null,
  end_at timestamptz not null,
  text text not null,
  created_by int references app_user on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  version int not null default 1,
  check (num_nonnulls(twin_id, tag_id) = 1),
  check (start_at < end_at)
);
create index annotation_twin on annotation (twin_id, start_at) where twin_id is not null;
create index annotation_tag on annotation (tag_id, start_at) where tag_id is not null;
create index annotation_created_by on annotation (created_by);
comment on table annotation is 'A range of time that a user marked on a chart, with a text. It belongs to a twin or to a tag.';
comment on column annotation.created_by is 'Null for a user who was deleted.';
comment on column annotation.updated_at is 'Null if it was never changed.';
comment on column annotation.version is 'Optimistic-lock version.';
