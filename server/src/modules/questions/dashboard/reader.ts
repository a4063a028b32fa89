import { hasAccess } from '@twinward/contracts/access/access';
import type { Doer } from '../../../platform/actor.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { getPermissions } from '../../access/user/service.ts';

/** Returns a user as a reader of dashboards and queries; null if the user is disabled or may not open them. */
export async function findReader(tenant: Tenant, userId: number): Promise<Doer | null> {
  const permissions = await getPermissions(tenant.db, userId);
  return permissions && hasAccess(permissions, 'apps') ? { ...permissions, tenant } : null;
}
