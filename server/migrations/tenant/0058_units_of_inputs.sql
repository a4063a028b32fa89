-- From here on an input is read in its own unit. So that no figure changes, an input whose unit differs from its tag's
-- takes the tag's, and those that had another one are listed for review. An input without a unit takes its tag's.
create table input_unit_review (
  tag_alias_id int primary key references tag_alias on delete cascade,
  old_unit text not null,
  new_unit text not null,
  created_at timestamptz not null default now(),
  reviewed_at timestamptz,
  reviewed_by int references app_user on delete set null
);
comment on table input_unit_review is 'Inputs whose unit an upgrade replaced by that of their tag';
comment on column input_unit_review.old_unit is 'UCUM code that the input had, and that nothing was converted to';
comment on column input_unit_review.new_unit is 'UCUM code of the tag at the upgrade, which the input got';
comment on column input_unit_review.reviewed_at is 'Null while nobody has reviewed it';

insert into input_unit_review (tag_alias_id, old_unit, new_unit)
select input.id, input.unit, tag.unit from tag_alias as input join tag on tag.id = input.mapped_tag_id
where input.type = 'data_point' and input.unit <> '' and tag.unit <> '' and input.unit <> tag.unit;

update tag_alias as input set unit = tag.unit, version = input.version + 1
from tag
where tag.id = input.mapped_tag_id and input.type = 'data_point' and tag.unit <> ''
  and input.unit is distinct from tag.unit;

alter table alias_mapping add column old_unit text;
comment on column alias_mapping.old_unit is 'UCUM code that the input had before: undoing the mapping restores it';
