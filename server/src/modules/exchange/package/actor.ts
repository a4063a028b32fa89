import { type Actor, sessionWithoutSignIn } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { AppError } from '../../../platform/errors.ts';
import { findUserReferences, getPermissions } from '../../access/user/service.ts';
import type { KindCall } from './kind.ts';

/**
 * Returns the user as an actor of a command, with the user's current rights and this database handle.
 * @throws AppError `forbidden` if the user has been deleted or disabled.
 */
export async function toActor(tenant: Tenant, db: Db, userId: number): Promise<Actor> {
  const user = await getPermissions(db, userId);
  if (!user) throw new AppError('forbidden', 'The user of this command can no longer sign in.');
  const never = new Date(0);
  return {
    ...user,
    tenant: { ...tenant, db },
    session: sessionWithoutSignIn({ idHash: Buffer.alloc(0), createdAt: never, expiresAt: never }),
  };
}

/** Looks up the ids of users by name, each once. */
export function toKindCall(
  actor: Actor,
  { isRollBack = false, startPatterns = false }: Partial<Pick<KindCall, 'isRollBack' | 'startPatterns'>> = {},
): KindCall {
  const known = new Map<string, number | null>();
  return {
    actor,
    isRollBack,
    startPatterns,
    async userId(userName) {
      const name = userName.toLowerCase();
      if (!known.has(name)) {
        const found = await findUserReferences(actor.tenant.db, { type: 'user', texts: [userName] });
        known.set(name, found?.[0]?.id ?? null);
      }
      return known.get(name)!;
    },
  };
}
