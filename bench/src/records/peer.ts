import type pg from 'pg';
import type { BenchContext } from '../row.ts';
import { columns, type Scene, valueSql } from './scene.ts';

export interface PeerList {
  where: string;
  order: string;
}

const maximumTotal = 100_000;

/** Creates a hand-written table for the type: a column per field, the same indexes, and the same records. */
export async function addPeer({ database: { pool } }: BenchContext, { id }: Scene): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) as count from record where type_id = $1',
    [id],
  );
  await pool.query(
    `create table peer (id int generated always as identity primary key, title text not null,
       created_at timestamptz not null default now(), ${columns.map(({ name, type }) => `${name} ${type}`).join(', ')})`,
  );
  await pool.query(
    `insert into peer (title, ${columns.map(({ name }) => name).join(', ')})
     select 'Name ' || i % 5000, ${columns.map(({ name }) => valueSql(name)).join(', ')}
     from generate_series(1, ${rows[0]!.count}) as i`,
  );
  await pool.query(peerIndexes('peer'));
  await pool.query('vacuum analyze peer');
}

/** Returns the same indexes as those of the type: on each column, and on parts of texts. */
export const peerIndexes = (table: string): string =>
  columns
    .flatMap(({ name, type }) => [
      `create index on ${table} (${name} nulls first, id)`,
      ...(type === 'text' ? [`create index on ${table} using gin (${name} gin_trgm_ops)`] : []),
    ])
    .join(';');

/** Selects a page of 100 with its total, counted like ours. */
export async function selectPeer(pool: pg.Pool, { where, order }: PeerList): Promise<{ total: number }> {
  const page = await pool.query(`select * from peer where ${where} order by ${order} limit 100`);
  if (page.rowCount! < 100) return { total: page.rowCount! };
  const { rows } = await pool.query<{ total: number }>(
    `select count(*) as total from (select from peer where ${where} limit ${maximumTotal + 1}) as matching`,
  );
  return { total: Math.min(maximumTotal, rows[0]!.total) };
}
