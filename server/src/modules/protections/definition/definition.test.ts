import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { makeAsset, makeProtection, makeTag, makeTwin } from '../../../testing/factories.ts';
import {
  bumpVersions,
  clearTracking,
  countOverrun,
  insertThresholdBlock,
  invalidateByCalendar,
  invalidateFromTwinStart,
  invalidateOfTwin,
  listDefinitions,
  lockProtection,
  replaceAliases,
  resetOverruns,
  selectAliases,
  updateErrors,
  updateSetAside,
} from './service.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const read = async (id: number) => (await listDefinitions(test.db, [id])).get(id)!;
const versions = async (ids: readonly number[]) => {
  const definitions = await listDefinitions(test.db, ids);
  return ids.map((id) => definitions.get(id)!.version);
};
const stored = (id: number) =>
  test.db.selectFrom('protection').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A twin with the inputs A, mapped to a tag, and B without one. */
async function makeInputs() {
  const assetId = await makeAsset(test.db);
  const tagId = await makeTag(test.db, { assetIds: [assetId] });
  const aliases = [
    { name: 'A', type: 'data_point' as const, mappedTagId: tagId },
    { name: 'B', type: 'data_point' as const, mappedTagId: tagId },
  ];
  const twinId = await makeTwin(test.db, { assetId, aliases });
  await sql`update tag_alias set mapped_tag_id = null where twin_id = ${twinId} and name = 'B'`.execute(
    test.db,
  );
  const ids = await test.db
    .selectFrom('tag_alias')
    .select('id')
    .where('twin_id', '=', twinId)
    .orderBy('name')
    .execute();
  return { assetId, tagId, twinId, aliasIds: ids.map(({ id }) => id) };
}

describe('a definition', () => {
  it("has thresholds in order with the engine's defaults, and the tags of mapped inputs", async () => {
    const { twinId, tagId, aliasIds } = await makeInputs();
    const id = await makeProtection(test.db, {
      twinId,
      thresholds: [
        { name: 'High', logic: '[A] > 80', level: 500 },
        { name: 'Log', logic: '[A] > 70', level: null },
      ],
    });
    await replaceAliases(
      test.db,
      id,
      aliasIds.map((tagAliasId) => ({ tagAliasId, settings: {} })),
    );
    const { definition, sources, thresholdIds, ...rest } = await read(id);
    expect(rest).toMatchObject({ protectionId: id, twinId });
    expect(definition.thresholds).toMatchObject([
      { name: 'High', logic: '[A] > 80', level: 500, alias: undefined },
      { name: 'Log', logic: '[A] > 70', level: null },
    ]);
    expect(definition.thresholds.map((threshold) => Number(threshold.id))).toEqual([...thresholdIds]);
    expect(definition.inputs.map(({ alias }) => alias)).toEqual(['A', 'B']);
    expect([...sources].map(([alias, source]) => [alias, source.tagId])).toEqual([['A', tagId]]);
  });

  it('starts with its twin and ends when the asset goes out of service', async () => {
    const assetId = await makeAsset(test.db);
    const twinId = await makeTwin(test.db, { assetId, startDate: new Date('2024-01-01T00:00:00Z') });
    const id = await makeProtection(test.db, { twinId });
    expect((await read(id)).definition).toMatchObject({
      startDate: Date.UTC(2024, 0, 1),
      endDate: undefined,
    });
    const end = new Date('2025-01-01T00:00:00Z');
    await test.db.updateTable('asset').set({ out_of_service_at: end }).where('id', '=', assetId).execute();
    expect((await read(id)).definition.endDate).toBe(end.getTime());
  });

  it('is not returned for an unknown protection', async () => {
    expect((await listDefinitions(test.db, [2_000_000_000])).size).toBe(0);
    expect((await listDefinitions(test.db, [])).size).toBe(0);
    expect(await lockProtection(test.db, 2_000_000_000)).toBeNull();
  });
});

it('the version of a definition is incremented once per statement, however many rows it adds', async () => {
  const [one, other] = [await makeProtection(test.db), await makeProtection(test.db)];
  const before = await versions([one, other]);
  const threshold = {
    alias: null,
    type: 'expression' as const,
    logic: '[Temperature] > 90',
    level: 600,
    log_excursion: true,
    on_delay: 0,
    off_delay: 0,
    deadband: 0,
    actions: [],
    rationalization: null,
    model_part: null,
  };
  await insertThresholdBlock(test.db, [
    { ...threshold, protection_id: one, position: 1, name: 'Higher' },
    { ...threshold, protection_id: one, position: 2, name: 'Highest' },
    { ...threshold, protection_id: other, position: 1, name: 'Higher' },
  ]);
  expect(await versions([one, other])).toEqual(before.map((version) => version + 1));
});

