import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeTag, makeTwin } from '../../../testing/factories.ts';

let server: TestApp;
let admin: Record<string, string>;
let twinId: number;
let service: number;

const setTo = (timeZone: string) => server.ask('POST', '/api/settings/system/time-zone', admin, { timeZone });

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  admin = await makeSession(db, {
    groups: ['ADMINISTRATORS', 'VIEWERS'],
    recordTypes: ['protection', 'twin'],
  });
  const assetId = await makeAsset(db);
  const mappedTagId = await makeTag(db, { assetIds: [assetId], type: 'work' });
  twinId = await makeTwin(db, {
    assetId,
    // Midnight of the 31st in Berlin
    startDate: new Date('2024-01-30T23:00:00Z'),
    aliases: [{ name: 'Service', type: 'work', mappedTagId }],
  });
  const aliases = db.selectFrom('tag_alias').select('id').where('twin_id', '=', twinId);
  service = (await aliases.executeTakeFirstOrThrow()).id;
  await sql`
    insert into work (tag_id, name, kind, completed_at) values
      (${mappedTagId}, 'First', 'preventive', '2024-02-29T08:00:00Z'),
      (${mappedTagId}, 'Second', 'preventive', '2024-03-30T08:00:00Z'),
      (${mappedTagId}, 'Third', 'preventive', '2024-04-29T08:00:00Z')`.execute(db);
});
afterAll(() => server.close());

const plan = (expectedInterval: string) => ({
  type: 'activity',
  thresholds: [{ name: 'Late', logic: 'INTERVAL([Service]) >= #5d', level: 250 }],
  aliases: [{ tagAliasId: service, intervalType: 'calendar', expectedInterval, schedule: 'fixed' }],
});

test('a schedule in months keeps its time of day across month ends and daylight saving', async () => {
  const make = async (name: string, interval: string): Promise<number> => {
    const body = [{ twinId, name, ...plan(interval) }] as unknown as object;
    const response = await server.ask('POST', '/api/indicators', admin, body);
    expect(response.json()).toEqual([expect.objectContaining({ name })]);
    return response.json()[0].id;
  };
  const monthly = await make('Monthly', 'P1M');
  const daily = await make('By days', 'P30D');
  const { db } = server.tenant;
  await sql`delete from evaluation_due`.execute(db);
  const versions = async (): Promise<Record<number, number>> => {
    const rows = await db.selectFrom('protection').select(['id', 'definition_version']).execute();
    return Object.fromEntries(rows.map((row) => [row.id, row.definition_version]));
  };
  const before = await versions();
  const due = async (): Promise<string> =>
    (await server.ask('GET', `/api/indicators/${monthly}/due`, admin)).json()[0].date;
  const range = { from: Date.parse('2024-05-01T00:00:00Z'), to: Date.parse('2024-05-20T00:00:00Z') };
  const begins = async (): Promise<string[]> => {
    const body = { twinId, protection: plan('P1M'), ...range };
    const { findings } = (await server.ask('POST', '/api/indicators/preview', admin, body)).json();
    return findings.excursions.map(({ start }: { start: number }) => new Date(start).toISOString());
  };
  expect((await server.ask('GET', '/api/settings/system/time-zone', admin)).json()).toEqual({
    timeZone: 'UTC',
  });
  // The third is due on the 30th of April; five days later, the work is overdue.
  expect(await due()).toBe('2024-05-30T23:00:00.000Z');
  expect(await begins()).toEqual(['2024-05-05T23:00:00.000Z']);
  expect((await setTo('Europe/Berlin')).json()).toEqual({ timeZone: 'Europe/Berlin' });
  // Midnight in Berlin: daylight saving time begins on the 31st of March, and April has 30 days.
  expect(await due()).toBe('2024-05-30T22:00:00.000Z');
  expect(await begins()).toEqual(['2024-05-04T22:00:00.000Z']);
  const waiting = await db.selectFrom('evaluation_due').select(['protection_id', 'since']).execute();
  expect(waiting).toEqual([{ protection_id: monthly, since: null }]);
  expect(await versions()).toEqual({ [monthly]: before[monthly]! + 1, [daily]: before[daily]! });
});

test('a schedule that counts from the start of its twin is evaluated again when the start changes', async () => {
  const { db } = server.tenant;
  const make = async (fields: object): Promise<number> => {
    const body = [{ twinId, ...plan('P40D'), ...fields }] as unknown as object;
    return (await server.ask('POST', '/api/indicators', admin, body)).json()[0].id;
  };
  const counting = await make({ name: 'From the twin' });
  const own = await make({ name: 'From its own', startDate: '2024-01-01T00:00:00.000Z' });
  await sql`delete from evaluation_due`.execute(db);
  const move = async (change: object): Promise<number[]> => {
    const { version } = (await server.ask('GET', `/api/twins/${twinId}`, admin)).json();
    const answer = await server.ask('PUT', `/api/twins/${twinId}`, admin, { ...change, version });
    expect([answer.statusCode, answer.json().message]).toEqual([200, undefined]);
    const rows = await db.selectFrom('evaluation_due').select('protection_id').execute();
    return rows.map((row) => row.protection_id);
  };
  expect(await move({ description: 'Not moved' })).toEqual([]);
  const moved = await move({ startDate: '2024-01-15T00:00:00.000Z', dirtyFlags: ['start_date-dirty'] });
  expect(moved).toContain(counting);
  expect(moved).not.toContain(own);
});

test('an invalid time zone is rejected', async () => {
  for (const wrong of ['Mars/Olympus', '', '+01:00']) {
    const response = await setTo(wrong);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual([
      { path: 'timeZone', message: wrong === '' ? 'Required.' : 'Please choose a time zone.' },
    ]);
  }
});
