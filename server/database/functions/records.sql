-- The length of an ISO 8601 duration in seconds, a month of 30 days and a year of 365. Indexes are built on it: another
-- result needs a migration that builds them again.
create or replace function duration_seconds(p_duration text) returns float8
language sql immutable strict parallel safe as $$
  select (extract(year from length) * 365 + extract(month from length) * 30 + extract(day from length)) * 86400
    + extract(hour from length) * 3600 + extract(minute from length) * 60 + extract(second from length)
  from (select p_duration::interval as length) as parsed
$$;
