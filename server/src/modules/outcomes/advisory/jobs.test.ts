import { randomUUID } from 'node:crypto';
import type { ThresholdAction } from '@twinward/contracts/protections/threshold';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { makeProtection, makeTag, makeTwin, makeUser } from '../../../testing/factories.ts';
import { minute, type Sample, Scene, t0 } from '../../../testing/scene.ts';
import { replaceParametersIn } from '../../twins/parameter/service.ts';
import { advise } from './jobs.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.create();
});
afterAll(() => scene.close());

const notifying = (direction: ThresholdAction['direction']): ThresholdAction => ({
  id: randomUUID(),
  type: 'notify',
  direction,
  who: [],
  notifySubscribers: false,
});

const advising = (more: Partial<Extract<ThresholdAction, { type: 'advisory' }>> = {}): ThresholdAction => ({
  id: randomUUID(),
  type: 'advisory',
  direction: 'enter',
  activityId: null,
  comment: '',
  reviewerUserIds: [],
  reviewerGroupIds: [],
  inheritFailureModes: true,
  failureModeIds: [],
  targetHorizon: null,
  priority: null,
  work: null,
  ...more,
});

interface Watched {
  tagId: number;
  twinId: number;
  protectionId: number;
}

/**
 * Makes a protection with the thresholds High (`[A] > 80`) and Stays (`[A] > 60`, with a delay of three minutes if it
 * has actions).
 */
async function watch(
  high: readonly ThresholdAction[],
  stays: readonly ThresholdAction[] = [],
): Promise<Watched> {
  const { db } = scene;
  const tagId = await makeTag(db);
  const twinId = await makeTwin(db, { aliases: [{ name: 'A', type: 'data_point', mappedTagId: tagId }] });
  const protectionId = await db.transaction().execute(async (transaction) => {
    const id = await makeProtection(transaction, {
      twinId,
      name: 'Heat',
      thresholds: [
        { name: 'High', logic: '[A] > 80', level: 500 },
        { name: 'Stays', logic: '[A] > 60', level: null },
      ],
    });
    const set = (name: string, fields: { actions: string; on_delay?: number }) =>
      transaction
        .updateTable('threshold')
        .set(fields)
        .where('protection_id', '=', id)
        .where('name', '=', name)
        .execute();
    await set('High', { actions: JSON.stringify(high) });
    await set('Stays', { actions: JSON.stringify(stays), on_delay: stays.length > 0 ? 3 * minute : 0 });
    return id;
  });
  return { tagId, twinId, protectionId };
}

/** Returns the firings as [threshold, action, direction, start of the excursion, time of detection], in minutes. */
async function firings({ protectionId }: Watched) {
  const rows = await scene.db
    .selectFrom('action_firing')
    .innerJoin('threshold', 'threshold.id', 'threshold_id')
    .select(['name', 'action_firing.type', 'direction', 'excursion_start', 'at'])
    .where('action_firing.protection_id', '=', protectionId)
    .orderBy('at')
    .orderBy('name')
    .orderBy('action_firing.type')
    .execute();
  const inMinutes = (time: Date) => (time.getTime() - t0) / minute;
  return rows.map((row) => [
    row.name,
    row.type,
    row.direction,
    inMinutes(row.excursion_start),
    inMinutes(row.at),
  ]);
}

async function advisories({ twinId }: Watched) {
  const rows = await scene.db
    .selectFrom('advisory')
    .select(['id', 'name', 'state'])
    .where('twin_id', '=', twinId)
    .orderBy('id')
    .execute();
  return Promise.all(
    rows.map(async ({ id, ...row }) => {
      const occurrences = await scene.db
        .selectFrom('advisory_occurrence')
        .select('start_at')
        .where('advisory_id', '=', id)
        .orderBy('start_at')
        .execute();
      return { ...row, starts: occurrences.map(({ start_at }) => (start_at.getTime() - t0) / minute) };
    }),
  );
}

const doAll = () => scene.db.transaction().execute(advise);

async function run({ tagId }: Watched, samples: readonly Sample[]): Promise<void> {
  await scene.append(tagId, samples);
  await scene.settle();
  await doAll();
}

