-- Tags that the records of a type feed.

create table record_tag (
  type_id int not null references record_type on delete cascade,
  field text not null,
  asset_id int not null references asset on delete cascade,
  tag_id int not null references tag on delete cascade,
  primary key (type_id, field, asset_id)
);
create index record_tag_asset on record_tag (asset_id);
create index record_tag_tag on record_tag (tag_id);
comment on table record_tag is 'The tags that a field of records feeds, one for each asset.';
