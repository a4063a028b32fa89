import { randomUUID } from 'node:crypto';
import type { Command } from '@twinward/contracts/core/command';
import { type DraftSimulation, maximumSimulatedAssets } from '@twinward/contracts/library/draft-simulation';
import { expect } from 'vitest';
import type { Db } from '../../platform/database/database.ts';
import { Client } from '../client.ts';
import { makeAsset, makeTag } from '../factories.ts';
import { Instance } from '../instance.ts';

const steps = ['preview', 'place', 'simulate', 'propose', 'upgrade', 'undo'] as const;
type Step = (typeof steps)[number];

export interface LibraryCrashOptions {
  /** An empty folder. */
  directory: string;
  /** The steps that are cut off; all unless given. */
  killed?: readonly Step[];
  /** How often each step is cut off. */
  rounds: number;
  /** Assets of a round: enough that a step is still running when it is to be killed. */
  assets: number;
}

const password = 'Rotor-42!';
const inputs = 5;
const minute = 60_000;
const begin = Date.UTC(2024, 0, 1);
/** Points of a tag: from 0 to 9 again and again. */
const points = 500;

/** A model whose twins have five inputs and five protections. */
const define = (limit: number) => ({
  tagAliases: Array.from({ length: inputs }, (_, i) => ({
    id: i + 1,
    name: `Input ${i}`,
    tagNamePattern: `{uniqueId}.${i}`,
  })),
  indicators: Array.from({ length: inputs }, (_, i) => ({
    id: 100 + i,
    name: `Protection ${i}`,
    thresholds: [{ id: 200 + i, name: 'High', logic: `[Input ${i}] > ${limit}`, level: 500 }],
  })),
});

/** Of both limits: once in ten points. */
const figures = { problem: null, figures: { excursions: points / 10 } };

/**
 * Kills everything while a model is put on assets, while its draft is simulated, and while its twins are upgraded and taken
 * back, round after round. Each time the next start must go on, and leave no half twin and no double.
 */
export async function surviveLibraryCrashes({
  directory,
  killed = steps,
  rounds,
  assets,
}: LibraryCrashOptions): Promise<void> {
  const start = () => new Instance({ directory, environment: { ADMIN_PASSWORD: password } });
  let instance = start();
  let client = await Client.signIn(await instance.address(), 'admin', password);

  /**
   * Starts a command and follows it to its end. If its step is one to kill, everything is killed once it has done some of
   * its work.
   * @param done the number in its result that counts its work
   */
  async function carryOut(step: Step, path: string, body: object, done: string): Promise<Command> {
    const { commandId } = (await client.call('POST', path, body)) as { commandId: string };
    if (killed.includes(step)) {
      const count = ({ result }: Command) => Number((result as Record<string, number> | null)?.[done] ?? 0);
      await client.follow(commandId, (command) => count(command) > 0 || command.status === 'done');
      await instance.killEverything();
      instance = start();
      client = await Client.signIn(await instance.address(), 'admin', password);
    }
    return client.follow(commandId, ({ status }) => status === 'done');
  }

  /** Simulates the draft of a model on assets: each once, and all alike. */
  async function simulate(model: { id: number }, assetIds: readonly number[]): Promise<void> {
    const path = `/api/library/models/${model.id}/draft/simulation`;
    const range = { startTime: begin, endTime: begin + points * minute };
    const { result } = await carryOut('simulate', path, { assetIds, ...range }, 'simulated');
    expect(result).toEqual({ simulated: assetIds.length });
    const simulation = await client.call<DraftSimulation>('GET', path);
    expect(simulation.assets).toHaveLength(assetIds.length);
    const [first] = simulation.assets;
    expect(first!.protections).toHaveLength(inputs);
    expect(first!.protections[0]).toMatchObject({ now: figures, draft: figures });
    for (const { protections } of simulation.assets) expect(protections).toEqual(first!.protections);
  }

  const expectTwins = (model: { id: number }, limit: number) =>
    instance.withTenant('demo', ({ db }) => expectWhole(db, model.id, { limit, count: assets }));

  try {
    for (let round = 0; round < rounds; round++) {
      const model = await publishDraft(client, await saveDraft(client, `Model ${round}`, 1));
      const { assetIds, tagIds } = await instance.withTenant('demo', ({ db }) => makeAssets(db, assets));
      await client.call('POST', '/api/data-points', tagIds.map(withPoints));
      const chosen = { assets: { kind: 'ids', assetIds } };
      const models = `/api/library/models/${model.id}`;
      const preview = await carryOut('preview', `${models}/placements`, chosen, 'done');
      expect(preview.result).toEqual({ proposed: assets });
      const place = `/api/library/placements/${preview.commandId}/apply`;
      expect((await carryOut('place', place, {}, 'placed')).result).toEqual({ placed: assets });
      await expectTwins(model, 1);
      const draft = await saveDraft(client, `Model ${round}`, 2, model.id);
      await simulate(model, assetIds.slice(0, tagIds.length));
      await expectTwins(model, 1);
      await publishDraft(client, draft);
      const proposed = await carryOut('propose', `${models}/upgrades`, {}, 'done');
      expect(proposed.result).toEqual({ proposed: assets });
      const upgrade = `/api/library/upgrades/${proposed.commandId}/apply`;
      const upgraded = await carryOut('upgrade', upgrade, {}, 'upgraded');
      expect(upgraded.result).toEqual({ upgraded: assets });
      await expectTwins(model, 2);
      const undo = `/api/library/upgrades/${upgraded.commandId}/undo`;
      expect((await carryOut('undo', undo, {}, 'undone')).result).toEqual({ undone: assets });
      await expectTwins(model, 1);
    }
    expect(await instance.end('SIGTERM')).toBe(0);
  } finally {
    await instance.end('SIGTERM');
  }
}

/** Assets, of which as many as one simulation takes have a tag for their first input. */
async function makeAssets(db: Db, count: number): Promise<{ assetIds: number[]; tagIds: number[] }> {
  const assetIds: number[] = [];
  const tagIds: number[] = [];
  for (let i = 0; i < count; i++) {
    const uniqueId = `P-${randomUUID()}`;
    const assetId = await makeAsset(db, { uniqueId });
    assetIds.push(assetId);
    if (i < maximumSimulatedAssets)
      tagIds.push(await makeTag(db, { name: `${uniqueId}.0`, assetIds: [assetId] }));
  }
  return { assetIds, tagIds };
}

const withPoints = (tagId: number) => ({
  tagId,
  points: Array.from({ length: points }, (_, i) => ({ time: begin + i * minute, value: i % 10 })),
});

interface Model {
  id: number;
  version: number;
}

/** Saves a draft of a new model, or of the one with an id. */
async function saveDraft(client: Client, name: string, limit: number, id?: number): Promise<Model> {
  const models = '/api/library/models';
  const before = await (id === undefined
    ? client.call<Model>('POST', models, { name })
    : client.call<Model>('GET', `${models}/${id}`));
  return client.call<Model>('PUT', `${models}/${before.id}`, {
    name,
    definition: define(limit),
    version: before.version,
  });
}

const publishDraft = (client: Client, { id, version }: Model): Promise<Model> =>
  client.call<Model>('POST', `/api/library/models/${id}/publish`, { version });

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
