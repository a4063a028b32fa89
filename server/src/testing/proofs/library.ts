import type { Command } from '@twinward/contracts/core/command';
import { expect } from 'vitest';
import type { Db } from '../../platform/database/database.ts';
import { Client } from '../client.ts';
import { makeAsset } from '../factories.ts';
import { Instance } from '../instance.ts';

export interface LibraryCrashOptions {
  /** An empty folder. */
  directory: string;
  /** How often each step is cut off. */
  rounds: number;
  /** Assets of a round: enough that a step is still running when it is to be killed. */
  assets: number;
}

const password = 'Rotor-42!';
const inputs = 5;

/** A model whose twins have five inputs and five protections. */
const define = (limit: number) => ({
  tagAliases: Array.from({ length: inputs }, (_, i) => ({ id: i + 1, name: `Input ${i}` })),
  indicators: Array.from({ length: inputs }, (_, i) => ({
    id: 100 + i,
    name: `Protection ${i}`,
    thresholds: [{ id: 200 + i, name: 'High', logic: `[Input ${i}] > ${limit}`, level: 500 }],
  })),
});

/**
 * Kills everything while a model is put on assets and while its twins are upgraded and taken back, round after round. Each
 * time the next start must go on, and leave no half twin and no double.
 */
export async function surviveLibraryCrashes({
  directory,
  rounds,
  assets,
}: LibraryCrashOptions): Promise<void> {
  const start = () => new Instance({ directory, environment: { ADMIN_PASSWORD: password } });
  let instance = start();
  let client = await Client.signIn(await instance.address(), 'admin', password);

  /** Starts a command, kills everything once it has done some of its work, and follows it after the next start. */
  async function cutOff(path: string, body: object, done: readonly string[]): Promise<Command> {
    const { commandId } = (await client.call('POST', path, body)) as { commandId: string };
    const count = ({ result }: Command) =>
      done.reduce((sum, name) => sum + Number((result as Record<string, number> | null)?.[name] ?? 0), 0);
    await client.follow(commandId, (command) => count(command) > 0 || command.status === 'done');
    await instance.killEverything();
    instance = start();
    client = await Client.signIn(await instance.address(), 'admin', password);
    return client.follow(commandId, ({ status }) => status === 'done');
  }

  const expectTwins = (model: { id: number }, limit: number) =>
    instance.withTenant('demo', ({ db }) => expectWhole(db, model.id, { limit, count: assets }));

  try {
    for (let round = 0; round < rounds; round++) {
      const model = await publish(client, `Model ${round}`, 1);
      const assetIds = await instance.withTenant('demo', async ({ db }) => {
        const ids: number[] = [];
        for (let i = 0; i < assets; i++) ids.push(await makeAsset(db));
        return ids;
      });
      const chosen = { assets: { kind: 'ids', assetIds } };
      const preview = await cutOff(`/api/library/models/${model.id}/placements`, chosen, ['done']);
      expect(preview.result).toEqual({ proposed: assets });
      const place = `/api/library/placements/${preview.commandId}/apply`;
      expect((await cutOff(place, {}, ['placed'])).result).toEqual({ placed: assets });
      await expectTwins(model, 1);
      await publish(client, `Model ${round}`, 2, model.id);
      const proposed = await cutOff(`/api/library/models/${model.id}/upgrades`, {}, ['done']);
      expect(proposed.result).toEqual({ proposed: assets });
      const upgrade = `/api/library/upgrades/${proposed.commandId}/apply`;
      const upgraded = await cutOff(upgrade, {}, ['upgraded']);
      expect(upgraded.result).toEqual({ upgraded: assets });
      await expectTwins(model, 2);
      const undo = `/api/library/upgrades/${upgraded.commandId}/undo`;
      expect((await cutOff(undo, {}, ['undone'])).result).toEqual({ undone: assets });
      await expectTwins(model, 1);
    }
    expect(await instance.end('SIGTERM')).toBe(0);
  } finally {
    await instance.end('SIGTERM');
  }
}

async function publish(client: Client, name: string, limit: number, id?: number): Promise<{ id: number }> {
  type Model = { id: number; version: number };
  const models = '/api/library/models';
  const before = (await (id === undefined
    ? client.call('POST', models, { name })
    : client.call('GET', `${models}/${id}`))) as Model;
  const change = { name, definition: define(limit), version: before.version };
  const draft = (await client.call('PUT', `${models}/${before.id}`, change)) as Model;
  return (await client.call('POST', `${models}/${before.id}/publish`, { version: draft.version })) as Model;
}

/** Every twin of the model has each of its parts once, with this limit. */
async function expectWhole(
  db: Db,
  modelId: number,
  { limit, count }: { limit: number; count: number },
): Promise<void> {
  const twins = db
    .selectFrom('twin')
    .innerJoin('twin_model_version', 'twin_model_version.id', 'twin.model_version_id')
    .select('twin.id')
    .where('model_id', '=', modelId);
  const found = await twins.execute();
  expect(found).toHaveLength(count);
  const aliases = await db.selectFrom('tag_alias').select('id').where('twin_id', 'in', twins).execute();
  expect(aliases).toHaveLength(inputs * count);
  const thresholds = await db
    .selectFrom('threshold')
    .innerJoin('protection', 'protection.id', 'protection_id')
    .select('logic')
    .where('twin_id', 'in', twins)
    .execute();
  expect(thresholds).toHaveLength(inputs * count);
  expect(thresholds.filter(({ logic }) => !logic.endsWith(`> ${limit}`))).toEqual([]);
}
