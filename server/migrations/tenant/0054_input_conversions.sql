-- Inputs are read in their own unit: a value of an input is scale x value of the tag + shift.
alter table calculation_input
  add column scale double precision not null default 1,
  add column shift double precision not null default 0;
comment on column calculation_input.scale is 'A value of the input is scale x the value of the tag + shift.';

-- The inputs of simulations keep their conversions beside their tags.
update simulation set input = input - 'tagIds' || jsonb_build_object('sources', coalesce((
  select jsonb_agg(jsonb_build_array(entry -> 0, jsonb_build_object('tagId', entry -> 1,
    'conversion', jsonb_build_object('a', 1, 'b', 0))))
  from jsonb_array_elements(input -> 'tagIds') as entry), '[]'));
