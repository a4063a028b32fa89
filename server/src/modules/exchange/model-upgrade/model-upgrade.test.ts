import { type ModelDefinitionInput, modelDefinition } from '@twinward/contracts/library/definition';
import type { ModelOfTwin, PartMerge, Upgrade } from '@twinward/contracts/library/upgrade';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { createCall, runCommand } from '../../../testing/commands.ts';
import {
  makeAsset,
  makeSession,
  makeTag,
  makeTwin,
  makeUser,
  makeUserSession,
  makeViewerSession,
} from '../../../testing/factories.ts';
import { publishModel, type TestModel } from '../../../testing/twin-models.ts';
import {
  DefinitionChecks,
  lockAndReadTwins,
  readTwins,
  writeDefinitions,
} from '../twin-definition/service.ts';
import { previewUpgrade, upgradeTwins } from './jobs.ts';

let server: TestApp;
let engineer: Record<string, string>;
let first: TestModel;
let second: TestModel;
let twinIds: number[];

const define = (limit: number, further: ModelDefinitionInput['tagAliases'] = []): ModelDefinitionInput => ({
  missionTime: 'P365D',
  tagAliases: [{ id: 1, name: 'Vibration', unit: 'mm/s' }, ...further],
  indicators: [
    {
      id: 2,
      name: 'High vibration',
      thresholds: [
        { id: 3, name: 'Alarm', logic: '[Vibration] > 4', level: 500 },
        { id: 4, name: 'Trip', logic: `[Vibration] > ${limit}`, level: 1000 },
      ],
    },
  ],
});

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  engineer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['twin', 'library-model'] });
});
afterAll(() => server.close());

/** Three twins at the first of two versions. */
beforeEach(async () => {
  const { db } = server.tenant;
  first = await publishModel(server, engineer, define(7));
  twinIds = [];
  for (let i = 0; i < 3; i++) {
    twinIds.push(await makeTwin(db, { assetId: await makeAsset(db), aliases: [] }));
  }
  await write(twinIds, define(7), first.versionId);
  second = await publishModel(server, engineer, define(8, [{ id: 5, name: 'Flow' }]), first);
});

async function write(ids: readonly number[], definition: ModelDefinitionInput, modelVersionId: number) {
  const by = { userId: await makeUser(server.tenant.db), userName: 'engineer' };
  await withTransaction(server.tenant.db, async (db) => {
    const twins = await lockAndReadTwins(db, ids);
    const parsed = modelDefinition.parse(definition);
    const targets = twins.map((twin) => ({ twin, definition: parsed, modelVersionId }));
    const written = await writeDefinitions(db, by, targets, {
      checks: new DefinitionChecks(),
      startPatterns: false,
    });
    expect(written.map(({ problem }) => problem)).toEqual(ids.map(() => null));
  });
}

/** Changes the trip limit of a twin. */
async function tune(twinId: number, limit: number) {
  await write([twinId], define(limit), first.versionId);
}

