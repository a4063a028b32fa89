import type { Db } from '../platform/database/database.ts';

/** Makes the next failed sign-in of every name start a delay of minutes, at any address. */
export async function lengthenDelays(db: Db): Promise<void> {
  await db.updateTable('sign_in_failure').set({ failures: 100 }).where('kind', '!=', 'address').execute();
}
