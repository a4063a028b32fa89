import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { makeProtection, makeUser } from '../../../testing/factories.ts';
import { fireActions } from './service.ts';
import { claimUnhandled, markHandled } from './store.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const t0 = Date.UTC(2024, 0, 1);
const actions = [
  { type: 'notify', direction: 'both' },
  { type: 'advisory', direction: 'enter' },
];

async function watched() {
  const thresholds = [{ name: 'High', logic: '[Temperature] > 80', level: 500, actions }];
  const protectionId = await makeProtection(test.db, { thresholds: thresholds as never });
  const { id: thresholdId } = await test.db
    .selectFrom('threshold')
    .select('id')
    .where('protection_id', '=', protectionId)
    .executeTakeFirstOrThrow();
  const happening = (action: number, direction: 'enter' | 'exit' = 'enter') => ({
    protectionId,
    thresholdId,
    action,
    direction,
    start: t0,
    time: t0 + 60_000,
  });
  return { protectionId, thresholdId, happening };
}

const fire = (...happenings: Parameters<typeof fireActions>[1]['happenings'][number][]) =>
  test.db.transaction().execute((db) => fireActions(db, { happenings }));

const firings = (protectionId: number) =>
  test.db
    .selectFrom('action_firing')
    .select(['type', 'direction', 'excursion_start', 'at'])
    .where('protection_id', '=', protectionId)
    .orderBy('id')
    .execute();

describe('actions of a threshold', () => {
  it('fire once per excursion and direction, however often they are requested', async () => {
    const { protectionId, happening } = await watched();
    await fire(happening(0), happening(1));
    await fire(happening(0), happening(0, 'exit'));
    const of = { excursion_start: new Date(t0), at: new Date(t0 + 60_000) };
    expect(await firings(protectionId)).toEqual([
      { type: 'notify', direction: 'enter', ...of },
      { type: 'advisory', direction: 'enter', ...of },
      { type: 'notify', direction: 'exit', ...of },
    ]);
  });

  it('that were removed from the threshold do not fire', async () => {
    const { protectionId, happening } = await watched();
    await fire(happening(7));
    expect(await firings(protectionId)).toEqual([]);
  });

  it('do not fire while the protection is shelved, nor afterwards', async () => {
    const { protectionId, happening } = await watched();
    const until = new Date(Date.now() + 3_600_000);
    await test.db
      .insertInto('shelving')
      .values({ protection_id: protectionId, user_id: await makeUser(test.db), reason: 'Test', until })
      .execute();
    await fire(happening(0), happening(1));
    await test.db.deleteFrom('shelving').where('protection_id', '=', protectionId).execute();
    expect(await firings(protectionId)).toEqual([]);
  });

  it('are claimed by one worker at a time', async () => {
    const { protectionId, thresholdId, happening } = await watched();
    await fire(happening(1));
    await test.db.transaction().execute(async (one) => {
      const claimed = (await claimUnhandled(one, 100)).filter(
        (firing) => firing.protectionId === protectionId,
      );
      expect(claimed).toMatchObject([{ thresholdId, thresholdName: 'High', level: 500, direction: 'enter' }]);
      await test.db.transaction().execute(async (other) => {
        expect(await claimUnhandled(other, 100)).toEqual([]);
      });
      await markHandled(
        one,
        claimed.map(({ id }) => id),
      );
    });
    const left = await test.db.transaction().execute((db) => claimUnhandled(db, 100));
    expect(left.filter((firing) => firing.protectionId === protectionId)).toEqual([]);
  });
});
