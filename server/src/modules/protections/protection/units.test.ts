import type { Protection } from '@twinward/contracts/protections/protection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeProtection, makeSession, makeTag, makeTwin } from '../../../testing/factories.ts';
import { minute, Process, t0 } from '../../../testing/scene.ts';
import { recalculateTag } from '../evaluation/jobs.ts';

let server: TestApp;
let user: Record<string, string>;
let assetId: number;
let twinId: number;
let pressure: number;

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  user = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['protection', 'twin', 'tag'] });
  assetId = await makeAsset(db);
  pressure = await makeTag(db, { assetIds: [assetId], unit: 'kPa' });
  const drive = await makeTag(db, { assetIds: [assetId], unit: '[degF]' });
  const toAlias = (name: string, mappedTagId: number, unit: string) => ({
    name,
    mappedTagId,
    unit,
    type: 'data_point' as const,
  });
  twinId = await makeTwin(db, {
    assetId,
    aliases: [
      toAlias('Suction', pressure, 'kPa'),
      toAlias('Discharge', pressure, 'bar'),
      toAlias('Drive', drive, 'Cel'),
    ],
  });
  await appendPoints(db, [
    {
      tagId: pressure,
      times: [0, 1, 2, 3].map((index) => t0 + index * minute),
      values: [250, 199, 200, 150],
    },
  ]);
});
afterAll(() => server.close());

const threshold = (logic: string, more: object = {}) => ({ name: 'Low', logic, level: 500, ...more });
const send = (logic: string, more: object = {}) =>
  server.ask('POST', '/api/indicators', user, [
    { twinId, name: `With ${logic}`, type: 'condition', active: true, thresholds: [threshold(logic, more)] },
  ]);

/** Excursions in minutes. */
async function excursions(protectionId: number) {
  const { db } = server.tenant;
  await new Process(db).settle();
  const rows = await db
    .selectFrom('excursion')
    .select(['start_at', 'end_at'])
    .where('protection_id', '=', protectionId)
    .orderBy('start_at')
    .execute();
  return rows.map(({ start_at, end_at }) =>
    [start_at, end_at].map((time) => time && (time.getTime() - t0) / minute),
  );
}

describe('a number with a unit in the logic of a protection', () => {
  it('is converted to the unit of the input', async () => {
    for (const logic of ['[Suction] < 2 "bar"', '[Discharge] < 2 "bar"', '[Discharge] < 200 "kPa"']) {
      const answer = await send(logic);
      expect(answer.statusCode).toBe(201);
      const [{ id }] = answer.json<[Protection]>();
      expect(await excursions(id)).toEqual([
        [1, 2],
        [3, null],
      ]);
    }
  });

  it('has its deadband in the unit of the input', async () => {
    const answer = await send('[Suction] < 2 "bar"', { deadband: 10 });
    const [{ id }] = answer.json<[Protection]>();
    expect(await excursions(id)).toEqual([[1, null]]);
  });

  it('is rejected in a unit of another dimension, and in an unknown unit', async () => {
    for (const [logic, message] of [
      ['[Suction] < 2 "Cel"', '2 "Cel" can\'t be converted to kPa: they measure different things.'],
      ['[Suction] < 2 "baar"', 'There is no unit "baar". Did you mean "bar"?'],
    ] as const) {
      const answer = await send(logic);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        id: 'invalid-expression',
        errors: [{ path: 'thresholds.0.logic', code: 'unit', message }],
      });
    }
  });

  it('is converted in a preview, an explanation, and the second logic of a simulation', async () => {
    const protection = { defaultLevel: 0, thresholds: [threshold('[Discharge] < 200 "kPa"')] };
    const range = { from: t0, to: t0 + 4 * minute };
    const preview = await server.ask('POST', '/api/indicators/preview', user, {
      twinId,
      protection,
      ...range,
    });
    expect(preview.json().findings.counts).toEqual([2]);
    const explained = await server.ask('POST', '/api/indicators/explain', user, {
      twinId,
      protection,
      time: t0 + minute,
    });
    expect(explained.json().thresholds[0].value).toBe(true);
  });
});

