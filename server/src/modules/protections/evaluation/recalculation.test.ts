import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJobs } from '../../../platform/jobs/job-runner.ts';
import { JobInterrupted } from '../../../platform/jobs/jobs.ts';
import { createLogger } from '../../../platform/process/log.ts';
import { importPoints, openStaging, readPoints, stagePoints } from '../../../series/index.ts';
import { heldUp, makeCommandJobs, makeHandlers, runCommand } from '../../../testing/commands.ts';
import { makeCalculatedTag, makeTag } from '../../../testing/factories.ts';
import { createGate } from '../../../testing/gate.ts';
import { Scene, t0 } from '../../../testing/scene.ts';
import { cancelCommand, endAbandonedCommands } from '../../jobs/command/service.ts';

import { updateLogic } from '../calculated-tag/service.ts';
import { recalculateTag, recalculateTagWithin } from './jobs.ts';

import { requestRecalculation } from './service.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await Scene.create();
});
afterAll(() => scene.close());

async function expectNothingStaged(): Promise<void> {
  const { rows } = await sql`
    select id from staged_series union all select tag_id from data_point_chunk where tag_id < 0`.execute(
    scene.db,
  );
  expect(rows).toEqual([]);
}

describe('a recalculation', () => {
  it('replaces the old points in one transaction, and then processes points that arrived since', async () => {
    const { db } = scene.tenant;
    const a = await makeTag(db);
    await scene.append(a, [
      [0, 1],
      [1, 2],
    ]);
    const name = 'Changed';
    const { tagId: c, commandId: first } = await makeCalculatedTag(db, {
      name,
      logic: '[A]',
      aliases: { A: a },
    });
    await scene.run(first);
    const protectionId = await scene.protect({ C: c }, [{ name: 'High', logic: '[C] > 15', level: 1 }]);
    await scene.settle();
    await db
      .transaction()
      .execute((trx) => updateLogic(trx, { id: c, name }, { logic: '[A] * 10' }, scene.userId));
    await scene.append(a, [[2, 3]]);
    await scene.settle();
    expect(await scene.readPoints(c)).toEqual([
      [0, 1],
      [1, 2],
    ]);
    const second = await requestRecalculation(db, { id: c, name }, scene.userId);
    await scene.run(second);
    expect(await scene.command(second)).toMatchObject({
      status: 'done',
      percent: 100,
      result: { points: 3 },
    });
    await scene.settle();
    expect(await scene.readPoints(c)).toEqual([
      [0, 10],
      [1, 20],
      [2, 30],
    ]);
    await scene.append(a, [[3, 1]]);
    await scene.settle();
    expect(await scene.readPoints(c)).toEqual([
      [0, 10],
      [1, 20],
      [2, 30],
      [3, 10],
    ]);
    expect(await scene.readExcursions(protectionId)).toEqual([['High', 1, 3]]);
  });

  it('pauses live evaluation, restarts if its process died, and then processes late points', async () => {
    const { db } = scene.tenant;
    const a = await makeTag(db);
    await scene.append(a, [
      [0, 1],
      [5, 2],
    ]);
    const c = await scene.calculated('AVERAGE([A], #10m)', { A: a });
    const id = await requestRecalculation(db, { id: c, name: 'C' }, scene.userId);
    expect(await requestRecalculation(db, { id: c, name: 'C' }, scene.userId)).toBe(id);
    // The state after its process died.
    await db.updateTable('command').set({ status: 'running' }).where('id', '=', id).execute();
    await db.updateTable('calculation').set({ recalculated_by: id }).where('tag_id', '=', c).execute();
    await stagePoints(db, await openStaging(db, id), {
      times: Float64Array.of(t0 - 1),
      values: Float64Array.of(77),
      qualities: null,
    });
    await scene.append(a, [[3, 9]]);
    await scene.settle();
    expect(await scene.readPoints(c)).toEqual([
      [0, 1],
      [5, 1.5],
    ]);
    await scene.run(id);
    await scene.settle();
    expect(await scene.readPoints(c)).toEqual([
      [0, 1],
      [3, 5],
      [5, 4],
    ]);
    expect((await scene.calculation(c)).recalculated_by).toBeNull();
  });

  it('takes effect once if its worker lost its database session and another worker took over', async () => {
    const { db } = scene.tenant;
    const a = await makeTag(db);
    await scene.append(a, [
      [0, 1],
      [5, 2],
    ]);
    const c = await scene.calculated('[A] * 10', { A: a });
    const id = await requestRecalculation(db, { id: c, name: 'C' }, scene.userId);
    const log = createLogger('silent');
    const gate = createGate();
    const gated = { 'recalculate-tag': heldUp(recalculateTag, 3, gate) };
    const first = await runJobs(scene.tenant, makeCommandJobs(gated), log);
    // All is staged; the first worker is about to swap.
    await gate.reached;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'twinward jobs'`.execute(db);
    const second = await runJobs(scene.tenant, makeCommandJobs({ 'recalculate-tag': recalculateTag }), log);
    const status = async () => (await scene.command(id)).status;
    await expect.poll(status, { timeout: 60_000 }).toBe('done');
    gate.open();
    await Promise.all([first.close(), second.close()]);
    expect(await status()).toBe('done');
    expect(await scene.readPoints(c)).toEqual([
      [0, 10],
      [5, 20],
    ]);
    await expectNothingStaged();
  });

  it('replaces no points if another run has taken over', async () => {
    const { db } = scene.tenant;
    const a = await makeTag(db);
    await scene.append(a, [[0, 1]]);
    const c = await scene.calculated('[A] * 10', { A: a });
    const id = await requestRecalculation(db, { id: c, name: 'C' }, scene.userId);
    for (const number of [2, 3]) {
      const gate = createGate();
      await db.updateTable('command').set({ status: 'running' }).where('id', '=', id).execute();
      const stale = runCommand(scene.tenant, { 'recalculate-tag': heldUp(recalculateTag, number, gate) }, id);
      await gate.reached;
      await scene.append(a, [[number, number]]);
      await scene.run(id);
      const points = await scene.readPoints(c);
      gate.open();
      await expect(stale).rejects.toThrow(JobInterrupted);
      expect(await scene.readPoints(c)).toEqual(points);
      expect(points.at(-1)).toEqual([number, number * 10]);
      await expectNothingStaged();
    }
  });

  it('leaves no queued work and no staged points after it was abandoned', async () => {
    const { db } = scene.tenant;
    const a = await makeTag(db);
    await scene.append(a, [[0, 1]]);
    const c = await scene.calculated('[A]', { A: a });
    const id = await requestRecalculation(db, { id: c, name: 'C' }, scene.userId);
    await db.updateTable('command').set({ status: 'running' }).where('id', '=', id).execute();
    await db.updateTable('calculation').set({ recalculated_by: id }).where('tag_id', '=', c).execute();
    await openStaging(db, id);
    await sql`delete from graphile_worker._private_jobs where key = ${`command:${id}`}`.execute(db);
    await endAbandonedCommands(db, makeHandlers({ 'recalculate-tag': recalculateTag }));
    expect((await scene.calculation(c)).recalculated_by).toBeNull();
    await expectNothingStaged();
  });

  it('changes nothing if it is canceled', async () => {
    const { db } = scene.tenant;
    const a = await makeTag(db);
    await scene.append(a, [[0, 1]]);
    const c = await scene.calculated('[A]', { A: a });
    const id = await requestRecalculation(db, { id: c, name: 'C' }, scene.userId);
    const actor = {
      userId: scene.userId,
      userName: '',
      isAdmin: true,
      groups: [],
      recordTypes: [],
      tenant: scene.tenant,
    };
    const session = {
      idHash: Buffer.alloc(0),
      createdAt: new Date(),
      expiresAt: new Date(),
      mustEnrol: false,
      mustChangePassword: false,
    };
    await cancelCommand({ ...actor, session }, id);
    await scene.run(id);
    expect(await scene.command(id)).toMatchObject({ status: 'canceled' });
    await scene.append(a, [[1, 2]]);
    await scene.settle();
    expect(await scene.readPoints(c)).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it('ends when its tag is deleted, and leaves nothing behind', async () => {
    const { db } = scene.tenant;
    const a = await makeTag(db);
    await scene.append(a, [[0, 1]]);
    const { tagId, commandId } = await makeCalculatedTag(db, { logic: '[A]', aliases: { A: a } });
    await db.deleteFrom('tag').where('id', '=', tagId).execute();
    await scene.run(commandId);
    expect(await scene.command(commandId)).toMatchObject({ status: 'error', error: 'Tag not found.' });
    expect(await scene.readPoints(tagId)).toEqual([]);
  });

  it('is superseded by a recalculation of a newer definition', async () => {
    const { db } = scene.tenant;
    const a = await makeTag(db);
    await scene.append(a, [[0, 1]]);
    const { tagId: c, commandId: old } = await makeCalculatedTag(db, {
      name: 'Newer',
      logic: '[A]',
      aliases: { A: a },
    });
    await db.updateTable('command').set({ status: 'running' }).where('id', '=', old).execute();
    await db
      .transaction()
      .execute((trx) => updateLogic(trx, { id: c, name: 'Newer' }, { logic: '[A] + 1' }, scene.userId));
    const id = await requestRecalculation(db, { id: c, name: 'Newer' }, scene.userId);
    expect(id).not.toBe(old);
    await scene.run(id);
    await scene.run(old);
    expect([(await scene.command(old)).status, (await scene.command(id)).status]).toEqual([
      'canceled',
      'done',
    ]);
    expect(await scene.readPoints(c)).toEqual([[0, 2]]);
  });

  it('includes all changes made while it is queued', async () => {
    const { db } = scene.tenant;
    const { userId } = scene;
    const a = await makeTag(db);
    await scene.append(a, [[0, 1]]);
    const name = 'Changed again and again';
    const made = await makeCalculatedTag(db, { name, logic: '[A]', aliases: { A: a }, userId });
    for (let count = 1; count <= 20; count += 1) {
      const change = { logic: `[A] + ${count}` };
      await db.transaction().execute((trx) => updateLogic(trx, { id: made.tagId, name }, change, userId));
    }
    const commands = await db
      .selectFrom('command')
      .select('id')
      .where('type', '=', 'recalculate-tag')
      .where('target_id', '=', String(made.tagId))
      .execute();
    expect(commands).toEqual([{ id: made.commandId }]);
    await scene.run(made.commandId);
    expect(await scene.readPoints(made.tagId)).toEqual([[0, 21]]);
  });

  it('processes more points than fit in memory', async () => {
    const { db } = scene.tenant;
    const a = await makeTag(db);
    const count = 450_000;
    const times = Float64Array.from({ length: count }, (_, i) => t0 + i * 1000);
    await importPoints(db, [{ tagId: a, times, values: times.map((_, i) => i) }]);
    const c = await scene.calculated('[A] + AVERAGE([A], #2s)', { A: a });
    const { times: found, values } = await readPoints(db, c);
    expect(found).toEqual(times);
    expect(values[0]).toBe(0);
    expect(values.every((value, i) => i === 0 || value === 2 * i - 0.5)).toBe(true);
    // For late points there is a state to return to.
    const states = JSON.parse((await scene.calculation(c)).checkpoints!) as unknown[];
    expect(states.length).toBeGreaterThan(0);
  });

  it('fails if it needs too many steps; the old points are kept, and new ones are calculated', async () => {
    const { db } = scene;
    const a = await makeTag(db);
    await scene.append(
      a,
      Array.from({ length: 30 }, (_, index) => [index, index]),
    );
    const windows = Array.from({ length: 20 }, (_, index) => `MAX([A], #${index + 1}m)`).join(' + ');
    const name = 'Costly';
    const made = await makeCalculatedTag(db, { name, logic: windows, aliases: { A: a } });
    await scene.run(made.commandId);
    const before = await scene.readPoints(made.tagId);
    const again = await requestRecalculation(db, { id: made.tagId, name }, scene.userId);
    const handler = recalculateTagWithin({ steps: 10, stepsPerPoint: 2 });
    await runCommand(scene.tenant, { 'recalculate-tag': handler }, again);
    expect(await scene.command(again)).toMatchObject({
      status: 'error',
      error: 'It needed more than 2 steps for each point and 10 besides.',
    });
    await expectNothingStaged();
    await scene.append(a, [[30, 30]]);
    await scene.settle();
    const after = await scene.readPoints(made.tagId);
    expect([before.length, after.slice(0, 30)]).toEqual([30, before]);
    expect(after.length).toBe(31);
  });
});
