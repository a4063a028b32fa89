-- What the planner knows of tables that a long transaction fills. Autovacuum sees none of their rows before the end; where an
-- earlier transaction that filled them was rolled back, it has recorded that there are none. The planner would then read all
-- rows of a table for each row of another one.

-- Analyzes the tables that the transaction inserted into and that are more than twice as large as when that was done last.
-- Only their owner may; of those that a transaction analyzes, autovacuum is kept away until its end. A table that another
-- transaction is analyzing is left out, as two that wait for each other would deadlock.
create or replace function analyze_grown_tables() returns void
language plpgsql security definer set search_path = public, pg_temp
set client_min_messages = error as $$
declare
  grown regclass;
begin
  for grown in
    select oid from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      -- Written by its key alone, and slow to analyze: its index is on a function.
      and relname <> 'search_entry'
      and pg_stat_get_xact_tuples_inserted(oid) > 0
      and pg_relation_size(oid) > greatest(16, case when reltuples > 0 then 2 * relpages else 0 end)
        * current_setting('block_size')::bigint
    order by oid
  loop
    execute format('analyze (skip_locked) %s', grown);
  end loop;
end $$;
