import { randomBytes } from 'node:crypto';
import type { NewUser, User } from '@twinward/contracts/access/user';
import { Client } from '../../server/src/testing/client.ts';
import { withTenantOfServer } from '../../server/src/testing/instance.ts';
import { stage } from './browser.ts';
import type { SignIn } from './chromium.ts';

/** Creates a client of the product for a user. */
export const createClient = ({ userName, password, databaseName }: SignIn): Promise<Client> =>
  Client.signIn(stage.address, userName, password, databaseName);

/** Creates a user for one story, who may read twins by default. */
export async function createPerson(change: Partial<NewUser> = {}): Promise<SignIn & { id: number }> {
  const userName = `person-${randomBytes(4).toString('hex')}`;
  const password = 'Stator-42!';
  const administrator = await createClient(stage.administrator);
  const { id } = await administrator.call<User>('POST', '/api/users', {
    userName,
    assignedGroups: ['VIEWERS'],
    ...(change.external ? {} : { newPassword: password, temporaryPassword: false }),
    ...change,
  });
  return { id, userName: change.userName ?? userName, password };
}

/** Sets the sessions of a user to end in `seconds`. */
export function endSessionsIn(seconds: number, userId: number): Promise<void> {
  return withTenantOfServer(stage.directory, 'demo', async ({ db }) => {
    await db
      .updateTable('session')
      .set({ expires_at: new Date(Date.now() + seconds * 1000) })
      .where('user_id', '=', userId)
      .execute();
  });
}
