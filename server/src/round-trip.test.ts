import { utils } from '@e965/xlsx';
import type { Command } from '@twinward/contracts/core/command';
import { toWall } from '@twinward/domain/time-zone';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importAssets } from './modules/assets/asset-import/jobs.ts';
import { importRiskAssets } from './modules/risk/risk-analysis-import/jobs.ts';
import { importPoints } from './modules/signals/point-import/jobs.ts';
import { importTags } from './modules/signals/tag-import/jobs.ts';
import { importWork } from './modules/work/work-import/jobs.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { runCommand } from './testing/commands.ts';
import { makeAsset, makeSession, makeTag } from './testing/factories.ts';
import { toForm } from './testing/form.ts';
import { type Cell, makeWorkbook, readSheets, toDays } from './testing/workbooks.ts';

// An import of an export changes nothing, in each time zone of the user and each format of the file.

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'] as const;
const forms = ['csv', 'xlsx of 1900', 'xlsx of 1904'] as const;
type Form = (typeof forms)[number];
const cases = zones.flatMap((zone) => forms.map((form) => [zone, form] as const));

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

const personIn = (timeZone: string) => makeSession(server.tenant.db, { isAdmin: true, timeZone });

async function send(url: string, headers: Record<string, string>, content: Buffer, form: Form, fields = {}) {
  const name = form === 'csv' ? 'file.csv' : 'file.xlsx';
  const answer = await server.app.inject({
    method: 'POST',
    url,
    ...toForm({ name, content, fields }, headers),
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
}

async function getResult(commandId: string, headers: Record<string, string>) {
  const command = (await server.ask('GET', `/api/commands/${commandId}`, headers)).json<Command>();
  expect(command).toMatchObject({ status: 'done', error: null });
  return command.result;
}

/** The first sheet of a workbook in another format. */
function inForm(workbook: Buffer, form: Form): Buffer {
  const [[name, rows]] = Object.entries(readSheets(workbook)) as [[string, Cell[][]]];
  return form === 'csv'
    ? Buffer.from(utils.sheet_to_csv(utils.aoa_to_sheet(rows), { rawNumbers: true }))
    : makeWorkbook({ [name]: rows }, { date1904: form === 'xlsx of 1904' });
}

describe('an import of an export changes nothing', () => {
  it.each(cases)('for assets, in %s as %s', async (zone, form) => {
    const headers = await personIn(zone);
    const hall = `HALL ${zone} ${form}`;
    const create = async (asset: object) => {
      const answer = await server.ask('POST', '/api/assets', headers, asset);
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json<{ id: number }>().id;
    };
    const parentId = await create({ uniqueId: hall, assetName: '007', isEquipment: false });
    await create({
      uniqueId: `${hall} pump`,
      assetName: '=1+1, "heat"',
      parentId,
      criticality: 'A',
      description: 'Line one\nand two',
      technicalNumber: '0012',
      departmentId: '2024-01-02',
      outOfServiceAt: '2024-10-27T01:30:00Z',
    });
    const body = { filters: [{ field: 'UniqueId', operator: 'StartsWith', value: hall, dataType: 'C' }] };
    const exported = await server.ask('POST', '/api/assets/export', headers, body);
    const file = inForm(exported.rawPayload, form);
    const { commandId } = await send('/api/assets/imports', headers, file, form);
    await runCommand(server.tenant, { 'import-assets': importAssets }, commandId);
    expect(await getResult(commandId, headers)).toMatchObject({ rows: 2, unchanged: 2, error: 0 });
  });

  it.each(cases)('for work, in %s as %s', async (zone, form) => {
    const headers = await personIn(zone);
    const tagId = await makeTag(server.tenant.db, { name: `WORK ${zone} ${form}`, type: 'work' });
    // Both passes of the repeated hours of Berlin and New York, and a time with a fraction of a second.
    for (const [number, completed, duration] of [
      ['0012', '2024-10-27T00:30:00Z', 'PT1H30M'],
      ['13', '2024-10-27T01:30:00Z', 'PT20M'],
      [null, '2024-11-03T05:30:00Z', null],
      [null, '2024-11-03T06:30:00.250Z', null],
    ]) {
      const work = { tagId, number, completed, duration, name: 'Service', kind: 'preventive', cost: 12_345 };
      const answer = await server.ask('POST', '/api/work', headers, work);
      expect(answer.statusCode, answer.body).toBe(201);
    }
    const body = { filters: [{ field: 'TagId', operator: 'EqualTo', value: tagId, dataType: 'N' }] };
    const exported = await server.ask('POST', '/api/work/export', headers, body);
    const file = inForm(exported.rawPayload, form);
    const { commandId } = await send('/api/work/imports', headers, file, form, { timeZone: zone });
    await runCommand(server.tenant, { 'import-work': importWork }, commandId);
    expect(await getResult(commandId, headers)).toMatchObject({ rows: 4, unchanged: 4, error: 0 });
  });

  // This import accepts only workbooks.
  it.each(cases.filter(([, form]) => form !== 'csv'))(
    'for assets of a risk analysis, in %s as %s',
    async (zone, form) => {
      const { db } = server.tenant;
      const headers = await personIn(zone);
      const assetIds = [await makeAsset(db), await makeAsset(db, { assetName: '=1+1' })];
      const dates = { startDate: '2024-01-01T00:00:00Z', missionTime: 'P1Y' };
      const analysis = { name: `Trip ${form}`, ...dates, assetIds };
      const [made] = (await server.ask('POST', '/api/riskanalyses/', headers, [analysis])).json();
      const path = `/api/riskanalyses/${made.id}/assets`;
      const changed = await server.ask('PUT', `${path}/${assetIds[0]}`, headers, {
        improve: true,
        improveDescription: 'Line one\nand two',
        consequenceValue: 12_345_733,
        version: 1,
        probability: {
          lifeCycleState: 'new',
          failureDistributionParameters: {
            distribution: 'weibull',
            type: 'cdf',
            shape: 2.25,
            scale: 'P1000D',
          },
        },
      });
      expect(changed.statusCode, changed.body).toBe(200);
      const exported = await server.ask('POST', `${path}/export`, headers, {});
      const file = inForm(exported.rawPayload, form);
      const { commandId } = await send(`${path}/imports`, headers, file, form);
      await runCommand(server.tenant, { 'import-risk-analysis-assets': importRiskAssets }, commandId);
      expect(await getResult(commandId, headers)).toMatchObject({ rows: 2, unchanged: 2, error: 0 });
    },
  );

  it.each(cases)('for tags, in %s as %s', async (zone, form) => {
    const { db } = server.tenant;
    const headers = await personIn(zone);
    const assetIds = [await makeAsset(db), await makeAsset(db)];
    const name = `TRIP ${zone} ${form}`;
    const whole = {
      caption: '=1+1, "heat"',
      description: 'Line one\nand two',
      keywords: ['0012', 'a, b'],
      unit: 'Cel',
      source: '2024-01-02',
      assetIds,
    };
    for (const tag of [
      { ...whole, name, type: 'data_point' },
      { name: `${name} work`, caption: '007', type: 'work' },
    ]) {
      expect((await server.ask('POST', '/api/tags', headers, [tag])).statusCode).toBe(201);
    }
    const body = { filters: [{ field: 'Name', operator: 'StartsWith', value: name, dataType: 'C' }] };
    const exported = await server.ask('POST', '/api/tags/export', headers, body);
    expect([exported.statusCode, exported.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="tags.xlsx"',
    ]);
    const file = inForm(exported.rawPayload, form);
    const { commandId } = await send('/api/tags/imports', headers, file, form);
    await runCommand(server.tenant, { 'import-tags': importTags }, commandId);
    expect(await getResult(commandId, headers)).toMatchObject({ rows: 2, unchanged: 2, error: 0 });
  });

  it.each(cases)('for benchmarks, in %s as %s', async (zone, form) => {
    const headers = await personIn(zone);
    const path = '/api/library/models/mtbf';
    const entry = (await server.ask('GET', '/api/assets/taxonomy/list', headers)).json()[0];
    await server.ask('PUT', `${path}/${entry.id}`, headers, {
      mtbfDays: 1234.5678,
      shape: 2.25,
      score: 7,
      source: '0012, "own"',
      version: null,
    });
    const exported = await server.ask('GET', `${path}/template`, headers);
    const file = inForm(exported.rawPayload, form);
    const result = await send(`${path}/import?check=false`, headers, file, form);
    expect(result).toMatchObject({ create: 0, update: 0, error: 0 });
    expect(result.unchanged).toBeGreaterThan(0);
  });

  it.each(cases)('for points, in %s as %s', async (zone, form) => {
    const headers = await personIn(zone);
    const name = `POINTS ${zone} ${form}`;
    const tagId = await makeTag(server.tenant.db, { name });
    // Both passes of the repeated hours of Berlin and New York, and a value that has no short form.
    const points = [
      '2024-02-29T12:00:00.250Z',
      '2024-10-27T00:30:00.000Z',
      '2024-10-27T01:30:00.000Z',
      '2024-11-03T05:30:00.000Z',
      '2024-11-03T06:30:00.000Z',
    ].map((time, index) => ({ time, value: index === 0 ? 0.1 + 0.2 : 12_345_733 + index }));
    const stored = await server.ask('POST', `/api/tags/${tagId}/data-points`, headers, points);
    expect(stored.json()).toMatchObject({ stored: 5 });
    const exported = (await server.ask('GET', `/api/tags/${tagId}/data-points.csv`, headers)).body;
    const file = form === 'csv' ? Buffer.from(exported) : toSheet(exported, zone, form);
    const fields = { tagId: String(tagId), timeZone: zone };
    const { commandId } = await send('/api/imports', headers, file, form, fields);
    await runCommand(server.tenant, { 'import-data-points': importPoints }, commandId);
    expect(await getResult(commandId, headers)).toMatchObject({
      rows: 5,
      duplicate: 5,
      stored: 0,
      replaced: 0,
      refused: 0,
    });
  });
});

/** Exported points as a workbook whose times are dates of a zone's clocks. */
function toSheet(csv: string, zone: string, form: Form): Buffer {
  const options = { date1904: form === 'xlsx of 1904' };
  const lines = csv.trim().split(/\r?\n/).slice(1);
  const rows = lines.map((line): Cell[] => {
    const [time, value] = line.split(',');
    const days = toDays(toWall(Date.parse(time!), zone), options);
    return [{ t: 'n', v: days, z: 'yyyy-mm-dd hh:mm:ss.000' }, Number(value)];
  });
  return makeWorkbook({ Points: [['time', 'value'], ...rows] }, options);
}
