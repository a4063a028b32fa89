import { type ModelDefinitionInput, modelDefinition } from '@twinward/contracts/library/definition';
import type { Pool } from 'pg';
import { fillInBulk } from '../bulk.ts';

/** Number of twins that are created by applying the model. All others are copies of them. */
export const placed = 1_000;
export const upgraded = 20_000;
export const inputs = 10;
export const protections = 5;

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

export async function seedAssets(pool: Pool): Promise<void> {
  await fillInBulk(pool, async (client) => {
    await client.query(
      `insert into asset (unique_id, asset_name, is_equipment, path)
       select 'A-' || i, 'Asset ' || i, true, '/' || i || '/' from generate_series(1, ${upgraded}) as i`,
    );
    await client.query(
      `insert into tag (name, caption, type) select unique_id || '.' || i, 'Tag', 'data_point'
       from asset, generate_series(0, ${inputs - 1}) as i`,
    );
    await client.query(
      `insert into asset_tag (asset_id, tag_id)
       select asset.id, tag.id from tag join asset on unique_id = split_part(name, '.', 1)`,
    );
  });
}

/** A model with two versions. @returns their ids */
export async function insertVersions(
  pool: Pool,
): Promise<{ modelId: number; first: number; second: number }> {
  const { rows: models } = await pool.query<{ id: number }>(
    `insert into twin_model (name, access_level) values ('Bench', 'tenant') returning id`,
  );
  const modelId = models[0]!.id;
  const { rows } = await pool.query<{ id: number }>(
    `insert into twin_model_version (model_id, state, major, minor, patch, definition, published_at)
     values ($3, 'published', 1, 0, 0, $1, now()), ($3, 'published', 1, 0, 1, $2, now()) returning id`,
    [
      ...[define(1), define(2)].map((definition) => JSON.stringify(modelDefinition.parse(definition))),
      modelId,
    ],
  );
  return { modelId, first: rows[0]!.id, second: rows[1]!.id };
}

/**
 * Copies the rows of the twins of the first assets to the assets whose ids are higher by `offset`, in one transaction.
 * @returns seconds
 */
export async function copyTwins(pool: Pool, offset: number): Promise<number> {
  const client = await pool.connect();
  const pair = `join twin as old on old.id = row.twin_id join twin as now on now.asset_id = old.asset_id + ${offset}`;
  const begun = performance.now();
  await client.query('begin');
  await client.query(
    `insert into twin (asset_id, active, model_version_id)
     select asset_id + ${offset}, active, model_version_id from twin where asset_id <= ${placed}`,
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
