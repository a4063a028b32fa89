-- Read of the asset instead: a new twin rewrote the entries of its asset and of all tags of that, with their indexes.
drop function if exists put_search_entry(int, int, text, text, text, int, int, text);
alter table search_entry drop column twin_id;
