import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { startEvaluation } from '@twinward/server/src/modules/protections/evaluation/service.ts';
import { createSecrets } from '@twinward/server/src/platform/config/secrets.ts';
import { listen } from '@twinward/server/src/platform/database/listen.ts';
import { createLogger } from '@twinward/server/src/platform/process/log.ts';
import { appendPoints } from '@twinward/server/src/series/index.ts';
import { makeAsset, makeProtection, makeTag, makeTwin } from '@twinward/server/src/testing/factories.ts';
import type { BenchContext, BenchRow } from './row.ts';

const runs = 100;

/**
 * Measures the time from the call that appends a point to the notification that the changed level is stored, against
 * the minimum on the same database: storing a row, updating a row and receiving a notification.
 */
export async function evaluationBench({ database, connectionString }: BenchContext): Promise<BenchRow[]> {
  const { db, pool } = database;
  const assetId = await makeAsset(db);
  const tagId = await makeTag(db, { assetIds: [assetId] });
  const aliases = [{ name: 'Temperature', type: 'data_point' as const, mappedTagId: tagId }];
  await makeProtection(db, { twinId: await makeTwin(db, { assetId, aliases }) });
  await pool.query('create table bench_level (time bigint primary key, level int)');
  await pool.query('insert into bench_level values (0, 0)');
  const log = createLogger('silent');
  const notified = new EventEmitter();
  const subscriptions = ['twinward_events', 'bench'].map((channel) =>
    listen({
      connectionString,
      channel,
      log,
      onNotification: (payload) => notified.emit(payload.includes('"evaluated"') ? 'evaluated' : channel),
    }),
  );
  for (const { attempted } of subscriptions) await attempted;

  const evaluation = await startEvaluation(
    {
      name: 'bench',
      db,
      pool,
      connectionString,
      ownerUrl: connectionString,
      secrets: createSecrets(randomBytes(32)),
    },
    log,
  );
  try {
    const ours: number[] = [];
    const peer: number[] = [];
    for (let run = 0; run < runs; run++) {
      let started = performance.now();
      const stored = once(notified, 'evaluated');
      await appendPoints(db, [{ tagId, times: [run * 1000], values: [run % 2 === 0 ? 90 : 10] }]);
      await stored;
      ours.push(performance.now() - started);

      started = performance.now();
      const heard = once(notified, 'bench');
      await pool.query(`insert into bench_level values (${run + 1}, ${run})`);
      await pool.query(`update bench_level set level = ${run} where time = 0; notify bench`);
      await heard;
      peer.push(performance.now() - started);
    }
    const row = (name: string, pick: (times: number[]) => number): BenchRow => ({
      name,
      value: pick(ours),
      unit: 'ms',
      peer: 'an insert, an update and a notification',
      peerValue: pick(peer),
      ratio: pick(peer) / pick(ours),
      target: null,
    });
    return [
      row('append to stored level, median', (times) => times.toSorted((a, b) => a - b)[runs / 2]!),
      row('append to stored level, worst of 100', (times) => Math.max(...times)),
    ];
  } finally {
    await evaluation.close();
    for (const subscription of subscriptions) await subscription.close();
    await pool.query('drop table bench_level');
  }
}
