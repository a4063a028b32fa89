import { type RawBuilder, sql } from 'kysely';

/**
 * The cost of a failure that a risk goes by, in dollars: the consequence, or where the risk is that of failure modes, the
 * mean of theirs (risk / probability). Null without a risk.
 * @param table `risk_analysis_asset`, or its alias in the query
 */
export function failureCost(table: string): RawBuilder<number | null> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`case when ${column('risk')} is not null then coalesce(
    ${column('consequence_value')}, 100 * ${column('risk')} / nullif(${column('percent')}, 0), 0)::float8 end`;
}
