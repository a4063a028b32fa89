alter table search_entry add column second_name text;
comment on column search_entry.second_name is
  'What the record is also known by: the id of an asset, the caption of a tag; null: nothing else.';
update search_entry set second_name = nullif(asset.unique_id, '') from asset
where search_entry.type in (0, 1) and asset.id = search_entry.asset_id;
update search_entry set second_name = tag.caption from tag
where search_entry.type = 2 and tag.id = search_entry.record_id and tag.caption <> tag.name and tag.caption <> '';

-- Bytewise, so that the names that begin with a phrase are a range.
create index search_entry_name on search_entry (type, (lower(name) collate "C"));
create index search_entry_second_name on search_entry (type, (lower(second_name) collate "C"))
  where second_name is not null;

-- The one with a second name takes its place.
drop function put_search_entry(int, int, text, text, text, int, int);
