import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { serverDirectory } from '@twinward/server/src/platform/config/paths.ts';
import {
  appendPoints,
  importPoints,
  readBuckets,
  readPoints,
  type TagInput,
} from '@twinward/server/src/series/index.ts';
import { copyText } from './copy-text.ts';
import { type BenchContext, type BenchRow, medianMilliseconds } from './row.ts';

const start = Date.UTC(2024, 0, 1);
const bytesOfPair = 16;

/** Measures the series store against rows in the same PostgreSQL. */
export async function seriesBench(context: BenchContext): Promise<BenchRow[]> {
  const { pool } = context.database;
  await pool.query(`
    create table bench_row (tag_id int, time bigint, value float8, quality smallint, primary key (tag_id, time));
    create table bench_instant (tag_id int, time timestamptz, value float8, primary key (tag_id, time));
  `);
  try {
    return [
      await benchImport(context),
      ...(await benchReads(context)),
      await benchAppend(context),
      ...(await benchSizes(context)),
    ];
  } finally {
    await pool.query('drop table bench_row, bench_instant');
  }
}

/** Park and Miller's generator: the same numbers from 0 to 1 in every run. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A sensor read every second that wanders in steps of hundredths. */
function sensorPoints(tagId: number, count: number, from = start): TagInput {
  const random = createRandom();
  let hundredths = 7000;
  const times = Float64Array.from({ length: count }, (_, i) => from + i * 1000);
  const values = Float64Array.from({ length: count }, () => {
    hundredths += Math.round(random() * 20 - 10);
    return hundredths / 100;
  });
  return { tagId, times, values };
}

/** The number of points that the import job stores in one transaction. */
const pointsPerImport = 500_000;

async function benchImport({ database }: BenchContext): Promise<BenchRow> {
  const inputs = Array.from({ length: 5 }, (_, round) => sensorPoints(1000 + round, pointsPerImport));
  const texts = inputs.map(({ tagId, times, values }) => {
    let text = '';
    for (let i = 0; i < times.length; i++) text += `${tagId}\t${times[i]}\t${values[i]}\t0\n`;
    return text;
  });
  const [ours, copy] = await medianMilliseconds(
    inputs.length,
    (round) => importPoints(database.db, [inputs[round]!]),
    (round) => copyText(database.pool, 'copy bench_row from stdin', texts[round]!),
  );
  await database.pool.query('truncate bench_row');
  return faster('bulk import', pointsPerImport / ours / 1000, 'million points/s', {
    peer: 'COPY into a table of rows',
    peerValue: pointsPerImport / copy / 1000,
    target: 10,
  });
}

async function benchReads({ database }: BenchContext): Promise<BenchRow[]> {
  const { db, pool } = database;
  const count = 5_000_000;
  const tagId = 2000;
  for (let i = 0; i < count; i += pointsPerImport)
    await importPoints(db, [sensorPoints(tagId, pointsPerImport, start + i * 1000)]);
  await pool.query(
    `insert into bench_row select $1, $2::bigint + i::bigint * 1000, 70 + sin(i / 500.0) * 10, 0
     from generate_series(0, $3 - 1) as i`,
    [tagId, start, count],
  );
  await pool.query(
    'insert into bench_instant select tag_id, to_timestamp(time / 1000.0), value from bench_row order by 2',
  );
  await pool.query('vacuum analyze bench_row, bench_instant, data_point_chunk');

  const million = start + 1_000_000 * 1000;
  const [scan, scanRows] = await medianMilliseconds(
    5,
    () => readPoints(db, tagId, start, million),
    async () => {
      const { rows } = await pool.query<{ time: number; value: number }>(
        'select time, value from bench_row where tag_id = $1 and time >= $2 and time < $3 order by time',
        [tagId, start, million],
      );
      return [Float64Array.from(rows, (row) => row.time), Float64Array.from(rows, (row) => row.value)];
    },
  );

  const from = start + 123_457;
  const to = start + count * 1000 - 98_765;
  const [buckets, binned] = await medianMilliseconds(
    5,
    () => readBuckets(db, tagId, from, to, 1000),
    () =>
      pool.query(
        `select date_bin($4::float8 * interval '1 ms', time, to_timestamp($2 / 1000.0)) as bucket,
          min(value), max(value), avg(value), count(*)
        from bench_instant
        where tag_id = $1 and time >= to_timestamp($2 / 1000.0) and time < to_timestamp($3 / 1000.0)
        group by bucket order by bucket`,
        [tagId, from, to, Math.ceil((to - from) / 1000)],
      ),
  );
  await pool.query('truncate bench_row, bench_instant');
  return [
    slower('1 million points into typed arrays', scan, 'ms', {
      peer: 'rows through pg',
      peerValue: scanRows,
      target: 7,
    }),
    slower('1,000 buckets from 5 million points', buckets, 'ms', {
      peer: 'date_bin over rows',
      peerValue: binned,
      target: 20,
    }),
  ];
}

