import { recalculate } from '@twinward/server/src/modules/risk/risk-analysis/service.ts';
import type { Database, Db } from '@twinward/server/src/platform/database/database.ts';
import { withTransaction } from '@twinward/server/src/platform/database/transaction.ts';
import { sql } from 'kysely';
import { type BenchRow, medianMilliseconds } from '../row.ts';
import type { SeededAnalysis } from './seed.ts';

const rounds = 5;
/** Maximum ratio of the recalculation to a bare update. */
const limit = 1.3;
/** Rows per statement, as in the recalculation. */
const blockSize = 10_000;

/** The figures of an asset: columns and their types. */
const columns = {
  asset_id: 'int',
  probability_source: 'text',
  consequence_source: 'text',
  distribution: 'text',
  shape: 'float8',
  scale: 'text',
  scale_days: 'float8',
  library: 'boolean',
  days: 'float8',
  percent: 'float8',
  probability_value: 'smallint',
  consequence_value: 'int',
  risk: 'float8',
  comparative_days: 'float8',
  opportunity: 'boolean',
  fingerprint: 'text',
  conditional_percent: 'float8',
  conditional_value: 'smallint',
  conditional_risk: 'float8',
  renewed_at: 'timestamptz',
  under_repair: 'boolean',
} as const;
type Column = keyof typeof columns;
type Row = Record<Column, unknown>;
const names = Object.keys(columns) as Column[];

class RolledBack extends Error {}

/** Runs work in a transaction and rolls it back. */
async function undone(db: Database['db'], work: (db: Db) => Promise<void>): Promise<void> {
  await withTransaction(db, async (transaction) => {
    await work(transaction);
    throw new RolledBack();
  }).catch((error) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}

/**
 * Measures recalculating all assets of an analysis, with all changed, against updating the same columns from arrays.
 */
export async function compareWithUpdate(
  { db }: Pick<Database, 'db'>,
  { id, assets }: SeededAnalysis,
): Promise<BenchRow> {
  const { rows } = await sql<Row>`
    select ${sql.join(names.map((name) => sql.ref(name)))} from risk_analysis_asset
    where risk_analysis_id = ${id} order by asset_id`.execute(db);
  const [ours, bare] = await medianMilliseconds(
    rounds,
    (round) =>
      undone(db, async (transaction) => {
        await sql`
          update risk_analysis set end_date = end_date + ${round + 1} * interval '1 day'
          where id = ${id}`.execute(transaction);
        const changed = await recalculate(transaction, id, null);
        if (changed !== assets) throw new Error(`only ${changed} of ${assets} figures changed`);
      }),
    (round) =>
      undone(db, async (transaction) => {
        for (let from = 0; from < rows.length; from += blockSize) {
          const block = rows.slice(from, from + blockSize);
          await updateBare(transaction, id, block, round + 1);
        }
      }),
  );
  return {
    name: `${assets.toLocaleString('en-US')} assets calculated anew in one transaction, all changing`,
    value: ours,
    unit: 'ms',
    peer: `an update of the same columns from arrays, times ${limit}`,
    peerValue: bare * limit,
    ratio: (bare * limit) / ours,
    target: 1,
  };
}

async function updateBare(db: Db, analysisId: number, rows: readonly Row[], days: number): Promise<void> {
  const arrays = names.map((name) => {
    const values = rows.map((row) => (name === 'days' ? Number(row.days) + days : row[name]));
    return sql`${values}::${sql.raw(columns[name])}[]`;
  });
  const set = names.slice(1).map((name) => sql`${sql.ref(name)} = figure.${sql.ref(name)}`);
  await sql`
    update risk_analysis_asset entry set ${sql.join(set)}
    from unnest(${sql.join(arrays)}) as figure (${sql.join(names.map((name) => sql.ref(name)))})
    where entry.risk_analysis_id = ${analysisId} and entry.asset_id = figure.asset_id`.execute(db);
}