async function call(method: 'GET' | 'POST', url: string, body?: object) {
  const answer = await server.ask(method, url, engineer, body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
}

async function command(url: string, body?: object) {
  const { commandId } = await call('POST', url, body);
  const handlers = { 'preview-upgrade': previewUpgrade, 'upgrade-twins': upgradeTwins };
  await runCommand(server.tenant, handlers, commandId);
  return call('GET', `/api/commands/${commandId}`);
}

const preview = (body: object = {}) => command(`/api/library/models/${first.id}/upgrades`, body);
const apply = (commandId: string, body: object = {}) =>
  command(`/api/library/upgrades/${commandId}/apply`, body);
const listed = (commandId: string): Promise<Upgrade[]> => call('GET', `/api/library/upgrades/${commandId}`);

async function readState(twinId: number) {
  const [twin] = await readTwins(server.tenant.db, [twinId]);
  const { definition, modelVersionId, rows } = twin!;
  return {
    modelVersionId,
    trip: definition.indicators[0]!.thresholds[1]!.logic,
    inputs: definition.tagAliases.map(({ name }) => name),
    rows,
  };
}

describe('upgrading twins', () => {
  test('previews changes that are taken, kept and in conflict, without writing anything', async () => {
    await tune(twinIds[2]!, 9);
    const { commandId, result } = await preview();
    expect(result).toEqual({ proposed: 2, conflict: 1 });
    const rows = await listed(commandId);
    expect(rows[0]).toMatchObject({
      twinId: twinIds[2],
      from: { versionId: first.versionId, major: 1, minor: 0, patch: 0 },
      to: { versionId: second.versionId, major: 1, minor: 1, patch: 0 },
      level: 'minor',
      taken: 1,
      kept: 0,
      conflicts: 1,
      outcome: 'conflict',
    });
    expect(rows[1]).toMatchObject({ taken: 2, kept: 0, conflicts: 0, outcome: 'proposed' });
    const parts: PartMerge[] = await call('GET', `/api/library/upgrades/${commandId}/twins/${twinIds[2]}`);
    expect(parts).toContainEqual({
      kind: 'thresholds',
      id: 4,
      name: 'Trip',
      parent: 'High vibration',
      change: 'changed',
      outcome: 'conflict',
      fields: [
        {
          field: 'logic',
          base: '[Vibration] > 7',
          model: '[Vibration] > 8',
          twin: '[Vibration] > 9',
          outcome: 'conflict',
        },
      ],
    });
    expect(await readState(twinIds[0]!)).toMatchObject({
      modelVersionId: first.versionId,
      inputs: ['Vibration'],
    });
  });

  test('upgrades twins, keeps their rows, and skips twins with open conflicts', async () => {
    await tune(twinIds[2]!, 9);
    const before = await readState(twinIds[0]!);
    const { commandId } = await preview();
    const applied = await apply(commandId);
    expect(applied.result).toEqual({ upgraded: 2, conflict: 1 });
    const after = await readState(twinIds[0]!);
    expect(after).toMatchObject({
      modelVersionId: second.versionId,
      trip: '[Vibration] > 8',
      inputs: ['Flow', 'Vibration'],
    });
    for (const [part, row] of before.rows) expect(after.rows.get(part)).toBe(row);
    expect((await listed(applied.commandId))[0]).toMatchObject({
      outcome: 'conflict',
      message: 'One conflict is left.',
    });
    expect(await readState(twinIds[2]!)).toMatchObject({ modelVersionId: first.versionId });
    const audits = await server.tenant.db
      .selectFrom('audit_entry')
      .select('new')
      .where('entity_type', '=', 'twin')
      .where('entity_id', '=', String(twinIds[0]))
      .execute();
    expect(audits).toMatchObject([{ new: { parts: ['added Flow', 'changed Trip'] } }]);
  });

  test('resolves conflicts by choices: for one twin before those for all, then for the other twins', async () => {
    for (const twinId of twinIds) await tune(twinId, 9);
    const { commandId } = await preview();
    const { result } = await apply(commandId, {
      choices: [
        { kind: 'thresholds', id: 4, field: 'logic', take: 'twin' },
        { twinId: twinIds[1], kind: 'thresholds', id: 4, take: 'model' },
      ],
    });
    expect(result).toEqual({ upgraded: 3 });
    expect((await readState(twinIds[0]!)).trip).toBe('[Vibration] > 9');
    expect((await readState(twinIds[1]!)).trip).toBe('[Vibration] > 8');
    const third = await publishModel(server, engineer, define(10), first);
    const next = await preview({ twinIds: [twinIds[0]] });
    expect((await apply(next.commandId, { others: 'model' })).result).toEqual({ upgraded: 1 });
    expect(await readState(twinIds[0]!)).toMatchObject({
      modelVersionId: third.versionId,
      trip: '[Vibration] > 10',
      inputs: ['Vibration'],
    });
  });

  test('skips excluded twins, and twins that were changed since the preview', async () => {
    const { commandId } = await preview();
    await tune(twinIds[0]!, 9);
    const applied = await apply(commandId, { exceptTwinIds: [twinIds[1]] });
    expect(applied.result).toEqual({ changed: 1, 'left-out': 1, upgraded: 1 });
    expect((await listed(applied.commandId)).find(({ twinId }) => twinId === twinIds[0])).toMatchObject({
      outcome: 'changed',
      message: 'The twin was changed since the preview.',
    });
  });

  test('undoes the upgrade of twins that were not changed since', async () => {
    await tune(twinIds[0]!, 9);
    const before = await readState(twinIds[0]!);
    const { commandId } = await preview();
    const applied = await apply(commandId, { others: 'model' });
    await write([twinIds[1]!], define(11, [{ id: 5, name: 'Flow' }]), second.versionId);
    const undone = await command(`/api/library/upgrades/${applied.commandId}/undo`);
    expect(undone.result).toEqual({ undone: 2, changed: 1 });
    expect(await readState(twinIds[0]!)).toEqual(before);
    expect(await readState(twinIds[1]!)).toMatchObject({ trip: '[Vibration] > 11' });
    const outcomes = (await listed(applied.commandId)).map(({ outcome }) => outcome);
    expect(outcomes.sort()).toEqual(['undone', 'undone', 'upgraded']);
    await write([twinIds[1]!], define(8, [{ id: 5, name: 'Flow' }]), second.versionId);
    const again = await command(`/api/library/upgrades/${applied.commandId}/undo`);
    expect(again.result).toEqual({ undone: 1 });
    const nothing = await server.ask('POST', `/api/library/upgrades/${applied.commandId}/undo`, engineer);
    expect(nothing.statusCode).toBe(409);
  });

  describe('an undo of an upgrade that removed parts', () => {
    const started = new Date('2025-03-01T00:00:00Z');

    /**
     * Upgrades a twin to a version without its mapped flow and the protection that reads it.
     * @returns the id of the command.
     */
    async function upgradeAway(twinId: number, tagId: number): Promise<string> {
      const { db } = server.tenant;
      const whole = define(8, [{ id: 5, name: 'Flow' }]);
      const lowFlow = {
        id: 6,
        name: 'Low flow',
        thresholds: [{ id: 7, name: 'Low', logic: '[Flow] < 1', level: 500 }],
      };
      const full = await publishModel(
        server,
        engineer,
        { ...whole, indicators: [...whole.indicators!, lowFlow] },
        first,
      );
      await write([twinId], { ...whole, indicators: [...whole.indicators!, lowFlow] }, full.versionId);
      await db
        .updateTable('tag_alias')
        .set({ mapped_tag_id: tagId })
        .where('twin_id', '=', twinId)
        .where('name', '=', 'Flow')
        .execute();
      await db
        .updateTable('protection')
        .set({ start_date: started, fields: JSON.stringify({ room: 'B 12' }) })
        .where('twin_id', '=', twinId)
        .where('name', '=', 'Low flow')
        .execute();
      await publishModel(server, engineer, define(8), first);
      const { commandId } = await preview({ twinIds: [twinId] });
      const applied = await apply(commandId);
      expect(applied.result).toEqual({ upgraded: 1 });
      expect((await readState(twinId)).inputs).toEqual(['Vibration']);
      return applied.commandId;
    }

    async function undo(commandId: string) {
      expect((await command(`/api/library/upgrades/${commandId}/undo`)).result).toEqual({ undone: 1 });
    }

    async function restored(twinId: number) {
      const [twin] = await readTwins(server.tenant.db, [twinId]);
      return { tag: twin!.mappedTags.get(5)?.id ?? null, lowFlow: twin!.further.get(6) };
    }

    beforeAll(async () => {
      const admin = await makeSession(server.tenant.db, { isAdmin: true });
      const type = (await server.ask('GET', '/api/recordtypes/protection', admin)).json();
      const fields = [{ kind: 'text', name: 'room', caption: 'Room' }];
      const answer = await server.ask('PUT', '/api/recordtypes/protection', admin, { ...type, fields });
      expect(answer.statusCode, answer.body).toBe(200);
    });

    test('restores their tags, further fields and start dates', async () => {
      const tagId = await makeTag(server.tenant.db);
      await undo(await upgradeAway(twinIds[0]!, tagId));
      expect(await restored(twinIds[0]!)).toEqual({
        tag: tagId,
        lowFlow: { fields: { room: 'B 12' }, startDate: started },
      });
    });

    test('leaves an input unmapped if its tag was deleted', async () => {
      const { db } = server.tenant;
      const tagId = await makeTag(db);
      const commandId = await upgradeAway(twinIds[0]!, tagId);
      await db.deleteFrom('tag').where('id', '=', tagId).execute();
      await undo(commandId);
      expect(await restored(twinIds[0]!)).toMatchObject({ tag: null });
    });

    test('supports upgrades that were stored without tags, fields and start dates', async () => {
      const commandId = await upgradeAway(twinIds[0]!, await makeTag(server.tenant.db));
      await sql`
        update model_upgrade set before = before - 'beside' where command_id = ${commandId}`.execute(
        server.tenant.db,
      );
      await undo(commandId);
      expect(await restored(twinIds[0]!)).toEqual({
        tag: null,
        lowFlow: { fields: {}, startDate: null },
      });
    });
  });

  test('resumes after a crash without a partial upgrade', async () => {
    const { db } = server.tenant;
    const more: number[] = [];
    for (let i = 0; i < 19; i++) more.push(await makeTwin(db, { aliases: [] }));
    await write(more, define(7), first.versionId);
    const { commandId } = await preview();
    const applied = await call('POST', `/api/library/upgrades/${commandId}/apply`, {});
    const { input } = await db
      .selectFrom('command')
      .select('input')
      .where('id', '=', applied.commandId)
      .executeTakeFirstOrThrow();
    let blocks = 0;
    const crashing = createCall(server.tenant, {
      commandId: applied.commandId,
      input,
      progress: async () => {
        blocks += 1;
        if (blocks === 2) throw new Error('The process died.');
      },
    });
    await expect(upgradeTwins.run(crashing)).rejects.toThrow('The process died.');
    const versions = () =>
      db
        .selectFrom('twin')
        .select(['model_version_id', (eb) => eb.fn.countAll<number>().as('count')])
        .where('id', 'in', [...twinIds, ...more])
        .groupBy('model_version_id')
        .orderBy('count')
        .execute();
    expect(await versions()).toEqual([
      { model_version_id: first.versionId, count: 2 },
      { model_version_id: second.versionId, count: 20 },
    ]);
    await runCommand(server.tenant, { 'upgrade-twins': upgradeTwins }, applied.commandId);
    expect(await versions()).toEqual([{ model_version_id: second.versionId, count: 22 }]);
  });

  test('downgrades twins to an older version in the same way', async () => {
    const { commandId } = await preview();
    await apply(commandId);
    const down = await preview({ versionId: first.versionId });
    expect((await apply(down.commandId)).result).toEqual({ upgraded: 3 });
    expect(await readState(twinIds[0]!)).toMatchObject({
      modelVersionId: first.versionId,
      trip: '[Vibration] > 7',
      inputs: ['Vibration'],
    });
  });

  test('shows how a twin differs from its model, and which version is newer', async () => {
    await tune(twinIds[0]!, 9);
    const found: ModelOfTwin = await call('GET', `/api/twins/${twinIds[0]}/model`);
    expect(found).toMatchObject({
      modelId: first.id,
      current: { versionId: first.versionId },
      newest: { versionId: second.versionId },
      differences: [
        {
          kind: 'thresholds',
          id: 4,
          name: 'Trip',
          parent: 'High vibration',
          change: 'changed',
          fields: [{ field: 'logic', before: '[Vibration] > 7', after: '[Vibration] > 9' }],
        },
      ],
    });
    const bare = await makeTwin(server.tenant.db, { aliases: [] });
    expect(await call('GET', `/api/twins/${bare}/model`)).toBeNull();
  });

  test('rejects invalid requests, other users and other commands', async () => {
    const url = `/api/library/models/${first.id}/upgrades`;
    const status = async (path: string, body: object, headers = engineer) =>
      (await server.ask('POST', path, headers, body)).statusCode;
    expect(await status(url, { twinIds: [] })).toBe(400);
    expect(await status(url, {}, {})).toBe(401);
    expect(await status(url, {}, await makeViewerSession(server.tenant.db))).toBe(403);
    expect(await status('/api/library/models/999999/upgrades', {})).toBe(404);
    expect(await status(url, { versionId: 999_999 })).toBe(404);
    expect(await status(url, { twinIds: [999_999] })).toBe(409);
    const { commandId } = await preview();
    const other = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['twin'] });
    expect(await status(`/api/library/upgrades/${commandId}/apply`, {}, other)).toBe(404);
    expect(await status(`/api/library/upgrades/${commandId}/undo`, {})).toBe(409);
    const unknown = await server.ask('GET', `/api/library/upgrades/${commandId}/twins/999999`, engineer);
    expect(unknown.statusCode).toBe(404);
  });
});