describe('mixed units', () => {
  const message = '[Discharge] is in bar, but [Suction] is in kPa. Give them the same unit.';
  const mixed = '[Suction] < [Discharge]';

  it('are rejected in changed logic, and kept with a warning in stored logic', async () => {
    const refused = await send(mixed);
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [expect.objectContaining({ path: 'thresholds.0.logic', code: 'unit', message })],
    ]);
    // Stored before units were supported.
    const id = await makeProtection(server.tenant.db, {
      twinId,
      thresholds: [threshold(mixed)] as never,
    });
    const stored = (await server.ask('GET', `/api/indicators/${id}`, user)).json<Protection>();
    const { name, description, type, active, defaultLevel, startDate, failureModeIds, version } = stored;
    const change = {
      description,
      type,
      active,
      defaultLevel,
      startDate,
      failureModeIds,
      version,
      tagAliasIds: stored.tagAliasIds,
      aliases: [],
    };
    const own = stored.thresholds[0]!;
    const put = (body: object) => server.ask('PUT', `/api/indicators/${id}`, user, { ...change, ...body });
    const renamed = await put({ name: `${name} again`, thresholds: [own] });
    expect([renamed.statusCode, renamed.json().name]).toEqual([200, `${name} again`]);
    const changed = await put({
      name,
      version: renamed.json().version,
      thresholds: [{ ...own, logic: '[Suction] <= [Discharge]' }],
    });
    expect([changed.statusCode, changed.json().errors[0].code]).toEqual([400, 'unit']);
    const preview = await server.ask('POST', '/api/indicators/preview', user, {
      twinId,
      from: t0,
      to: t0 + minute,
      protection: { defaultLevel: 0, thresholds: [threshold(mixed)] },
    });
    expect(preview.json().warnings).toMatchObject([{ code: 'unit', threshold: 0, message }]);
  });
});

describe('a calculated tag', () => {
  const create = (logic: string, unit: string | null) =>
    server.ask('POST', '/api/tags', user, [
      {
        name: `${logic} in ${unit}`,
        caption: 'C',
        type: 'calculated',
        assetIds: [assetId],
        logic,
        unit,
        aliases: [{ name: 'P', mappedTagId: pressure, unit: 'kPa' }],
      },
    ]);

  it('is rejected if its result has another unit than the tag, with a hint', async () => {
    const answer = await create('[P] + 1', 'bar');
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toMatchObject([
      {
        code: 'unit',
        message:
          'The result is in kPa, but the unit of the tag is bar. Set the unit of the tag to kPa, or multiply the result by 0.01.',
      },
    ]);
    const tag = (await create('[P] + 1', 'kPa')).json()[0];
    const { name, caption, assetIds } = tag;
    const { version } = (await server.ask('GET', `/api/tags/${tag.id}`, user)).json();
    const changed = await server.ask('PUT', `/api/tags/${tag.id}`, user, {
      name,
      caption,
      assetIds,
      version,
      unit: 'bar',
    });
    expect([changed.statusCode, changed.json().errors?.[0].code]).toEqual([400, 'unit']);
  });

  it('converts numbers with a unit', async () => {
    const answer = await create('[P] - 1 "bar"', 'kPa');
    expect(answer.statusCode).toBe(201);
    const [{ id }] = answer.json<[{ id: number }]>();
    const { db } = server.tenant;
    const command = await db
      .selectFrom('command')
      .select('id')
      .where('target_type', '=', 'tag')
      .where('target_id', '=', String(id))
      .executeTakeFirstOrThrow();
    await runCommand(server.tenant, { 'recalculate-tag': recalculateTag }, command.id);
    const points = (await server.ask('GET', `/api/tags/${id}/data-points`, user)).json().points;
    expect(points.values).toEqual([150, 99, 100, 50]);
  });
});
