import { expect, it } from 'vitest';
import { bootstrap } from './bootstrap.ts';
import { hasAdministrator } from './modules/access/user/service.ts';
import { StartError } from './platform/process/start-error.ts';
import { createTestApp } from './testing/app.ts';

const start = async (password: string) => {
  const test = await createTestApp({ environment: { ADMIN_PASSWORD: password, DEMO: 'off' } });
  try {
    await bootstrap(test.context, () => undefined);
    expect(await hasAdministrator(test.tenant.db)).toBe(true);
  } catch (error) {
    expect(await hasAdministrator(test.tenant.db)).toBe(false);
    throw error;
  } finally {
    await test.close();
  }
};

it.each(['Password1!', 'Twinward-1'])('refuses %s as ADMIN_PASSWORD', async (password) => {
  await expect(start(password)).rejects.toThrow(
    new StartError('ADMIN_PASSWORD is refused: This password is easy to guess. Please choose another.'),
  );
});

it.each(['Rotor-42!', 'bench-Test-1!'])('takes %s', (password) => start(password));
