import { type RawBuilder, sql } from 'kysely';

/**
 * SQL for the cost of a failure that a risk is based on, in dollars: the consequence; if the risk is rolled up from
 * failure modes, their mean cost (risk / probability). Null if there is no risk.
 * @param table `risk_analysis_asset`, or its alias in the query
 */
export function failureCost(table: string): RawBuilder<number | null> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`case when ${column('risk')} is not null then coalesce(
    ${column('consequence_value')}, 100 * ${column('risk')} / nullif(${column('percent')}, 0), 0)::float8 end`;
}
