-- The list of twins, worst first, goes by the index without sorting.
drop index twin_level;
create index twin_level on twin (level desc nulls last, id);
