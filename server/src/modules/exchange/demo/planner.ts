import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { ensureDisabledUser } from '../../access/user/service.ts';

const name = { userName: 'replay', firstName: 'Replay', lastName: 'of the demo' };

/** Returns the user in whose name the demo acts, in the caller's transaction. Nobody can sign in as this user. */
export async function getPlanner(trx: Db, tenant: Tenant): Promise<Doer> {
  const userId = await ensureDisabledUser(trx, name);
  const { userName } = name;
  return { tenant: { ...tenant, db: trx }, userId, userName, isAdmin: true, groups: [], recordTypes: [] };
}
