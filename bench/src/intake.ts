import { parseLines } from '@twinward/domain/connections/line-protocol';
import { saveLines } from '@twinward/server/src/modules/signals/intake/push.ts';
import { copyText } from './copy-text.ts';
import { type BenchContext, type BenchRow, medianMilliseconds } from './row.ts';

/** Lines per call: five times the default batch of Telegraf. Each line has ten fields. */
const linesPerCall = 5000;
const fields = 10;
const rounds = 5;
const start = Date.UTC(2024, 0, 1);

/** A call with a line per machine and second. */
interface Call {
  /** Line protocol. */
  bytes: Buffer;
  /** The same points as rows of `copy`. */
  rows: string;
}

const machines = 500;
const tagIndex = (machine: number, field: number) => machine * fields + field;

function createCall(round: number, tagIds: readonly number[]): Call {
  let text = '';
  let rows = '';
  for (let line = 0; line < linesPerCall; line++) {
    const machine = line % machines;
    const time = start + (round * (linesPerCall / machines) + Math.floor(line / machines)) * 1000;
    const values = Array.from({ length: fields }, (_, field) => ((line * 31 + field * 17) % 9973) / 100);
    const written = values.map((value, field) => `f${field}=${value}`).join(',');
    text += `machine,site=north,unit=m${machine} ${written} ${time}\n`;
    for (const [field, value] of values.entries())
      rows += `${tagIds[tagIndex(machine, field)]}\t${time}\t${value}\t0\n`;
  }
  return { bytes: Buffer.from(text), rows };
}

/** Measures line protocol from bytes to durable points, against COPY of the same rows into a table with a key. */
export async function intakeBench({ database }: BenchContext): Promise<BenchRow[]> {
  const { db, pool } = database;
  await pool.query(
    'create table bench_row (tag_id int, time bigint, value float8, quality smallint, primary key (tag_id, time))',
  );
  const group = await db
    .insertInto('connection_group')
    .values({ type: 'http' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const connection = await db
    .insertInto('connection')
    .values({
      name: 'Bench',
      type: 'http',
      connection_group_id: group.id,
      configuration: '{}',
      is_paused: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sources = Array.from(
    { length: machines * fields },
    (_, place) => `machine.f${place % fields},site=north,unit=m${Math.floor(place / fields)}`,
  );
  const tags = await db
    .insertInto('tag')
    .values(
      sources.map((source) => ({
        name: source,
        caption: source,
        type: 'data_point' as const,
        source,
        connection_group_id: group.id,
      })),
    )
    .returning(['id', 'source'])
    .execute();
  const idBySource = new Map(tags.map(({ id, source }) => [source, id]));
  const tagIds = sources.map((source) => idBySource.get(source)!);
  const calls = Array.from({ length: rounds }, (_, round) => createCall(round, tagIds));
  const points = linesPerCall * fields;
  const lines = { precision: 'ms' as const, now: start };
  const [ours, copy, parsing] = await medianMilliseconds(
    rounds,
    async (round) => {
      const { bytes } = calls[round]!;
      const { stored } = await saveLines(db, { who: null, connectionId: connection.id, bytes, ...lines });
      if (stored.stored !== points) throw new Error(`${stored.stored} of ${points} points were stored`);
    },
    (round) => copyText(pool, 'copy bench_row from stdin', calls[round]!.rows),
    async (round) => {
      const text = calls[round]!.bytes.toString('utf8');
      parseLines(text, { ...lines, maximumSource: 200, maximumPoints: points });
    },
  );
  const perSecond = (milliseconds: number) => points / milliseconds;
  return [
    {
      name: 'intake: line protocol to durable points',
      value: perSecond(ours),
      unit: 'thousand points/s',
      peer: 'COPY into a table of rows',
      peerValue: perSecond(copy),
      ratio: copy / ours,
      target: null,
    },
    {
      name: 'intake: reading line protocol',
      value: perSecond(parsing),
      unit: 'thousand points/s',
      peer: 'COPY into a table of rows',
      peerValue: perSecond(copy),
      ratio: copy / parsing,
      target: null,
    },
  ];
}
