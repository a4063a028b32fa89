import { randomUUID } from 'node:crypto';
import { type ModelDefinitionInput, modelDefinition } from '@twinward/contracts/library/definition';
import { placeModel, previewPlacement } from '@twinward/server/src/modules/exchange/model-placement/jobs.ts';
import { previewUpgrade, upgradeTwins } from '@twinward/server/src/modules/exchange/model-upgrade/jobs.ts';
import type { CommandHandler } from '@twinward/server/src/modules/jobs/command/service.ts';
import { withTransaction } from '@twinward/server/src/platform/database/transaction.ts';
import type { Pool } from 'pg';
import { fillInBulk } from './bulk.ts';
import { atMost, type BenchContext, type BenchRow } from './row.ts';
import '@twinward/server/src/subscriptions.ts';

const placed = 1_000;
const upgraded = 10_000;
const inputs = 10;
const protections = 5;
const by = { userId: 1, userName: 'bench' };

const define = (limit: number): ModelDefinitionInput => ({
  tagAliases: Array.from({ length: inputs }, (_, i) => ({
    id: i + 1,
    name: `Input ${i}`,
    tagNamePattern: `{uniqueId}.${i}`,
  })),
  indicators: Array.from({ length: protections }, (_, i) => ({
    id: 100 + i,
    name: `Protection ${i}`,
    thresholds: [
      { id: 200 + i, name: 'High', logic: `[Input ${i}] > ${limit} OR [Input ${i + 5}] > 5`, level: 500 },
    ],
  })),
});

/** Puts a model on assets, beside INSERT of the same rows, and brings twins to another version. */
export async function libraryBench({ database }: BenchContext): Promise<BenchRow[]> {
  const { db, pool } = database;
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
  const [first, second] = await insertVersions(pool);
  const place = async (from: number, to: number): Promise<number> => {
    const assetIds = Array.from({ length: to - from + 1 }, (_, i) => from + i);
    const preview = await insertCommand(pool, 'preview-placement');
    await carryOut(previewPlacement, preview, { modelId: 1, versionId: first, assetIds, minimumScore: 0.7 });
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
  const bare = await insertBare(pool);
  await place(2 * placed + 1, upgraded + placed);
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
    atMost(`library: upgrade of ${upgraded} twins`, upgradeSeconds, 's', 180),
  ];
}

async function seedAssets(pool: Pool): Promise<void> {
  await pool.query(`insert into app_user (user_name, is_admin) values ('bench', true)`);
  await fillInBulk(pool, async (client) => {
    const assets = upgraded + placed;
    await client.query(
      `insert into asset (unique_id, asset_name, is_equipment, path)
       select 'A-' || i, 'Asset ' || i, true, '/' || i || '/' from generate_series(1, ${assets}) as i`,
    );
    await client.query(
      `insert into tag (name, caption, type) select unique_id || '.' || i, 'Tag', 'data_point'
       from asset, generate_series(0, ${inputs - 1}) as i where asset.id <= ${2 * placed}`,
    );
    await client.query(
      `insert into asset_tag (asset_id, tag_id)
       select asset.id, tag.id from tag join asset on unique_id = split_part(name, '.', 1)`,
    );
  });
}

async function insertVersions(pool: Pool): Promise<[number, number]> {
  await pool.query(`insert into twin_model (name) values ('Bench')`);
  const { rows } = await pool.query<{ id: number }>(
    `insert into twin_model_version (model_id, state, major, minor, patch, definition, published_at)
     values (1, 'published', 1, 0, 0, $1, now()), (1, 'published', 1, 0, 1, $2, now()) returning id`,
    [define(1), define(2)].map((definition) => JSON.stringify(modelDefinition.parse(definition))),
  );
  return [rows[0]!.id, rows[1]!.id];
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

/** The rows of the twins of the first assets once more, for the next assets, in one transaction. @returns seconds */
async function insertBare(pool: Pool): Promise<number> {
  const client = await pool.connect();
  const pair = `join twin as old on old.id = row.twin_id join twin as now on now.asset_id = old.asset_id + ${placed}`;
  const begun = performance.now();
  await client.query('begin');
  await client.query(
    `insert into twin (asset_id, active, model_version_id)
     select asset_id + ${placed}, active, model_version_id from twin where asset_id <= ${placed}`,
  );
  await client.query(
    `insert into tag_alias (twin_id, type, name, mapped_tag_id, model_part)
     select now.id, row.type, row.name, tag.id, row.model_part from tag_alias as row ${pair}
     join tag on tag.name = 'A-' || now.asset_id || '.' || substr(row.name, 7)`,
  );
  await client.query(
    `insert into protection (twin_id, name, type, active, default_level, model_part)
     select now.id, row.name, row.type, row.active, row.default_level, row.model_part from protection as row ${pair}`,
  );
  const same = `join protection as row on row.id = part.protection_id ${pair}
    join protection as own on own.twin_id = now.id and own.name = row.name`;
  await client.query(
    `insert into threshold (protection_id, position, name, logic, level, model_part)
     select own.id, part.position, part.name, part.logic, part.level, part.model_part from threshold as part ${same}`,
  );
  await client.query(
    `insert into protection_alias (protection_id, tag_alias_id)
     select own.id, alias.id from protection_alias as part ${same}
     join tag_alias as former on former.id = part.tag_alias_id
     join tag_alias as alias on alias.twin_id = now.id and alias.name = former.name`,
  );
  await client.query(
    `insert into protection_input (protection_id, alias, tag_id)
     select own.id, alias.name, alias.mapped_tag_id from protection_input as part ${same}
     join tag_alias as alias on alias.twin_id = now.id and alias.name = part.alias`,
  );
  await client.query(
    `insert into evaluation_due (protection_id, since) select own.id, null from evaluation_due as part ${same}`,
  );
  await client.query('commit');
  client.release();
  return (performance.now() - begun) / 1000;
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
