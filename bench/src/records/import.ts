import { randomUUID } from 'node:crypto';
import { importRecords } from '@twinward/server/src/modules/records/record/import-jobs.ts';
import { withTransaction } from '@twinward/server/src/platform/database/transaction.ts';
import { copyText } from '../copy-text.ts';
import type { BenchContext, BenchRow } from '../row.ts';
import { uploadFile } from '../upload.ts';
import { peerIndexes } from './peer.ts';
import { buildIndexes, columns, type Scene, valueSql } from './scene.ts';

/** Measures an import with all its checks, audit and results against COPY into a table with the same indexes. */
export async function importBench(context: BenchContext, scene: Scene, count: number): Promise<BenchRow[]> {
  const { db, pool } = context.database;
  await buildIndexes(context, scene);
  const { rows } = await pool.query<Record<string, string>>(
    `select ${columns.map(({ name }) => `(${valueSql(name)})::text as ${name}`).join(', ')}
     from generate_series(1, ${count}) as i`,
  );
  const names = columns.map(({ name }) => name);
  const line = (row: Record<string, string>) => names.map((name) => row[name]).join(',');
  const csv = Buffer.from(`${names.join(',')}\n${rows.map(line).join('\n')}\n`);
  const fileId = await uploadFile(db, csv);
  const commandId = randomUUID();
  await pool.query(
    `insert into command (id, type, target_type, target_id, target_name, input)
     values ($1, 'import-records', 'file', 'a', 'a', '{}')`,
    [commandId],
  );
  const by = { userId: 1, userName: 'bench', isAdmin: true, groups: [], recordTypes: [] };
  const input = {
    fileId,
    fileName: 'a.csv',
    dryRun: false,
    userId: 1,
    userName: 'bench',
    recordType: scene.name,
    by,
    mapping: {},
  };
  let begun = performance.now();
  const result = await importRecords.run({
    tenant: scene.tenant,
    commandId,
    input,
    resumed: null,
    signal: new AbortController().signal,
    transaction: (work) => withTransaction(db, work),
    progress: async () => undefined,
  });
  const value = count / ((performance.now() - begun) / 1000);
  if (result.create !== count) throw new Error(`imported ${JSON.stringify(result)}`);

  await pool.query(
    `create table copied (id int generated always as identity primary key,
       ${columns.map(({ name, type }) => `${name} ${type}`).join(', ')})`,
  );
  await pool.query(peerIndexes('copied'));
  begun = performance.now();
  await copyText(pool, `copy copied (${names.join(', ')}) from stdin (format csv, header)`, csv.toString());
  const peerValue = count / ((performance.now() - begun) / 1000);
  await pool.query('drop table copied; truncate record_search_due');
  return [
    {
      name: `records: import of ${count.toLocaleString('en-US')} rows`,
      value,
      unit: 'rows/s',
      peer: 'COPY',
      peerValue,
      ratio: value / peerValue,
      target: 0.25,
    },
  ];
}
