import { setTimeout as delay } from 'node:timers/promises';
import type { ListBody } from '@twinward/contracts/core/list';
import { listRecords } from '@twinward/server/src/modules/records/record/service.ts';
import { percentile } from './percentile.ts';
import { fieldChangeBench } from './records/field-change.ts';
import { importBench } from './records/import.ts';
import { addPeer, type PeerList, selectPeer } from './records/peer.ts';
import { buildIndexes, createType, fillRecords, type Scene, toActor } from './records/scene.ts';
import type { BenchContext, BenchRow } from './row.ts';

/** A small run: `RECORDS=20000 npm run bench records`. */
const count = Number(process.env.RECORDS ?? 1_000_000);
const importCount = Math.min(100_000, count);

/** Measures records of a type with 20 fields against a hand-written table with the same columns and indexes. */
export async function recordsBench(context: BenchContext): Promise<BenchRow[]> {
  const scene = await createType(context);
  const imported = await importBench(context, scene, importCount);
  if (process.env.ONLY_IMPORT) return imported;
  await fillRecords(context, scene, count);
  await buildIndexes(context, scene);
  await addPeer(context, scene);
  return [...imported, ...(await listBench(context, scene)), ...(await fieldChangeBench(context, scene))];
}

const readers = 20;
const seconds = 15;

/** Typical requests: at most one filter, one sort, pages of 100. */
const requests: { ours: ListBody; peer: PeerList }[] = [
  ...(['n1', 'n3', 't2', 'd1', 'i2'] as const).map((field) => ({
    ours: { filters: [], sorts: [{ field: `fields.${field}`, direction: 'Descending' as const }] },
    peer: { where: 'true', order: `${field} desc nulls last, id desc` },
  })),
  ...[7, 33, 61].map((value) => ({
    ours: {
      filters: [{ field: 'fields.i1', operator: 'EqualTo' as const, value }],
      sorts: [{ field: 'fields.i1', direction: 'Ascending' as const }],
    },
    peer: { where: `i1 = ${value}`, order: 'i1 asc nulls first, id asc' },
  })),
  ...[0.01, 0.5].map((share) => ({
    ours: {
      filters: [{ field: 'fields.n2', operator: 'LessThan' as const, value: share }],
      sorts: [{ field: 'fields.n2', direction: 'Descending' as const }],
    },
    peer: { where: `n2 < ${share}`, order: 'n2 desc nulls last, id desc' },
  })),
  {
    ours: {
      filters: [{ field: 'fields.d2', operator: 'GreaterThanEqualTo', value: '2026-12-01' }],
      sorts: [{ field: 'fields.d2', direction: 'Ascending' }],
    },
    peer: { where: `d2 >= '2026-12-01'`, order: 'd2 asc nulls first, id asc' },
  },
  {
    ours: { filters: [{ field: 'fields.t1', operator: 'EqualTo', value: 'Name 123' }], sorts: [] },
    peer: { where: `t1 = 'Name 123'`, order: 't1 desc nulls last, id desc' },
  },
];

async function listBench(context: BenchContext, scene: Scene): Promise<BenchRow[]> {
  const { pool } = context.database;
  const actor = toActor(context, scene);
  const paging = { pageNumber: 1, pageSize: 100 };
  const ours = (turn: number) =>
    listRecords(actor, scene.name, { ...requests[turn % requests.length]!.ours, ...paging });
  const peer = (turn: number) => selectPeer(pool, requests[turn % requests.length]!.peer);
  for (let turn = 0; turn < requests.length; turn++) {
    const { total } = await ours(turn);
    const expected = await peer(turn);
    if (total !== expected.total)
      throw new Error(`request ${turn}: ${total} records, the table has ${expected.total}`);
  }
  const times = await together(ours);
  const peerTimes = await together(peer);
  const [value, peerValue] = [percentile(times, 0.95), percentile(peerTimes, 0.95)];
  return [
    {
      name: `records: list of ${count.toLocaleString('en-US')} with total, 20 users, 95th percentile`,
      value,
      unit: 'ms',
      peer: 'hand-made table',
      peerValue,
      ratio: peerValue / value,
      target: 0.5,
    },
    {
      name: 'records: the same against the limit',
      value,
      unit: 'ms',
      peer: 'limit of 50 ms',
      peerValue: 50,
      ratio: 50 / value,
      target: 1,
    },
  ];
}

/** Returns the milliseconds of calls by several users, each with a call per second. */
async function together(call: (turn: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const read = async (reader: number): Promise<void> => {
    await delay((reader * 1000) / readers);
    for (let second = 0; second < seconds; second++) {
      const begun = performance.now();
      await call(reader + 7 * second);
      const took = performance.now() - begun;
      times.push(took);
      await delay(Math.max(0, 1000 - took));
    }
  };
  await Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)));
  return times;
}
