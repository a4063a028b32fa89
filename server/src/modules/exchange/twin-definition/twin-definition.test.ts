import { type ModelDefinition, modelDefinition } from '@twinward/contracts/library/definition';
import { differences } from '@twinward/domain/library/differences';
import { asOfModel } from '@twinward/domain/library/model-only';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeExcursion,
  makeSession,
  makeTag,
  makeTwin,
  makeUser,
} from '../../../testing/factories.ts';
import { makePump, trainSet } from '../../../testing/patterns.ts';
import { getPatternSet } from '../../protections/pattern-model/service.ts';
import {
  DefinitionChecks,
  lockAndReadTwins,
  readTwinDefinition,
  readTwins,
  writeDefinitions,
} from './service.ts';

let server: TestApp;
let by: { userId: number; userName: string };
beforeAll(async () => {
  server = await createTestApp();
  by = { userId: await makeUser(server.tenant.db), userName: 'engineer' };
});
afterAll(() => server.close());

/** A model of a pump with a part of each kind. */
const pump = modelDefinition.parse({
  missionTime: 'P365D',
  probability: {
    failureDistributionParameters: { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' },
    source: 'A study',
  },
  consequence: { value: 5000, description: 'A day without the pump' },
  tagAliases: [
    { id: 1, name: 'Vibration', unit: 'mm/s', keywords: ['velocity'], tagNamePattern: '{uniqueId}.V' },
    { id: 2, name: 'Service', type: 'work' },
    { id: 3, name: 'Load', tagNamePattern: '{uniqueId}.Load factor' },
    { id: 4, name: 'Power', unit: 'kW', tagNamePattern: '{assetName}/power' },
  ],
  tags: [{ id: 5, name: 'Load factor', logic: '[Power] / 100' }],
  failureModes: [
    {
      id: 6,
      name: 'Bearing wear',
      probability: {
        failureDistributionParameters: { distribution: 'weibull', type: 'cdf', shape: 3, scale: 'P2000D' },
      },
      consequence: { value: 800 },
    },
  ],
  activities: [{ id: 7, name: 'Grease', tagAliasId: 2, renews: 'failure-modes', failureModeIds: [6] }],
  indicators: [
    {
      id: 8,
      name: 'High vibration',
      failureModeIds: [6],
      aliases: [{ tagAliasId: 1, expectedInterval: 'PT1H' }],
      thresholds: [
        { id: 9, name: 'Alarm', logic: '[Vibration] > 4.5', level: 500 },
        {
          id: 10,
          name: 'Trip',
          logic: '[Vibration] > 7.1',
          level: 1000,
          actions: [{ type: 'advisory', activityId: 7, failureModeIds: [6], targetHorizon: 'P7D' }],
          rationalization: { cause: 'Wear', response: 'Stop it' },
        },
      ],
    },
    {
      id: 11,
      name: 'Overload',
      tagAliasIds: [4],
      thresholds: [{ id: 12, name: 'High', logic: '[Load] > 1', level: 250 }],
    },
    {
      id: 13,
      name: 'Looks',
      type: 'pattern',
      tagAliasIds: [1],
      thresholds: [{ id: 14, name: 'Wears', logic: 'MATCHESPATTERN("Wear")', level: 300 }],
      patterns: { patterns: [{ name: 'Wear', color: '#123ABC' }], strictness: 'strict' },
    },
  ],
});

function edit(definition: ModelDefinition, change: (draft: ModelDefinition) => void): ModelDefinition {
  const draft = structuredClone(definition);
  change(draft);
  return draft;
}

let number = 0;
/** Makes a twin without parts, of an asset with tags for the pump. */
async function makeBareTwin(): Promise<{ twinId: number; assetId: number; uniqueId: string }> {
  const { db } = server.tenant;
  number += 1;
  const uniqueId = `P-${number}`;
  const assetId = await makeAsset(db, { uniqueId, assetName: `Pump ${number}` });
  await makeTag(db, { name: `${uniqueId}.V`, unit: 'mm/s', assetIds: [assetId] });
  await makeTag(db, { name: `Pump${number}/power`, unit: 'kW', assetIds: [assetId] });
  const twin = { assetId, aliases: [], startDate: new Date('2024-01-01T00:00:00Z') };
  return { twinId: await makeTwin(db, twin), assetId, uniqueId };
}

const write = (twinIds: readonly number[], definition: ModelDefinition) =>
  withTransaction(server.tenant.db, async (db) => {
    const twins = await lockAndReadTwins(db, twinIds);
    const targets = twins.map((twin) => ({ twin, definition, modelVersionId: null }));
    return writeDefinitions(db, by, targets, { checks: new DefinitionChecks(), startPatterns: false });
  });

const read = async (twinId: number) => (await readTwins(server.tenant.db, [twinId]))[0]!;

async function listDifferences(twinId: number, definition: ModelDefinition) {
  return differences(definition, asOfModel((await read(twinId)).definition, definition));
}

describe('writing a definition', () => {
  test('writes every part to twins, and reads back the same parts', async () => {
    const twins = [await makeBareTwin(), await makeBareTwin()];
    const ids = twins.map(({ twinId }) => twinId);
    expect((await write(ids, pump)).map(({ problem }) => problem)).toEqual([null, null]);
    for (const id of ids) {
      const found = await listDifferences(id, pump);
      // The inputs that logic uses are listed too.
      expect(found.filter(({ fields }) => fields.some(({ field }) => field !== 'tagAliasIds'))).toEqual([]);
    }
    const { mappedTags } = await read(ids[1]!);
    const names = await server.tenant.db
      .selectFrom('tag')
      .select('name')
      .where(
        'id',
        'in',
        [...mappedTags.values()].map(({ id }) => id),
      )
      .orderBy('name')
      .execute();
    expect(names.map(({ name }) => name)).toEqual(['P-2.Load factor', 'P-2.V', 'Pump2/power']);
  });

  test('changes nothing if nothing differs', async () => {
    const { twinId } = await makeBareTwin();
    await write([twinId], pump);
    const before = await read(twinId);
    const [written] = await write([twinId], pump);
    expect(written!.differences).toEqual([]);
    expect((await read(twinId)).rows).toEqual(before.rows);
  });

  test('changes, adds and removes parts, and keeps the rows of the others', async () => {
    const { db } = server.tenant;
    const { twinId } = await makeBareTwin();
    await write([twinId], pump);
    const before = await read(twinId);
    const protectionId = before.rows.get(8)!;
    const excursionId = await makeExcursion(db, { protectionId, start: '2024-02-01T00:00:00Z', end: null });
    await db.deleteFrom('evaluation_due').execute();
    const next = edit(pump, (draft) => {
      draft.missionTime = 'P730D';
      draft.tagAliases[0]!.name = 'Velocity';
      draft.tagAliases.push({ ...pump.tagAliases[3]!, id: 20, name: 'Flow', tagNamePattern: null });
      const [high] = draft.indicators;
      high!.thresholds = [
        { ...high!.thresholds[1]!, logic: '[Velocity] > 8' },
        { ...high!.thresholds[0]!, logic: '[Velocity] > 4.5' },
        { ...high!.thresholds[0]!, id: 21, name: 'Notice', logic: '[Velocity] > 2', level: 100 },
      ];
      high!.thresholds[0]!.actions = [];
      draft.indicators.splice(1, 1);
      draft.tagAliases.splice(2, 1);
      draft.tags = [];
      draft.activities = [];
      draft.failureModes[0]!.consequence = null;
    });
    expect((await write([twinId], next))[0]!.problem).toBeNull();
    const found = await listDifferences(twinId, next);
    expect(found.filter(({ fields }) => fields.some(({ field }) => field !== 'tagAliasIds'))).toEqual([]);
    const { rows, definition } = await read(twinId);
    for (const part of [1, 4, 6, 8, 9, 10, 13, 14]) expect(rows.get(part)).toBe(before.rows.get(part));
    expect(definition.indicators[0]!.thresholds.map(({ name }) => name)).toEqual(['Trip', 'Alarm', 'Notice']);
    const excursions = await db.selectFrom('excursion').select('id').where('id', '=', excursionId).execute();
    expect(excursions).toHaveLength(1);
    const due = await db.selectFrom('evaluation_due').select(['protection_id', 'since']).execute();
    expect(due).toContainEqual({ protection_id: protectionId, since: null });
    const modes = await db
      .selectFrom('probability')
      .select('value')
      .where('twin_id', '=', twinId)
      .executeTakeFirstOrThrow();
    // 1 - exp(-(730 / 1000)^2)
    expect(modes.value).toBe(41);
  });

  test('keeps the tag of an input, and gives stable ids to parts that only the twin has', async () => {
    const { twinId, assetId } = await makeBareTwin();
    await write([twinId], pump);
    const other = await makeTag(server.tenant.db, { unit: 'mm/s', assetIds: [assetId] });
    const own = await withTransaction(server.tenant.db, async (db) => {
      const { rows } = await readTwins(db, [twinId]).then(([twin]) => twin!);
      await db
        .updateTable('tag_alias')
        .set({ mapped_tag_id: other })
        .where('id', '=', rows.get(1)!)
        .execute();
      const alias = { twin_id: twinId, type: 'data_point', name: 'Own' } as const;
      return db.insertInto('tag_alias').values(alias).returning('id').executeTakeFirstOrThrow();
    });
    const { definition } = await read(twinId);
    const ownPart = definition.tagAliases.find(({ name }) => name === 'Own')!;
    expect(ownPart.id).toBeGreaterThan(999_999_999);
    const renamed = edit(definition, (draft) => {
      draft.tagAliases.find(({ name }) => name === 'Own')!.name = 'Mine';
    });
    await write([twinId], renamed);
    const { mappedTags, rows } = await read(twinId);
    expect(mappedTags.get(1)!.id).toBe(other);
    expect(rows.get(ownPart.id)).toBe(own.id);
  });

  test('rejects one of several twins with the reason, and writes the others', async () => {
    const [one, two] = [await makeBareTwin(), await makeBareTwin()];
    await makeTag(server.tenant.db, { name: `${two.uniqueId}.Load factor`, assetIds: [] });
    const results = await write([one.twinId, two.twinId], pump);
    expect(results.map(({ problem }) => problem)).toEqual([
      null,
      `There is a tag named ${two.uniqueId}.Load factor already.`,
    ]);
    expect((await read(two.twinId)).definition.tagAliases).toEqual([]);
    const wrong = edit(pump, (draft) => {
      draft.indicators[0]!.thresholds[0]!.logic = '[Nothing] > 1';
    });
    const [refused] = await write([one.twinId], wrong);
    expect(refused!.problem).toContain('Alarm: ');
    expect(await listDifferences(one.twinId, pump).then((all) => all.map(({ name }) => name))).not.toContain(
      'Alarm',
    );
  });

  test('sets new parameters to their defaults, and keeps the values of existing ones', async () => {
    const { db } = server.tenant;
    const { twinId } = await makeBareTwin();
    const trip = { id: 30, name: 'trip', kind: 'number', unit: 'mm/s', minimum: 1, default: 7 };
    const limited = modelDefinition.parse({
      parameters: [trip],
      tagAliases: [{ id: 1, name: 'Vibration', unit: 'mm/s' }],
      indicators: [
        {
          id: 2,
          name: 'High',
          thresholds: [{ id: 3, name: 'Trip', logic: '[Vibration] > {trip}', level: 1 }],
        },
      ],
    });
    expect((await write([twinId], limited))[0]!.problem).toBeNull();
    await db.updateTable('twin_parameter').set({ value: '9' }).where('twin_id', '=', twinId).execute();
    const differing = (await listDifferences(twinId, limited)).flatMap(({ fields }) => fields);
    expect(differing.map(({ field }) => field)).toEqual(['tagAliasIds']);
    const renamed = edit(limited, (draft) => {
      draft.parameters[0]!.name = 'limit';
      draft.parameters.push({ ...draft.parameters[0]!, id: 31, name: 'alarm', default: 5 });
      draft.indicators[0]!.thresholds[0]!.logic = '[Vibration] > {limit}';
    });
    expect((await write([twinId], renamed))[0]!.problem).toBeNull();
    const values = () =>
      db
        .selectFrom('twin_parameter')
        .select(['name', 'value', 'model_part'])
        .where('twin_id', '=', twinId)
        .orderBy('name')
        .execute();
    expect(await values()).toEqual([
      { name: 'alarm', value: 5, model_part: 31 },
      { name: 'limit', value: 9, model_part: 30 },
    ]);
    const without = edit(renamed, (draft) => {
      draft.parameters = [];
      draft.indicators[0]!.thresholds[0]!.logic = '[Vibration] > 4';
    });
    expect((await write([twinId], without))[0]!.problem).toBeNull();
    expect(await values()).toEqual([]);
  });

  test('includes a trained model, out of service and marked with its asset', async () => {
    const { db } = server.tenant;
    const writer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['protection'] });
    const trained = await makePump(server, writer);
    await trainSet(server, writer, trained.set.id);
    const definition = await readTwinDefinition(db, trained.twinId);
    const { assetName } = await read(trained.twinId);
    expect(definition.indicators[0]!.patterns).toMatchObject({ trainedOn: assetName });
    const { twinId } = await makeBareTwin();
    expect((await write([twinId], definition))[0]!.problem).toBeNull();
    expect(await listDifferences(twinId, definition)).toEqual([]);
    const version = await db
      .selectFrom('pattern_version')
      .innerJoin('pattern_set', 'pattern_set.id', 'pattern_set_id')
      .innerJoin('protection', 'protection.id', 'protection_id')
      .select(['trained_on', 'inputs', 'version_in_service_id', 'model_checksum'])
      .where('twin_id', '=', twinId)
      .executeTakeFirstOrThrow();
    const { rows, definition: copied } = await read(twinId);
    const inputs = copied.tagAliases.map(({ id }) => rows.get(id)!);
    expect(version).toMatchObject({ trained_on: assetName, version_in_service_id: null });
    expect(version.inputs.map(({ tagAliasId }) => tagAliasId).sort()).toEqual(inputs.sort());
    const { model } = await getPatternSet(db, trained.set.id);
    expect(version.model_checksum).toBe(model!.modelChecksum);
  });

  test('numbers the parts of a definition for a model from 1', async () => {
    const { twinId } = await makeBareTwin();
    await write([twinId], pump);
    const definition = await readTwinDefinition(server.tenant.db, twinId);
    expect(modelDefinition.parse(definition)).toEqual(definition);
    const { twinId: copy } = await makeBareTwin();
    expect((await write([copy], definition))[0]!.problem).toBeNull();
    expect(await listDifferences(copy, definition)).toEqual([]);
  });
});
