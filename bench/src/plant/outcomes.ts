import type { Pool } from 'pg';
import { fillInBulk } from '../bulk.ts';

const excursions = 1_000_000;

/**
 * A protection with a threshold for each twin of a seeded plant, and a million excursions over five years. Each lasts an
 * hour; of the latest ones of 100 thresholds, half are open and half lasted two days.
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