describe('the actions of a threshold', () => {
  it('fire once per excursion and direction, for new data', async () => {
    const watched = await watch([notifying('both'), advising()]);
    await run(watched, [
      [0, 90],
      [1, 20],
    ]);
    expect(await firings(watched)).toEqual([]);
    await run(watched, [[10, 90]]);
    await run(watched, [[11, 95]]);
    await run(watched, [[12, 10]]);
    expect(await firings(watched)).toEqual([
      ['High', 'advisory', 'enter', 10, 10],
      ['High', 'notify', 'enter', 10, 10],
      ['High', 'notify', 'exit', 10, 12],
    ]);
  });

  it('fire after a delay if the whole delay was evaluated live', async () => {
    const watched = await watch([], [notifying('enter')]);
    await run(watched, [
      [0, 50],
      [1, 70],
    ]);
    expect(await firings(watched)).toEqual([]);
    await run(watched, [[10, 50]]);
    await run(watched, [[20, 70]]);
    await run(watched, [[24, 70]]);
    expect(await firings(watched)).toEqual([['Stays', 'notify', 'enter', 20, 23]]);
  });

  it('replace parameters by the values of the twin in the records that they create', async () => {
    const work = {
      type: null,
      priority: null,
      status: null,
      shortDescription: 'Cool to {limit}',
      description: '',
    };
    const watched = await watch([advising({ comment: 'Above {limit}: see {page}', work })]);
    const parameters = [{ name: 'limit', description: '', kind: 'number', unit: 'Cel', value: 80 }] as const;
    const by = { userId: await makeUser(scene.db), userName: 'engineer' };
    await withTransaction(scene.db, (db) =>
      replaceParametersIn(db, by, [{ twinId: watched.twinId, parameters }]),
    );
    await run(watched, [[0, 10]]);
    await run(watched, [[10, 90]]);
    const made = await scene.db
      .selectFrom('advisory')
      .select(['comment', 'work'])
      .where('twin_id', '=', watched.twinId)
      .executeTakeFirstOrThrow();
    expect(made).toEqual({
      comment: 'Above 80 °C: see {page}',
      work: { ...work, shortDescription: 'Cool to 80 °C' },
    });
  });

  it('do not fire for late points', async () => {
    const watched = await watch([notifying('both'), advising()]);
    await run(watched, [[0, 10]]);
    await run(watched, [[10, 10]]);
    await run(watched, [[5, 90]]);
    expect(await scene.readExcursions(watched.protectionId)).toContainEqual(['High', 5, 10]);
    expect(await firings(watched)).toEqual([]);
    expect(await advisories(watched)).toEqual([]);
  });

  it('fire once with three concurrent processes that are replaced at any time', async () => {
    const sample = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 40, max: 100 }));
    const part = fc.tuple(
      fc.uniqueArray(sample, { selector: ([minutes]) => minutes, minLength: 1, maxLength: 8 }),
      fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
        const high = [notifying('both'), advising()];
        const stays = [notifying('enter'), advising({ direction: 'both' })];
        const [calm, busy] = [await watch(high, stays), await watch(high, stays)];
        // Every evaluation is saved: a process that takes over unsaved evaluations knows fewer points, and may announce
        // more.
        const start = () => scene.process({ saveInterval: 0 });
        const processes = [start(), start(), start()];
        for (const one of [calm, busy]) await run(one, [[0, 50]]);
        for (const [samples, replaced] of parts) {
          await run(calm, samples);
          await scene.append(busy.tagId, samples);
          for (const index of replaced) processes[index] = start();
          await Promise.all([...processes.map((each) => each.settle()), doAll(), doAll()]);
          await scene.settle();
          await Promise.all([doAll(), doAll(), doAll()]);
        }
        expect(await firings(busy)).toEqual(await firings(calm));
        expect(await advisories(busy)).toEqual(await advisories(calm));
      }),
      { numRuns: 8 },
    );
  });
});

describe('an advisory created by a threshold', () => {
  it('is active at once with the fields of its action if it has no reviewers', async () => {
    const { db } = scene;
    const work = { type: 'M2', priority: '2', status: null, shortDescription: 'Look at it', description: '' };
    const watched = await watch([
      advising({
        comment: 'Check the bearing.',
        priority: 3,
        targetHorizon: 'P7D',
        work,
        activityId: 999_999,
      }),
    ]);
    const mode = await db
      .insertInto('failure_mode')
      .values({ twin_id: watched.twinId, name: 'Bearing seizes' } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('failure_mode_protection')
      .values({ failure_mode_id: mode.id, protection_id: watched.protectionId })
      .execute();
    await run(watched, [[0, 10]]);
    await run(watched, [[1, 90]]);
    const row = await db
      .selectFrom('advisory')
      .selectAll()
      .where('twin_id', '=', watched.twinId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      source: 'rule',
      name: 'High of Heat',
      comment: 'Check the bearing.',
      state: 'active',
      level: 500,
      priority: 3,
      activity_id: null,
      protection_id: watched.protectionId,
      created_by: null,
    });
    expect(row.target_at!.getTime() - row.activated_at!.getTime()).toBe(7 * 86_400_000);
    const modes = await db
      .selectFrom('advisory_failure_mode')
      .select('failure_mode_id')
      .where('advisory_id', '=', row.id)
      .execute();
    expect(modes).toEqual([{ failure_mode_id: mode.id }]);
    const request = await db
      .selectFrom('work_request')
      .select(['request', 'sent_at'])
      .where('advisory_id', '=', row.id)
      .executeTakeFirstOrThrow();
    expect(request).toEqual({ request: work, sent_at: null });
  });

  it('waits for its reviewers and notifies them', async () => {
    const { db } = scene;
    const reviewer = await makeUser(db, { groups: ['VIEWERS'] });
    const watched = await watch([advising({ reviewerUserIds: [reviewer] })]);
    await run(watched, [[0, 10]]);
    await run(watched, [[1, 90]]);
    expect(await advisories(watched)).toEqual([{ name: 'High of Heat', state: 'submitted', starts: [1] }]);
    const notified = await db
      .selectFrom('notification')
      .select('message')
      .where('user_id', '=', reviewer)
      .execute();
    expect(notified).toEqual([
      { message: expect.stringMatching(/: the advisory High of Heat is waiting for your review\.$/) },
    ]);
  });

  it('collects further excursions until it is closed', async () => {
    const { db } = scene;
    const watched = await watch([advising()]);
    for (const [minutes, value] of [
      [0, 10],
      [1, 90],
      [2, 10],
      [3, 90],
      [4, 10],
    ] as const) {
      await run(watched, [[minutes, value]]);
    }
    const first = { name: 'High of Heat', state: 'active', starts: [1, 3] };
    expect(await advisories(watched)).toEqual([first]);
    await db
      .updateTable('advisory')
      .set({ state: 'canceled' })
      .where('twin_id', '=', watched.twinId)
      .execute();
    await run(watched, [[5, 90]]);
    expect(await advisories(watched)).toEqual([
      { ...first, state: 'canceled' },
      { name: 'High of Heat', state: 'active', starts: [5] },
    ]);
  });
});