async function benchAppend({ database }: BenchContext): Promise<BenchRow> {
  const { db, pool } = database;
  const tags = Array.from({ length: 1000 }, (_, i) => 3000 + i);
  const places = tags.map((_, i) => `($${i * 4 + 1}, $${i * 4 + 2}, $${i * 4 + 3}, $${i * 4 + 4})`).join();
  const [ours, peer] = await medianMilliseconds(
    60,
    (round) =>
      appendPoints(
        db,
        tags.map((tagId) => ({ tagId, times: [start + round * 1000], values: [20 + round / 10] })),
      ),
    (round) =>
      pool.query(
        `insert into bench_row values ${places}`,
        tags.flatMap((tagId) => [tagId, start + round * 1000, 20 + round / 10, 0]),
      ),
  );
  await pool.query('truncate bench_row');
  return faster('appends of 1 point to each of 1,000 tags', tags.length / ours, 'thousand points/s', {
    peer: 'bare multi-row INSERT',
    peerValue: tags.length / peer,
    target: 0.8,
  });
}

/** Measures bytes of encoded chunks without summaries, against pairs of float64 and int64 without overhead. */
async function benchSizes({ database }: BenchContext): Promise<BenchRow[]> {
  const { db, pool } = database;
  const rows: BenchRow[] = [];
  let tagId = 10_000;
  for (const [name, series] of [
    ['machine temperature', await machineSeries()],
    ['turbofan engines', await turbofanSeries()],
  ] as const) {
    const firstTag = tagId;
    let points = 0;
    const inputs = series.map((input) => ({ tagId: tagId++, ...input }));
    for (const result of await importPoints(db, inputs)) points += result.stored;
    const stored = await pool.query(
      'select sum(length(data)) as bytes from data_point_chunk where tag_id >= $1',
      [firstTag],
    );
    rows.push(
      slower(`size of the ${name}`, stored.rows[0].bytes / points, 'bytes a point', {
        peer: 'float64 and int64 pairs',
        peerValue: bytesOfPair,
        target: 1,
      }),
    );
  }
  return rows;
}

type Columns = Omit<TagInput, 'tagId'>;

async function machineSeries(): Promise<Columns[]> {
  const file = join(serverDirectory, 'demo/machine_temperature_system_failure.csv');
  const rows = (await readFile(file, 'utf8')).trim().split('\n').slice(1);
  const cells = rows.map((row) => row.split(','));
  return [
    { times: cells.map(([time]) => Date.parse(`${time}Z`)), values: cells.map(([, value]) => Number(value)) },
  ];
}

/** Each engine's settings and sensors, with a cycle per day. */
async function turbofanSeries(): Promise<Columns[]> {
  const text = gunzipSync(await readFile(join(serverDirectory, 'demo/turbofan_fd001.csv.gz'))).toString();
  const rows = text.trim().split('\n').slice(1);
  const units = new Map<number, number[][]>();
  for (const row of rows) {
    const cells = row.split(',').map(Number);
    const unit = units.get(cells[0]!) ?? [];
    unit.push(cells);
    units.set(cells[0]!, unit);
  }
  return [...units.values()].flatMap((cycles) =>
    cycles[0]!.slice(2).map((_, sensor) => ({
      times: cycles.map((cells) => start + cells[1]! * 86_400_000),
      values: cycles.map((cells) => cells[sensor + 2]!),
    })),
  );
}

type Peer = Pick<BenchRow, 'peer' | 'peerValue' | 'target'>;

/** A figure for which higher is better. */
function faster(name: string, value: number, unit: string, peer: Peer): BenchRow {
  return { name, value, unit, ...peer, ratio: value / peer.peerValue };
}

/** A figure for which lower is better. */
function slower(name: string, value: number, unit: string, peer: Peer): BenchRow {
  return { name, value, unit, ...peer, ratio: peer.peerValue / value };
}
