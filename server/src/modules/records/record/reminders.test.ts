import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeTwin, makeUser, makeUserSession } from '../../../testing/factories.ts';
import { sendReminders } from './reminders.ts';

let test: TestApp;
let admin: Record<string, string>;
/** Reads and writes `check`, which is restricted, and views no twins. */
let inspectorId: number;
/** Is in the group that is reminded, but may not read `check`. */
let outsiderId: number;
let memberId: number;
let viewerId: number;

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  admin = await makeSession(db, { isAdmin: true });
  inspectorId = await makeUser(db, { recordTypes: ['check'] });
  outsiderId = await makeUser(db, { groups: ['LIST_MANAGERS'] });
  memberId = await makeUser(db, { groups: ['LIST_MANAGERS'], recordTypes: ['check'] });
  viewerId = await makeUser(db, { groups: ['VIEWERS'] });
  const reminder = (daysBefore: number, more: object) => ({ daysBefore, ...more });
  const made = await test.ask('POST', '/api/recordtypes', admin, {
    name: 'check',
    caption: 'Check',
    restricted: true,
    fields: [
      { name: 'place', caption: 'Place', kind: 'text' },
      { name: 'inspector', caption: 'Inspector', kind: 'user' },
      {
        name: 'next',
        caption: 'Next date',
        kind: 'date',
        reminders: [reminder(30, { groups: ['LIST_MANAGERS'] }), reminder(7, { userFields: ['inspector'] })],
      },
      {
        name: 'seen',
        caption: 'Seen',
        kind: 'date-time',
        filterable: false,
        reminders: [reminder(0, { userIds: [inspectorId, 999_999] })],
      },
    ],
  });
  expect(made.statusCode, made.body).toBe(201);
});
afterAll(() => test.close());

async function make(fields: object): Promise<{ id: number; version: number }> {
  const answer = await test.ask('POST', '/api/records/check', admin, { fields });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const at = (day: string, hour = 9) => Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000;
const run = (day: string, hour?: number) => sendReminders(test.tenant.db, at(day, hour));
/** Returns the notifications of a user about a record. */
async function messages(userId: number, recordId: number): Promise<string[]> {
  const headers = await makeUserSession(test.tenant.db, userId);
  const answer = await test.ask('GET', '/api/notifications', headers);
  return answer
    .json<{ url: string; message: string }[]>()
    .filter(({ url }) => url === `/tools/records/${recordId}`)
    .map(({ message }) => message);
}

it('reminds users once, a set number of days before a date, if they may read the record', async () => {
  const { id } = await make({ place: 'Roof', inspector: inspectorId, next: '2031-05-31' });
  await run('2031-04-30');
  expect(await messages(memberId, id)).toEqual([]);
  await run('2031-05-01');
  expect(await messages(memberId, id)).toEqual(['Check Roof: Next date is 2031-05-31.']);
  expect(await messages(outsiderId, id)).toEqual([]);
  expect(await messages(inspectorId, id)).toEqual([]);
  await Promise.all([run('2031-05-24'), run('2031-05-24')]);
  await run('2031-05-25');
  expect(await messages(inspectorId, id)).toEqual(['Check Roof: Next date is 2031-05-31.']);
  expect(await countSent(id)).toBe(2);
});

it('reminds again after the date has changed, but not of dates long past', async () => {
  const { id, version } = await make({ place: 'Yard', inspector: inspectorId, next: '2032-05-31' });
  await run('2032-06-08');
  expect(await messages(inspectorId, id)).toEqual([]);
  const change = { fields: { next: '2032-06-09' }, version };
  expect((await test.ask('PUT', `/api/records/check/${id}`, admin, change)).statusCode).toBe(200);
  await run('2032-06-08');
  expect(await messages(inspectorId, id)).toEqual(['Check Yard: Next date is 2032-06-09.']);
});

it('sends missed reminders after downtime', async () => {
  const { id } = await make({ place: 'Hall', inspector: inspectorId, next: '2033-05-31' });
  await run('2033-06-03');
  expect(await messages(inspectorId, id)).toEqual(['Check Hall: Next date is 2033-05-31.']);
});

it('sends reminders in the morning in the plant’s time zone, and counts days in that zone', async () => {
  const { db } = test.tenant;
  const set = await test.ask('POST', '/api/settings/system/time-zone', admin, { timeZone: 'Asia/Tokyo' });
  expect(set.statusCode, set.body).toBe(200);
  // 00:30 on 1 July in Tokyo.
  const { id } = await make({ place: 'Dock', seen: '2034-06-30T15:30:00Z' });
  // 05:00 in Tokyo.
  await sendReminders(db, Date.parse('2034-06-30T20:00:00Z'));
  expect(await messages(inspectorId, id)).toEqual([]);
  await sendReminders(db, Date.parse('2034-06-30T21:00:00Z'));
  expect(await messages(inspectorId, id)).toEqual(['Check Dock: Seen is 2034-07-01.']);
});

it('refuses reminders without recipients, and recipients from fields of other kinds', async () => {
  const add = (reminders: object[], name = 'no') =>
    test.ask('POST', '/api/recordtypes', admin, {
      name,
      caption: 'No',
      fields: [
        { name: 'place', caption: 'Place', kind: 'text' },
        { name: 'next', caption: 'Next', kind: 'date', reminders },
      ],
    });
  expect((await add([{ daysBefore: 1 }])).json().errors[0]).toMatchObject({
    path: 'fields.1.reminders.0',
    message: 'Please choose users or groups to remind.',
  });
  expect((await add([{ daysBefore: 1, userFields: ['place'] }])).statusCode).toBe(400);
  expect((await add([{ daysBefore: -1, userIds: [1] }])).statusCode).toBe(400);
});

it('reminds of dates of system types, with a link to the page of the record', async () => {
  const { db } = test.tenant;
  const field = {
    name: 'permit',
    caption: 'Permit ends',
    kind: 'date',
    reminders: [{ daysBefore: 10, userIds: [viewerId, inspectorId] }],
  };
  const twinId = await makeTwin(db, { assetId: await makeAsset(db, { assetName: 'Feed pump' }) });
  for (const name of ['twin', 'work']) {
    const type = (await test.ask('GET', `/api/recordtypes/${name}`, admin)).json();
    const changed = await test.ask('PUT', `/api/recordtypes/${name}`, admin, { ...type, fields: [field] });
    expect(changed.statusCode, changed.body).toBe(200);
  }
  await db
    .updateTable('twin')
    .set({ fields: JSON.stringify({ permit: '2035-03-20' }) })
    .where('id', '=', twinId)
    .execute();
  await run('2035-03-09');
  await run('2035-03-10');
  await run('2035-03-11');
  const sent = await test.ask('GET', '/api/notifications', await makeUserSession(db, viewerId));
  expect(sent.json()).toMatchObject([
    { message: 'Twin Feed pump: Permit ends is 2035-03-20.', url: `/apps/twins/${twinId}`, twinId },
  ]);
  // This user may not read twins.
  const other = await test.ask('GET', '/api/notifications', await makeUserSession(db, inspectorId));
  expect(other.body).not.toContain('Permit ends');
});

async function countSent(recordId: number): Promise<number> {
  const sent = await test.tenant.db
    .selectFrom('record_reminder')
    .selectAll()
    .where('record_id', '=', recordId)
    .execute();
  return sent.length;
}
