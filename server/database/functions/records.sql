-- Returns the length of an ISO 8601 duration in seconds, with months of 30 days and years of 365 days. Indexes use it:
-- if its results change, a migration has to rebuild them.
create or replace function duration_seconds(p_duration text) returns float8
language sql immutable strict parallel safe as $$
  select (extract(year from length) * 365 + extract(month from length) * 30 + extract(day from length)) * 86400
    + extract(hour from length) * 3600 + extract(minute from length) * 60 + extract(second from length)
  from (select p_duration::interval as length) as parsed
$$;