describe('notifications of upgrades', () => {
  const listMessages = async (userId: number, type: string) =>
    (
      await server.tenant.db
        .selectFrom('notification')
        .select(['message', 'url'])
        .where('user_id', '=', userId)
        .where('type', '=', type)
        .orderBy('id')
        .execute()
    ).map(({ message, url }) => ({ message, url }));

  async function subscribe(...ids: number[]): Promise<number> {
    const userId = await makeUser(server.tenant.db, { groups: ['VIEWERS'] });
    const headers = await makeUserSession(server.tenant.db, userId);
    for (const id of ids) {
      const answer = await server.ask('POST', `/api/twins/subscriptions/${id}`, headers);
      expect(answer.statusCode, answer.body).toBeLessThan(300);
    }
    return userId;
  }

  test('notifies subscribers of twins of a newer version, once each', async () => {
    const one = await subscribe(twinIds[0]!);
    const both = await subscribe(twinIds[1]!, twinIds[2]!);
    const none = await subscribe(await makeTwin(server.tenant.db));
    await publishModel(server, engineer, define(9), second);
    expect(await listMessages(one, 'waiting')).toEqual([
      {
        message: expect.stringMatching(
          / is published: 1 twin that you have subscribed to waits for the upgrade\.$/,
        ),
        url: `/apps/twins/${twinIds[0]}`,
      },
    ]);
    expect(await listMessages(both, 'waiting')).toEqual([
      {
        message: expect.stringMatching(/: 2 twins that you have subscribed to wait for the upgrade\.$/),
        url: `/apps/library/twin-models/${first.id}`,
      },
    ]);
    expect(await listMessages(none, 'waiting')).toEqual([]);
  });

  test('notifies subscribers of upgraded and restored twins, and its user of skipped twins', async () => {
    await tune(twinIds[2]!, 9);
    const one = await subscribe(twinIds[0]!);
    const conflict = await subscribe(twinIds[2]!);
    const { commandId } = await preview();
    const applied = await apply(commandId);
    const [told] = await listMessages(one, 'upgraded');
    expect(told).toEqual({
      message: expect.stringMatching(/ was upgraded to another version by /),
      url: `/apps/twins/${twinIds[0]}`,
    });
    expect(await listMessages(conflict, 'upgraded')).toEqual([]);
    const { created_by: userId } = await server.tenant.db
      .selectFrom('command')
      .select('created_by')
      .where('id', '=', applied.commandId)
      .executeTakeFirstOrThrow();
    expect((await listMessages(userId!, 'failed')).at(-1)).toEqual({
      message: expect.stringMatching(/: the upgrade left 1 twin unchanged\.$/),
      url: `/apps/library/twin-models/${first.id}/upgrade?command=${applied.commandId}`,
    });
    await command(`/api/library/upgrades/${applied.commandId}/undo`);
    expect((await listMessages(one, 'upgraded')).at(-1)!.message).toMatch(
      / was restored to its previous version by /,
    );
  });

  test('notifies its user of a failed upgrade', async () => {
    const { commandId } = await preview();
    const { commandId: applying } = await call('POST', `/api/library/upgrades/${commandId}/apply`, {});
    const broken = {
      ...upgradeTwins,
      run: () => Promise.reject(new AppError('conflict', 'The disk is full.')),
    };
    await runCommand(server.tenant, { 'upgrade-twins': broken }, applying);
    const { created_by: userId } = await server.tenant.db
      .selectFrom('command')
      .select('created_by')
      .where('id', '=', applying)
      .executeTakeFirstOrThrow();
    expect((await listMessages(userId!, 'failed')).at(-1)!.message).toMatch(
      /: the upgrade failed\. The disk is full\.$/,
    );
  });
});
