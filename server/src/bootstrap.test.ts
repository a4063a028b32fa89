import { expect, it } from 'vitest';
import { bootstrap } from './bootstrap.ts';
import { getAdministratorName } from './modules/access/user/service.ts';
import { StartError } from './platform/process/start-error.ts';
import { createTestApp } from './testing/app.ts';

const start = async (password: string, environment: Record<string, string> = {}) => {
  const test = await createTestApp({
    environment: { ADMIN_PASSWORD: password, DEMO: 'off', ...environment },
  });
  try {
    const hint = await bootstrap(test.context, () => undefined);
    expect(await getAdministratorName(test.tenant.db)).toBe(environment.ADMIN_NAME ?? 'admin');
    expect(await bootstrap(test.context, () => undefined)).toEqual(hint);
    const user = await test.tenant.db.selectFrom('app_user').selectAll().executeTakeFirstOrThrow();
    return { ...hint, mustChangePassword: user.password_temporary };
  } catch (error) {
    expect(await getAdministratorName(test.tenant.db)).toBeNull();
    throw error;
  } finally {
    await test.close();
  }
};

it.each(['Password1!', 'Twinward-1'])(
  'rejects %s as ADMIN_PASSWORD, because it is easy to guess',
  async (password) => {
    await expect(start(password)).rejects.toThrow(
      new StartError('ADMIN_PASSWORD is refused: This password is easy to guess. Please choose another.'),
    );
  },
);

it.each(['Rotor-42!', 'bench-Test-1!'])(
  'accepts %s as ADMIN_PASSWORD, without a change at the first sign-in',
  async (password) => {
    expect(await start(password)).toMatchObject({ userName: 'admin', mustChangePassword: false });
  },
);

it('uses ADMIN_NAME, and requires a password change with ADMIN_PASSWORD_TEMPORARY', async () => {
  const settings = { ADMIN_NAME: 'eva', ADMIN_PASSWORD_TEMPORARY: 'on' };
  expect(await start('Rotor-42!', settings)).toMatchObject({ userName: 'eva', mustChangePassword: true });
});