it('replacing inputs also replaces the tags that trigger an evaluation', async () => {
  const { twinId, tagId, aliasIds } = await makeInputs();
  const id = await makeProtection(test.db, {
    twinId,
    thresholds: [{ name: 'High', logic: '[A] > 80', level: 500 }],
  });
  const inputs = () =>
    test.db
      .selectFrom('protection_input')
      .select(['alias', 'tag_id'])
      .where('protection_id', '=', id)
      .execute();
  expect(await inputs()).toEqual([{ alias: 'A', tag_id: tagId }]);
  await replaceAliases(test.db, id, [{ tagAliasId: aliasIds[1]!, settings: {} }]);
  expect(await inputs()).toEqual([]);
  expect(await selectAliases(test.db, id)).toEqual([{ tag_alias_id: aliasIds[1]!, settings: {} }]);
});

describe('the version of a definition', () => {
  it('changes for all protections of a twin, and for no other twin', async () => {
    const one = await makeProtection(test.db);
    const other = await makeProtection(test.db);
    const before = await versions([one, other]);
    const { twinId } = await read(one);
    expect(await invalidateOfTwin(test.db, twinId)).toEqual([one]);
    expect(await versions([one, other])).toEqual([before[0]! + 1, before[1]]);
  });

  it('changes with the start date of the twin if an activity has no start date', async () => {
    const tagId = await makeTag(test.db, { type: 'work' });
    const aliases = [{ name: 'Service', type: 'work' as const, mappedTagId: tagId }];
    const twinId = await makeTwin(test.db, { aliases });
    const thresholds = [{ name: 'Due', logic: 'INTERVAL([Service]) > #30d', level: 500 }];
    const make = (type: 'condition' | 'activity') => makeProtection(test.db, { twinId, type, thresholds });
    const condition = await make('condition');
    const own = await make('activity');
    const activity = await make('activity');
    await test.db
      .updateTable('protection')
      .set({ start_date: new Date('2024-01-01T00:00:00Z') })
      .where('id', '=', own)
      .execute();
    const before = await versions([condition, own, activity]);
    expect(await invalidateFromTwinStart(test.db, twinId)).toEqual([activity]);
    expect(await versions([condition, own, activity])).toEqual([before[0], before[1], before[2]! + 1]);
  });

  it.each([
    ['P1M', true],
    ['P2Y', true],
    ['P30D', false],
    ['PT5M', false],
  ])('with an interval of %s depends on the time zone: %s', async (expectedInterval, depends) => {
    const { twinId, aliasIds } = await makeInputs();
    const id = await makeProtection(test.db, {
      twinId,
      thresholds: [{ name: 'High', logic: '[A] > 80', level: 500 }],
    });
    await replaceAliases(test.db, id, [{ tagAliasId: aliasIds[0]!, settings: { expectedInterval } }]);
    expect((await invalidateByCalendar(test.db)).includes(id)).toBe(depends);
  });

  it('differs from the optimistic-lock version, whose changes are flagged until evaluated', async () => {
    const id = await makeProtection(test.db);
    const before = await stored(id);
    await bumpVersions(test.db, [id], 'thresholds-dirty');
    await bumpVersions(test.db, [id], 'thresholds-dirty');
    const after = await stored(id);
    expect(after.version).toBe(before.version + 2);
    expect(after.dirty_flags.filter((flag) => flag === 'thresholds-dirty')).toHaveLength(1);
  });
});

describe('the state of a protection', () => {
  it('counts overruns until the protection is set aside and retried', async () => {
    const id = await makeProtection(test.db);
    expect(await countOverrun(test.db, id)).toMatchObject({ overruns: 1 });
    expect(await countOverrun(test.db, id)).toMatchObject({ overruns: 2 });
    await resetOverruns(test.db, [id]);
    expect(await stored(id)).toMatchObject({ overruns: 2, set_aside_at: null });
    await updateSetAside(test.db, id, 'Too many steps.');
    expect(await stored(id)).toMatchObject({ error: 'Too many steps.', set_aside_at: expect.any(Date) });
    await resetOverruns(test.db, [id]);
    expect(await stored(id)).toMatchObject({ overruns: 0, set_aside_at: null, error: null });
    expect(await countOverrun(test.db, 2_000_000_000)).toBeNull();
  });

  it('keeps the last level with an error, and loses only saved states when they are cleared', async () => {
    const id = await makeProtection(test.db);
    await sql`update protection set level = 500, tracking = '{}', tracking_token = 'x' where id = ${id}`.execute(
      test.db,
    );
    await updateErrors(test.db, [{ protectionId: id, message: 'No logic.' }]);
    expect(await stored(id)).toMatchObject({ level: 500, error: 'No logic.', dirty_flags: [] });
    await clearTracking(test.db, id);
    expect(await stored(id)).toMatchObject({ level: 500, tracking: null, tracking_token: null });
  });
});
