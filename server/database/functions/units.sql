-- Loads reference/units.json: units by category, the base unit first. A value in the base unit is
-- (value + shift) * factor. Factors are exact by definition (NIST SP 811, 2008, appendix B; SI brochure, 9th edition),
-- rounded to double precision. Gauge pressure is a separate category: it differs from absolute pressure by the
-- atmospheric pressure. Standard and normal volumes of gas are converted by the ideal gas law.
--
-- Adds units by code and updates those of the product. Units and categories by users are not changed.
create or replace function load_units(p_document json) returns void language plpgsql as $$
begin
  create temporary table loaded on commit drop as
  select category, category_position, entry.*
  from json_each(p_document) with ordinality as category (category, units, category_position),
    rows from (json_to_recordset(units)
      as (code text, name text, abbreviation text, factor double precision, shift double precision))
      with ordinality as entry (code, name, abbreviation, factor, shift, unit_position);

  insert into unit_category (name, is_standard)
  select category, true from loaded
  where unit_position = 1 and not exists (select from unit_category where name = category)
  order by category_position;

  update unit set name = loaded.name, abbreviation = loaded.abbreviation, factor = loaded.factor,
    shift = coalesce(loaded.shift, 0)
  from loaded
  where unit.code = loaded.code and unit.is_standard
    and (unit.name, unit.abbreviation, unit.factor, unit.shift)
      is distinct from (loaded.name, loaded.abbreviation, loaded.factor, coalesce(loaded.shift, 0));

  insert into unit (category_id, code, name, abbreviation, is_standard, is_base, factor, shift)
  select unit_category.id, code, loaded.name, abbreviation, true, unit_position = 1, factor, coalesce(shift, 0)
  from loaded join unit_category on unit_category.name = category
  where not exists (select from unit where unit.code = loaded.code)
  order by category_position, unit_position
  on conflict do nothing;

  drop table loaded;
end $$;
