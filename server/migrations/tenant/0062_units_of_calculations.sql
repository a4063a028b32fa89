-- The unit in which the logic of a calculated tag reads an input, by which it converts numbers with a unit.
alter table calculation_input add column unit text;
comment on column calculation_input.unit is 'UCUM code of the unit in which the input is read; null where it has none';

-- No calculation changes by this: its definition keeps its version.
alter table calculation_input disable trigger input_changes_calculation;
update calculation_input as input set unit = coalesce(alias.unit, tag.unit)
from tag, tag_alias as alias
where tag.id = input.input_tag_id and alias.calculated_tag_id = input.tag_id and alias.name = input.alias;
alter table calculation_input enable trigger input_changes_calculation;
