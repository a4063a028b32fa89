-- Work is found by parts of its name and number, and by what its name begins with.
create index work_text on work using gin (name gin_trgm_ops, number gin_trgm_ops);
create index work_name on work ((lower(name) collate "C"));
