-- Checksum of the training data of a model: inputs, patterns, ranges and settings. Uses ids, so that renaming does not
-- change it.
create or replace function pattern_checksum(set_id int) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_object(
    'inputs', (
      select jsonb_agg(jsonb_build_array(tag_alias.id, mapped_tag_id, coalesce(tag_alias.unit, tag.unit),
        settings -> 'expectedInterval', settings -> 'tolerance') order by tag_alias.id)
      from protection_alias
      join tag_alias on tag_alias.id = tag_alias_id
      left join tag on tag.id = mapped_tag_id
      where protection_alias.protection_id = pattern_set.protection_id and tag_alias.type = 'data_point'),
    'patterns', (select jsonb_agg(id order by id) from pattern where pattern_set_id = set_id),
    'ranges', (
      select jsonb_agg(jsonb_build_array(pattern_id, extract(epoch from start_at), extract(epoch from end_at))
        order by start_at)
      from pattern_range where pattern_set_id = set_id),
    'settings', jsonb_build_array(strictness, confidence, step_seconds, condition_key)
  )::text, 'UTF8')), 'hex')
  from pattern_set where id = set_id
$$;

-- Whether the model in service of a protection was trained on the current data. False without a model.
create or replace function is_pattern_model_current(of_protection_id int) returns boolean language sql stable as $$
  select exists (
    select from pattern_set join pattern_version on pattern_version.id = version_in_service_id
    where protection_id = of_protection_id and checksum = pattern_checksum(pattern_set.id))
$$;

-- A different model in service changes the answers.
create or replace function count_model_change() returns trigger language plpgsql as $$
begin
  update protection set definition_version = definition_version + 1 where id = new.protection_id;
  return null;
end $$;
create or replace trigger model_changes_definition after update of version_in_service_id on pattern_set
  for each row when (old.version_in_service_id is distinct from new.version_in_service_id)
  execute function count_model_change();

-- A change of the patterns of a set changes the answers: those for a removed pattern count as the default pattern.
create or replace function count_pattern_change() returns trigger language plpgsql as $$
begin
  update protection set definition_version = definition_version + 1
  from pattern_set
  where protection.id = protection_id
    and pattern_set.id = case tg_op when 'DELETE' then old.pattern_set_id else new.pattern_set_id end;
  return null;
end $$;
create or replace trigger pattern_changes_definition after insert or delete on pattern
  for each row execute function count_pattern_change();
