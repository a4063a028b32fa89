import { afterAll, beforeAll, expect, it } from 'vitest';
import { resetNamed } from './reset-second-factor.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { makeUser, makeUserSession } from './testing/factories.ts';
import { testTenant } from './testing/headers.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('removes the second factors of an administrator, and ends their sessions', async () => {
  const { db } = test.tenant;
  const id = await makeUser(db, { isAdmin: true });
  await db.updateTable('app_user').set({ user_name: 'Root' }).where('id', '=', id).execute();
  await db.insertInto('totp_factor').values({ user_id: id, secret: '', last_step: 0 }).execute();
  const session = await makeUserSession(db, id);
  const { tenants } = test.context;
  expect(await resetNamed(tenants, testTenant, 'root')).toBe(
    'The second factors of Root are removed: the password alone signs in.',
  );
  expect((await test.ask('GET', '/api/validateSession', session)).statusCode).toBe(401);
  expect(await resetNamed(tenants, testTenant, 'root')).toBe('Root has no second factor.');
  const trail = await db
    .selectFrom('audit_entry')
    .select(['user_name', 'action'])
    .where('entity_id', '=', String(id))
    .execute();
  expect(trail).toEqual([{ user_name: 'Twinward', action: 'reset-second-factor' }]);
});

it('reports an unknown database or user', async () => {
  const { tenants } = test.context;
  await expect(resetNamed(tenants, 'nowhere', 'admin')).rejects.toThrow("There is no database 'nowhere'.");
  await expect(resetNamed(tenants, testTenant, 'nobody')).rejects.toThrow(
    "There is no user 'nobody' in 'test'.",
  );
});
