-- One index for words of any length, whose rows are not compared with the words again: with trigrams PostgreSQL does that.
create function search_parts(p_text text) returns text[]
-- A high cost, so that the planner uses the index and doesn't call it for each row.
language sql immutable parallel safe cost 10000 as $$
  select string_to_array(regexp_replace(p_text, '(..)', '\1' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(substr(p_text, 2), '(..)', '\1' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(p_text, '(...)', '\1' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(substr(p_text, 2), '(...)', '\1' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(substr(p_text, 3), '(...)', '\1' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(p_text, '[a-z0-9[:space:]]+', '', 'g'), null)
$$;
create index search_entry_parts on search_entry using gin (search_parts(search_text));
drop index search_entry_text;
drop index search_entry_short_parts;
drop function short_parts(text);
