-- Planner statistics of tables that a long transaction fills. Autovacuum does not see the rows before the commit; after
-- a rollback of an earlier transaction it has recorded that the tables are empty. The planner would then choose nested
-- loops over whole tables.

-- Analyzes the tables into which the transaction has inserted and that have more than doubled since the last analysis.
-- Requires the owner's rights. The lock keeps autovacuum away from the tables until the end of the transaction. Skips
-- tables that another transaction is analyzing, to avoid deadlocks.
create or replace function analyze_grown_tables() returns void
language plpgsql security definer set search_path = public, pg_temp
set client_min_messages = error as $$
declare
  grown regclass;
begin
  for grown in
    select oid from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      -- Only accessed by its key, and slow to analyze, because its index is on a function.
      and relname <> 'search_entry'
      and pg_stat_get_xact_tuples_inserted(oid) > 0
      and pg_relation_size(oid) > greatest(16, case when reltuples > 0 then 2 * relpages else 0 end)
        * current_setting('block_size')::bigint
    order by oid
  loop
    execute format('analyze (skip_locked) %s', grown);
  end loop;
end $$;
