import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession } from '../../../testing/factories.ts';
import { getRetention } from './service.ts';

let test: TestApp;
let anyone: Record<string, string>;
let system: Record<string, string>;
let security: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  anyone = await makeSession(db);
  system = await makeSession(db, { groups: ['ADMINISTRATORS'] });
  security = await makeSession(db, { groups: ['SECURITY_ADMINISTRATORS'] });
});
afterAll(() => test.close());

const general = '/api/settings/system/general';
const retention = '/api/settings/system/retention';
const rules = '/api/settings/security/rules';
const banner = { text: '', severity: 'info' };

it('name, currency and banner can be read by all users, and set by administrators', async () => {
  expect((await test.ask('GET', general, anyone)).json()).toEqual({ name: '', currencySymbol: '$', banner });
  const chosen = {
    name: 'North <plant>',
    currencySymbol: '€',
    banner: { text: 'Maintenance on Sunday', severity: 'warning' },
  };
  expect((await test.ask('POST', general, system, chosen)).json()).toEqual(chosen);
  expect((await test.ask('GET', general, anyone)).json()).toEqual(chosen);
  expect((await test.ask('POST', general, anyone, chosen)).statusCode).toBe(403);
  expect((await test.ask('POST', general, {}, chosen)).statusCode).toBe(401);
});

it.each([
  [{ name: 'x'.repeat(61), currencySymbol: '$', banner }, 'name'],
  [{ name: '', currencySymbol: '', banner }, 'currencySymbol'],
  [{ name: '', currencySymbol: 'dollars', banner }, 'currencySymbol'],
  [{ name: '', currencySymbol: '$', banner: { text: 'x'.repeat(10_000), severity: 'info' } }, 'banner.text'],
  [{ name: '', currencySymbol: '$', banner: { text: '', severity: 'error' } }, 'banner.severity'],
])('the general setting %j is rejected', async (body, path) => {
  const answer = await test.ask('POST', general, system, body);
  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, path]);
});

it('mails and notifications are kept for the configured time', async () => {
  expect((await test.ask('GET', retention, system)).json()).toEqual({ mailDays: 90, notificationDays: 90 });
  const chosen = { mailDays: 7, notificationDays: 30 };
  expect((await test.ask('POST', retention, system, chosen)).json()).toEqual(chosen);
  expect(await getRetention(test.tenant.db)).toEqual(chosen);
  expect((await test.ask('POST', retention, system, { ...chosen, mailDays: 0 })).statusCode).toBe(400);
  expect((await test.ask('GET', retention, anyone)).statusCode).toBe(403);
});

it('passwords must have the configured length', async () => {
  expect((await test.ask('GET', rules, security)).json()).toEqual({ minimumPasswordLength: 8 });
  expect((await test.ask('POST', rules, system, { minimumPasswordLength: 12 })).statusCode).toBe(403);
  expect((await test.ask('POST', rules, security, { minimumPasswordLength: 7 })).statusCode).toBe(400);
  expect((await test.ask('POST', rules, security, { minimumPasswordLength: 16 })).statusCode).toBe(200);
  const user = { userName: 'eve', firstName: 'Eve', lastName: 'Hill', newPassword: 'xk7!Pq9_rT' };
  const refused = await test.ask('POST', '/api/users', security, user);
  expect([refused.statusCode, refused.json().errors]).toEqual([
    400,
    [{ path: 'newPassword', message: '6 characters under minimal length of 16.' }],
  ]);
  const longer = { ...user, newPassword: 'xk7!Pq9_rTm2#Zw4' };
  expect((await test.ask('POST', '/api/users', security, longer)).statusCode).toBe(201);
});

it('changes are recorded in the audit trail', async () => {
  const entries = await test.tenant.db
    .selectFrom('audit_entry')
    .select('entity_id')
    .where('entity_type', '=', 'setting')
    .execute();
  expect(new Set(entries.map((entry) => entry.entity_id))).toEqual(
    new Set(['general', 'retention', 'sign-in-rules']),
  );
});
