-- Equipment categories, classes and types.

-- Sets the ids of the levels above.
create or replace function place_taxonomy() returns trigger language plpgsql as $$
begin
  select category_id, class_id into new.category_id, new.class_id from taxonomy where id = new.parent_id;
  if new.level = 'category' then new.category_id := new.id; end if;
  if new.level = 'class' then new.class_id := new.id; end if;
  if new.level = 'type' then new.type_id := new.id; end if;
  return new;
end $$;
create or replace trigger taxonomy_is_placed before insert on taxonomy for each row execute function place_taxonomy();

create or replace view taxonomy_entry as
select own.id, own.category_id, category.caption as category, own.class_id, class.caption as class,
  own.type_id, type.caption as type
from taxonomy own
join taxonomy category on category.id = own.category_id
left join taxonomy class on class.id = own.class_id
left join taxonomy type on type.id = own.type_id;
comment on view taxonomy_entry is 'Taxonomy entries with the captions of the levels above them.';

-- Loads reference/taxonomy.json: types by class by category, as ISO 14224:2016 names them (annex A, tables A.4 to
-- A.105). Adds missing entries, identified by caption and parent. Other entries are not changed.
create or replace function load_taxonomy(p_document json) returns void language plpgsql as $$
begin
  insert into taxonomy (level, parent_id, caption)
  select 'category', null, category
  from json_object_keys(p_document) with ordinality as document (category, position)
  where not exists (select from taxonomy where parent_id is null and caption = category)
  order by position;

  insert into taxonomy (level, parent_id, caption)
  select 'class', parent.id, class
  from json_each(p_document) as document (category, classes), json_object_keys(classes) as class
  join taxonomy parent on parent.level = 'category'
  where parent.caption = category
    and not exists (select from taxonomy where parent_id = parent.id and caption = class)
  order by parent.id, class;

  insert into taxonomy (level, parent_id, caption)
  select 'type', parent.id, type
  from json_each(p_document) as document (category, classes), json_each(classes) as entry (class, types),
    json_array_elements_text(types) as type
  join taxonomy parent on parent.level = 'class'
  join taxonomy above on above.id = parent.parent_id
  where parent.caption = class and above.caption = category
    and not exists (select from taxonomy where parent_id = parent.id and caption = type)
  order by parent.id, type;
end $$;
