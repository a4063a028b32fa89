-- Writes hot points, in arrays of equal length, and logs the change. One call, so that statements are planned only
-- once. `written_*` are the written points; `written_fresh` marks points without an earlier hot row. Null if all points
-- are fresh. `late_tag_ids` are the tags with a point that isn't newer than all their chunks. Plans are cached. Without
-- `enable_seqscan = off`, a plan for a small table would still be used for a large one.
create or replace function append_hot_points(
  p_tag_ids int[], p_times bigint[], p_values double precision[], p_qualities smallint[], p_channel text,
  out change_id bigint, out fresh_count int, out written_tag_ids int[], out written_times double precision[],
  out written_fresh boolean[], out late_tag_ids int[]
) language plpgsql set enable_seqscan = off as $$
begin
  -- Nearly always all points are new. Inserting without ON CONFLICT and RETURNING takes a third less time. Repeated
  -- deliveries begin with a known point, so the attempt fails at the first row.
  begin
    insert into data_point_hot (tag_id, time, value, quality)
    select * from unnest(p_tag_ids, p_times, p_values, p_qualities);
    insert into point_change (tag_ids, from_times)
    select array_agg(tag_id), array_agg(first)
    from (
      select tag_id, min(time) as first from unnest(p_tag_ids, p_times) as added (tag_id, time) group by tag_id
    ) as changed
    returning id into change_id;
    fresh_count := cardinality(p_tag_ids);
  exception when unique_violation then
    -- The delivery contains known points, or another transaction has just written one of them.
    change_id := null;
  end;
  if fresh_count is null then
    with written as (
      insert into data_point_hot as hot (tag_id, time, value, quality)
      select * from unnest(p_tag_ids, p_times, p_values, p_qualities)
      on conflict (tag_id, time) do update set value = excluded.value, quality = excluded.quality
        -- -0 differs from 0.
        where float8send(hot.value) is distinct from float8send(excluded.value) or hot.quality <> excluded.quality
      returning hot.tag_id, hot.time, hot.xmax = 0 as fresh
    ), change as (
      insert into point_change (tag_ids, from_times)
      select array_agg(tag_id), array_agg(first)
      from (select tag_id, min(time) as first from written group by tag_id) as changed
      having count(*) > 0
      returning id
    ), summary as (
      -- As float8 the driver reads the times as numbers; they are exact.
      select count(*) filter (where fresh) as fresh_points, array_agg(tag_id) as tag_ids,
        array_agg(time::double precision) as times, array_agg(fresh) as fresh
      from written
    )
    select change.id, fresh_points, tag_ids, times, fresh
    into change_id, fresh_count, written_tag_ids, written_times, written_fresh
    from summary left join change on true;
  end if;
  if change_id is not null then perform pg_notify(p_channel, ''); end if;
  if fresh_count > 0 then
    -- Uses a later snapshot than the insert, which may have waited for a compaction of the same points.
    select array_agg(added.tag_id) into late_tag_ids
    from (
      select tag_id, min(time) as first from unnest(p_tag_ids, p_times) as point (tag_id, time) group by tag_id
    ) as added
    cross join lateral (
      select t1 from data_point_chunk where tag_id = added.tag_id order by t0 desc limit 1
    ) as newest
    where newest.t1 >= added.first;
  end if;
end $$;

-- Deletes the hot points in ranges of tags, sorted by tag, and returns them. Locks points in the order in which they
-- are written, so that this function and a write of the same points can't deadlock. A loop instead of a join: the size
-- of the table alternates between empty and large, and with statistics of the empty table the planner would scan the
-- whole table for each row.
create or replace function take_hot_points(p_tag_ids int[], p_firsts bigint[], p_lasts bigint[])
returns setof data_point_hot language plpgsql set enable_seqscan = off as $$
begin
  for place in 1 .. cardinality(p_tag_ids) loop
    perform from data_point_hot
    where tag_id = p_tag_ids[place] and time between p_firsts[place] and p_lasts[place]
    order by time for update;
    -- Includes points that were written after the lock.
    return query delete from data_point_hot
    where tag_id = p_tag_ids[place] and time between p_firsts[place] and p_lasts[place] returning *;
  end loop;
end $$;
