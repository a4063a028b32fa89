import { randomUUID } from 'node:crypto';
import { placeModel, previewPlacement } from '@twinward/server/src/modules/exchange/model-placement/jobs.ts';
import { previewUpgrade, upgradeTwins } from '@twinward/server/src/modules/exchange/model-upgrade/jobs.ts';
import type { CommandHandler } from '@twinward/server/src/modules/jobs/command/service.ts';
import { withTransaction } from '@twinward/server/src/platform/database/transaction.ts';
import type { Pool } from 'pg';
import { atMost, type BenchContext, type BenchRow } from '../row.ts';
import { copyTwins, inputs, insertVersions, placed, protections, seedAssets, upgraded } from './seed.ts';
import '@twinward/server/src/subscriptions.ts';

const by = { userId: 1, userName: 'bench' };

/** Measures applying a model to assets, against INSERT of the same rows, and upgrading twins to another version. */
export async function libraryBench({ database }: BenchContext): Promise<BenchRow[]> {
  const { db, pool } = database;
  await pool.query(`insert into app_user (user_name, is_admin) values ('bench', true)`);
  await seedAssets(pool);
  const carryOut = async (handler: CommandHandler, commandId: string, input: Record<string, unknown>) =>
    handler.run({
      tenant: { name: 'bench', ...database } as Parameters<CommandHandler['run']>[0]['tenant'],
      commandId,
      input,
      resumed: null,
      signal: new AbortController().signal,
      transaction: (work) => withTransaction(db, work),
      progress: async () => undefined,
    });
  const { modelId, first, second } = await insertVersions(pool);
  const place = async (from: number, to: number): Promise<number> => {
    const assetIds = Array.from({ length: to - from + 1 }, (_, i) => from + i);
    const preview = await insertCommand(pool, 'preview-placement');
    await carryOut(previewPlacement, preview, { modelId, versionId: first, assetIds, minimumScore: 0.7 });
    const commandId = await insertCommand(pool, 'place-model');
    await pool.query(
      `insert into model_placement (command_id, asset_id, outcome, inputs)
       select $1, asset_id, outcome, inputs from model_placement where command_id = $2`,
      [commandId, preview],
    );
    const begun = performance.now();
    const options = { versionId: first, activate: true, startPatterns: false };
    const result = await carryOut(placeModel, commandId, { ...options, ...by });
    if (result.placed !== assetIds.length) throw new Error(`placed ${JSON.stringify(result)}`);
    return (performance.now() - begun) / 1000;
  };
  const seconds = await place(1, placed);
  const bare = await copyTwins(pool, placed);
  for (let offset = 2 * placed; offset < upgraded; offset += placed) await copyTwins(pool, offset);
  const upgradeSeconds = await upgradeAll(pool, carryOut, second);
  return [
    atMost(
      `library: a model with ${inputs} inputs and ${protections} protections on ${placed} assets`,
      seconds,
      's',
      60,
    ),
    {
      name: 'library: the same rows',
      value: seconds,
      unit: 's',
      peer: 'bare INSERT',
      peerValue: bare,
      ratio: bare / seconds,
      target: 0.2,
    },
    atMost(`library: upgrade of ${upgraded} twins`, upgradeSeconds, 's', 360),
  ];
}

async function insertCommand(pool: Pool, type: string): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into command (id, type, target_type, target_id, target_name, input)
     values ($1, $2, 'twin-model', '1', 'Bench', '{}')`,
    [id, type],
  );
  return id;
}

async function upgradeAll(
  pool: Pool,
  carryOut: (handler: CommandHandler, commandId: string, input: Record<string, unknown>) => Promise<unknown>,
  versionId: number,
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(`select id from twin order by id limit ${upgraded}`);
  const preview = await insertCommand(pool, 'preview-upgrade');
  const commandId = await insertCommand(pool, 'upgrade-twins');
  const begun = performance.now();
  await carryOut(previewUpgrade, preview, { versionId, twinIds: rows.map(({ id }) => id) });
  await pool.query(
    `insert into model_upgrade (command_id, twin_id, from_version_id, to_version_id, taken, kept, conflicts, outcome, seen)
     select $1, twin_id, from_version_id, to_version_id, taken, kept, conflicts, outcome, seen
     from model_upgrade where command_id = $2`,
    [commandId, preview],
  );
  const input = { choices: [], others: null, undoes: null, ...by };
  const result = (await carryOut(upgradeTwins, commandId, input)) as { upgraded?: number };
  if (result.upgraded !== upgraded) throw new Error(`upgraded ${JSON.stringify(result)}`);
  return (performance.now() - begun) / 1000;
}
