-- Trigrams find no words of one or two characters: these are found by the pairs that a text is made of, and by
-- its single characters but plain letters and digits, which nearly every text has.
create function short_parts(p_text text) returns text[]
-- Far dearer than comparing texts: whoever plans a query is to ask the index, and not each row.
language sql immutable parallel safe cost 10000 as $$
  select string_to_array(regexp_replace(p_text, '(..)', '\1' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(substr(p_text, 2), '(..)', '\1' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(p_text, '[a-z0-9[:space:]]+', '', 'g'), null)
$$;
create index search_entry_short_parts on search_entry using gin (short_parts(search_text));
