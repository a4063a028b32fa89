import type { Pool } from 'pg';
import { fillInBulk } from '../bulk.ts';

const excursions = 1_000_000;

/**
 * A protection with a threshold for each twin of a seeded plant, and a million excursions over five years. Each lasts
 * an hour; of the latest ones of 100 thresholds, half are open and half lasted two days.
 * @param until end of the last excursion
 */
export function seedExcursions(pool: Pool, until = new Date('2026-06-01')): Promise<void> {
  return fillInBulk(pool, async (client) => {
    await client.query(`
      with made as (
        insert into protection (twin_id, name, type, active)
        select id, 'Protection', 'condition', true from twin returning id)
      insert into threshold (protection_id, position, name, logic, level) select id, 0, 'High', 'false', 500 from made`);
    await client.query(
      `insert into excursion (protection_id, threshold_id, start_at, end_at, start_known_at, end_known_at)
       select protections[place], thresholds[place], at, till, at, till
       from (select array_agg(protection_id order by id) as protections, array_agg(id order by id) as thresholds
         from threshold) ids, generate_series(0, $1::int - 1) n,
       lateral (select 1 + n % cardinality(thresholds) as place,
         $2::timestamptz - ($1::int - n) * (interval '1826 days' / $1::int) as at) as each,
       lateral (select case
         when n < $1::int - cardinality(thresholds) or n % 200 > 0 then at + interval '1 hour'
         when n % 400 > 0 then at + interval '2 days' end as till) as lasting`,
      [excursions, until],
    );
  });
}

/** A probability and a cost of failure for each twin of a seeded plant. */
export async function seedRisks(pool: Pool): Promise<void> {
  await pool.query(risks);
}

const risks = `
  with given as (
    insert into consequence (twin_id, value) select id, 1000 + (id * 7919) % 200000 from twin returning twin_id)
  insert into probability (twin_id, value, failure_distribution, failure_distribution_parameters)
  select twin_id, 12, 'weibull', '{"distribution": "weibull", "type": "cdf", "shape": 2, "scale": "P1000D"}' from given`;

/** Makes every 20th twin silent, and every 30th protection stale, failed or without data of an input. */
export function seedStates(pool: Pool): Promise<void> {
  return fillInBulk(pool, async (client) => {
    await client.query(
      "update twin set silent_since = now() - id * interval '1 minute', level = coalesce(level, 0) where id % 20 = 0",
    );
    await client.query(
      `update protection set stale = id % 30 = 0, error = case when id % 30 = 1 then 'Division by zero.' end,
         stale_inputs = case when id % 30 = 2 then '[{"alias": "x", "since": 0, "hadPoints": true}]' else '[]' end::jsonb`,
    );
  });
}

/** Creates 50 changes, up and down, of each recorded figure of every 20th twin in 90 days. */
export function seedFigureChanges(pool: Pool): Promise<void> {
  return fillInBulk(pool, async (client) => {
    await client.query("update kept_figure set known_since = now() - interval '90 days'");
    await client.query(`
      insert into figure_change (figure, twin_id, at, change)
      select figure, twin.id, now() - n * interval '90 days' / 50 - twin.id * interval '1 second', 1 - n % 2 * 2
      from generate_series(1, 50) n, kept_figure, twin where twin.id % 20 = 0`);
  });
}

/** 50,000 advisories of two years, a tenth of them open, each with its changes of state. */
export function seedAdvisories(pool: Pool): Promise<void> {
  return fillInBulk(pool, async (client) => {
    await client.query(`
      insert into advisory (twin_id, protection_id, source, name, state, level, outcome, remediation_id, target_at, created_at,
        activated_at, closed_at)
      select twin_id, protection_id, 'rule', 'Advisory ' || n,
        case n % 20 when 0 then 'active' when 1 then 'submitted' else 'closed' end, n % 10 * 100,
        case when n % 20 > 1 then (array['confirmed', 'prevented', 'false-alarm', 'no-action'])[1 + n % 4] end,
        case when n % 20 > 1 then (select min(id) from value_list_item) end,
        created_at + interval '40 days', created_at, created_at + interval '1 day',
        case when n % 20 > 1 then least(created_at + interval '30 days', now()) end
      from (select array_agg(id order by id) as ids from protection) as all_protections, generate_series(1, 50000) n,
        lateral (select now() - n * interval '730 days' / 50000 as created_at) as moment,
        lateral (select id as protection_id, twin_id from protection where id = ids[1 + n * 7 % cardinality(ids)]) as chosen`);
    await client.query(`
      insert into advisory_change (advisory_id, at, action, from_state, to_state)
      select id, created_at, 'create', null, 'submitted' from advisory
      union all select id, activated_at, 'approve', 'submitted', 'active' from advisory where state <> 'submitted'
      union all select id, closed_at, 'close', 'active', 'closed' from advisory where state = 'closed'`);
  });
}
