import { randomUUID } from 'node:crypto';
import { importTags } from '@twinward/server/src/modules/signals/tag-import/jobs.ts';
import type { Tenant } from '@twinward/server/src/platform/database/tenants.ts';
import { withTransaction } from '@twinward/server/src/platform/database/transaction.ts';
import { copyText } from './copy-text.ts';
import type { BenchContext, BenchRow } from './row.ts';
import { uploadFile } from './upload.ts';

/** A small run: `TAGS=20000 npm run bench tags`. */
const count = Number(process.env.TAGS ?? 500_000);
/** One in this many rows is invalid. */
const badEvery = 500;
const bad = Math.floor(count / badEvery);

/** Measures a file of tags, with all checks, audit and search entries, against COPY into a table with a unique name. */
export async function tagsBench({ database }: BenchContext): Promise<BenchRow[]> {
  const { db, pool } = database;
  await pool.query(`insert into app_user (id, user_name) overriding system value values (1, 'bench')`);
  const rows = Array.from({ length: count }, (_, i) => {
    const type = i % badEvery === badEvery - 1 ? 'tool' : 'data_point';
    return `BENCH.${i},"Caption, ${i}",${type},bar`;
  });
  const csv = `name,caption,type,unit\n${rows.join('\n')}\n`;
  const name = (what: string) => `tags: ${what} of ${count.toLocaleString('en-US')} rows, ${bad} refused`;

  const run = async (dryRun: boolean) => {
    const fileId = await uploadFile(db, Buffer.from(csv));
    const commandId = randomUUID();
    await pool.query(
      `insert into command (id, type, target_type, target_id, target_name, input)
       values ($1, 'import-tags', 'file', 'tags.csv', 'tags.csv', '{}')`,
      [commandId],
    );
    const idle = process.memoryUsage().heapUsed;
    let peak = idle;
    const sampling = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().heapUsed);
    }, 20);
    const begun = performance.now();
    const result = await importTags.run({
      tenant: { name: 'bench', ...database } as Tenant,
      commandId,
      resumed: null,
      signal: new AbortController().signal,
      progress: async () => undefined,
      input: { fileId, fileName: 'tags.csv', dryRun, userId: 1, userName: 'bench' },
      transaction: (work) => withTransaction(db, work),
    });
    const seconds = (performance.now() - begun) / 1000;
    clearInterval(sampling);
    if (result.create !== count - bad || result.error !== bad) {
      throw new Error(`imported ${JSON.stringify(result)}`);
    }
    const { rows: stored } = await pool.query('select count(*)::int as tags from tag');
    if (stored[0].tags !== (dryRun ? 0 : count - bad)) throw new Error(`stored ${stored[0].tags} tags`);
    return { rate: count / seconds, megabytes: (peak - idle) / 1e6 };
  };
  const checked = await run(true);
  const imported = await run(false);

  await pool.query('create table copied (name text primary key, caption text, type text, unit text)');
  const begun = performance.now();
  await copyText(pool, 'copy copied from stdin (format csv, header)', csv);
  const peerValue = count / ((performance.now() - begun) / 1000);
  const beside = (what: string, value: number): BenchRow => ({
    name: name(what),
    value,
    unit: 'rows/s',
    peer: 'COPY',
    peerValue,
    target: null,
    ratio: value / peerValue,
  });
  const file = csv.length / 1e6;
  return [
    beside('check', checked.rate),
    beside('import', imported.rate),
    {
      name: name('heap above idle at the import'),
      value: imported.megabytes,
      unit: 'MB',
      target: null,
      peer: 'the file',
      peerValue: file,
      ratio: file / imported.megabytes,
    },
  ];
}
