import { connectionTokenPrefix } from '@twinward/contracts/connections/connection';
import { type Actor, type Authenticate, sessionWithoutSignIn } from '../../../platform/actor.ts';
import type { Tenants } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { hashToken, newTenantToken } from '../../../platform/tokens.ts';
import { audit, lockRecord } from './read.ts';
import { selectConnectionByToken, updateConnectionRow } from './store.ts';

/**
 * Creates a token for a connection, and revokes an older one. The token contains the name of the database, since
 * clients of InfluxDB send nothing else.
 * @throws AppError `not-found`
 */
export function createConnectionToken(actor: Actor, id: number): Promise<{ token: string }> {
  const token = newTenantToken(connectionTokenPrefix, actor.tenant.name);
  return withTransaction(actor.tenant.db, async (db) => {
    const { old } = await lockRecord(db, id);
    await updateConnectionRow(db, id, { token_hash: hashToken(token) });
    await audit.changed(db, actor, old, { new: { tokenMade: true } });
    return { token };
  });
}

/** @throws AppError `not-found` */
export function deleteConnectionToken(actor: Actor, id: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const { row, old } = await lockRecord(db, id);
    if (!row.has_token) return;
    await updateConnectionRow(db, id, { token_hash: null });
    await audit.changed(db, actor, old, { new: { tokenRevoked: true } });
  });
}

/** Sessions of connections do not expire; their token can be revoked. */
const never = new Date(8_640_000_000_000_000);

/** Authenticates the tokens of connections; returns null for anything else, and for a revoked token. */
export function createConnectionAuthentication(tenants: Tenants): Authenticate {
  return async ({ databaseName, sessionId }) => {
    if (!sessionId.startsWith(connectionTokenPrefix)) return null;
    const tenant = await tenants.get(databaseName);
    if (!tenant) return null;
    const idHash = hashToken(sessionId);
    const row = await selectConnectionByToken(tenant.db, idHash);
    if (!row) return null;
    return {
      userId: 0,
      userName: row.name,
      isAdmin: false,
      groups: [],
      recordTypes: [],
      tenant,
      session: sessionWithoutSignIn({ idHash, createdAt: new Date(0), expiresAt: never }),
      connection: { id: row.id, connectionGroupId: row.connection_group_id },
    };
  };
}
