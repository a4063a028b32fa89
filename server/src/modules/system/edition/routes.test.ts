import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession } from '../../../testing/factories.ts';

let test: TestApp;
let anyone: Record<string, string>;
let administrator: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  anyone = await makeSession(test.tenant.db);
  administrator = await makeSession(test.tenant.db, { groups: ['ADMINISTRATORS'] });
});
afterAll(() => test.close());

const path = '/api/settings/system/edition';
const set = (body: object, headers = administrator) => test.ask('POST', path, headers, body);

const open = { canAddAsset: true, canDeleteAsset: true, upgradeAddress: '' };

it('the full edition is the default until an administrator chooses another', async () => {
  expect((await test.ask('GET', path, anyone)).json()).toEqual({ edition: 'apm', assetLimit: 100, ...open });
  expect((await set({ edition: 'ara', assetLimit: 25 })).json()).toEqual({
    edition: 'ara',
    assetLimit: 25,
    ...open,
  });
  const ara = {
    edition: 'ara',
    assetLimit: 25,
    canAddAsset: false,
    canDeleteAsset: false,
    upgradeAddress: 'https://plant.example/upgrade',
  };
  expect((await set(ara)).json()).toEqual(ara);
  expect((await test.ask('GET', path, anyone)).json()).toEqual(ara);
});

it.each([
  [{ edition: 'pro', assetLimit: 100 }, 'edition'],
  [{ edition: 'ara', assetLimit: 0 }, 'assetLimit'],
  [{ edition: 'ara', assetLimit: 100_001 }, 'assetLimit'],
  [{ edition: 'ara' }, 'assetLimit'],
  [{ edition: 'ara', assetLimit: 1, canAddAsset: 'yes' }, 'canAddAsset'],
  [{ edition: 'ara', assetLimit: 1, upgradeAddress: 'next door' }, 'upgradeAddress'],
  [{ edition: 'ara', assetLimit: 1, upgradeAddress: 'javascript:alert(1)' }, 'upgradeAddress'],
])('the edition %j is rejected', async (body, field) => {
  const answer = await set(body);
  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, field]);
});

it('the edition can be set only by administrators', async () => {
  const body = { edition: 'apm', assetLimit: 100 };
  expect((await set(body, anyone)).statusCode).toBe(403);
  expect((await set(body, {})).statusCode).toBe(401);
  expect((await test.ask('GET', path, {})).statusCode).toBe(401);
});

it('a change of the edition is recorded in the audit trail', async () => {
  await set({ edition: 'ara', assetLimit: 7 });
  const entries = await test.tenant.db
    .selectFrom('audit_entry')
    .select(['action', 'entity_id'])
    .where('entity_type', '=', 'setting')
    .execute();
  expect(entries.at(-1)).toEqual({ action: 'update', entity_id: 'edition' });
});
