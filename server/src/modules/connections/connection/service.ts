import { isDeepStrictEqual } from 'node:util';
import type {
  Connection,
  ConnectionChange,
  ConnectionType,
  NewConnection,
} from '@twinward/contracts/connections/connection';
import { noConnector } from '@twinward/contracts/connections/connection';
import { findConnector, listConnectors } from '../../../connectors/registry.ts';
import type { Actor } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { orNameTaken, outdated } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { checkConfiguration, isOtherAddress, type SecretValues } from './configuration.ts';
import { connectionConfigured, connectionGroupDeleting } from './events.ts';
import { audit, getConnection, lockRecord } from './read.ts';
import { openSecrets, sealSecrets } from './secrets.ts';
import {
  bumpStarts,
  type ConnectionRow,
  countConnections,
  deleteConnectionRow,
  deleteGroupRow,
  insertConnection,
  insertGroup,
  lockGroup,
  updateConnectionRow,
} from './store.ts';

export {
  endBackfill,
  insertBackfill,
  selectFedChecksums,
  selectOpenBackfills,
  selectTagsOfSources,
  updateBackfill,
} from './backfill-store.ts';
export {
  acquireLease,
  advanceLiveUntil,
  extendLeases,
  type Fence,
  type GroupRow,
  lockLease,
  type PlantScope,
  releaseLease,
  selectGroups,
  selectLiveUntil,
} from './lease-store.ts';
export { addLog } from './log.ts';
export type { NewLogEntry } from './log-store.ts';
export { updatePushState as recordPushed } from './push-state-store.ts';
export { getConnection, listConnections } from './read.ts';
export {
  claimRequests,
  endRequest,
  getRequest,
  pruneRequests,
  type TakenRequest,
  writeRequestResult,
} from './request.ts';
export {
  type ConnectionHead,
  getConnectionHead,
  listConnectionHeads,
  type OpenedConnection,
  openConnection,
} from './run.ts';
export { resealConnections } from './secrets.ts';
export { type StateReport, writeStates } from './state.ts';
export { recordSeen, recordTagExport, type SpoolSize } from './state-store.ts';
export { createConnectionAuthentication } from './token.ts';

export const listConnectionTypes = (): ConnectionType[] =>
  listConnectors().map(({ type, name, description, roles, fields, limits }) => ({
    type,
    name,
    description,
    roles: [...roles],
    fields: [...fields],
    limits: [...limits],
  }));

/**
 * Creates a connection, paused, in its own group or in one of the same type.
 * @param mayLackSecrets for an imported connection: its secrets are entered before it starts
 * @throws AppError `invalid-request`, naming each invalid field; `conflict` if the name is in use
 */
export function createConnection(
  actor: Actor,
  given: NewConnection,
  { mayLackSecrets = false }: { mayLackSecrets?: boolean } = {},
): Promise<Connection> {
  const { name, type, place } = given;
  return withTransaction(actor.tenant.db, async (db) => {
    refusePlace(type, place);
    const stored = checkConfiguration(type, given.configuration, null, mayLackSecrets);
    const groupId = given.connectionGroupId ?? (await insertGroup(db, type));
    if ((await lockGroup(db, groupId)) !== type) {
      const message = `There is no group ${groupId} of connections of this type.`;
      refuseProblems([{ path: 'connectionGroupId', message }]);
    }
    const row = {
      name,
      type,
      place,
      connection_group_id: groupId,
      configuration: JSON.stringify(stored.plain),
    };
    const message = findConnector(type)?.roles.length ? '' : noConnector;
    const id = await orNameTaken(insertConnection(db, row, message), nameTaken(name));
    await updateConnectionRow(db, id, sealSecrets(actor.tenant.secrets, id, stored.secrets));
    const created = await getConnection(db, id);
    await audit.created(db, actor, created);
    return created;
  });
}

/**
 * Updates a connection. It is restarted unless only its name changes.
 * @throws AppError like `createConnection`; `not-found`; `conflict` if the version is outdated
 */
export function updateConnection(
  actor: Actor,
  id: number,
  change: ConnectionChange,
  { mayLackSecrets = false }: { mayLackSecrets?: boolean } = {},
): Promise<Connection> {
  return withTransaction(actor.tenant.db, async (db) => {
    const { row, old } = await lockRecord(db, id);
    if (old.version !== change.version) throw outdated(`The connection ${old.name}`, change.version, old);
    const kept = {
      plain: row.configuration,
      secrets: openKept(actor, row),
      secretsSet: row.secrets_set,
    };
    refusePlace(row.type, change.place);
    const stored = checkConfiguration(row.type, change.configuration, kept, mayLackSecrets);
    const update = {
      name: change.name,
      place: change.place,
      configuration: JSON.stringify(stored.plain),
      version: old.version + 1,
      ...sealSecrets(actor.tenant.secrets, id, stored.secrets),
      ...(isOtherAddress(row.type, row.configuration, stored.plain) ? { trusted_certificates: [] } : {}),
      // A token gives access to the secrets at the plant, so a token that was issued for another place is revoked.
      ...(change.place === row.place ? {} : { token_hash: null }),
    };
    await orNameTaken(updateConnectionRow(db, id, update), nameTaken(change.name));
    const isRenamed =
      change.place === row.place &&
      isDeepStrictEqual(stored, { plain: row.configuration, secrets: kept.secrets });
    if (!isRenamed) await bumpStarts(db, id);
    if (!isDeepStrictEqual(unlogged(stored.plain), unlogged(row.configuration)))
      await connectionConfigured.emit(db, { groupId: old.connectionGroupId });
    const now = await getConnection(db, id);
    const secretsChanged = Object.keys(stored.secrets).filter(
      (name) => stored.secrets[name] !== kept.secrets?.[name],
    );
    await audit.updated(db, actor, old, now, secretsChanged.length > 0 ? { secretsChanged } : {});
    return now;
  });
}

/** @throws AppError `invalid-request` for the plant, if the type has nothing to run */
function refusePlace(type: string, place: Connection['place']): void {
  if (place === 'server' || findConnector(type)?.load) return;
  const message = "This type can't run at the plant: other systems push points to the server.";
  refuseProblems([{ path: 'place', message }]);
}

const unlogged = ({ logLevel: _, ...rest }: Readonly<Record<string, unknown>>) => rest;

/**
 * Deletes a connection. The last one of a group is deleted with its group, whose tags are then no longer fed.
 * @throws AppError `not-found`
 */
export function deleteConnection(actor: Actor, id: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const old = await getConnection(db, id);
    const groupId = old.connectionGroupId;
    await lockGroup(db, groupId);
    const { old: locked } = await lockRecord(db, id);
    await deleteConnectionRow(db, id);
    if ((await countConnections(db, groupId)) === 0) {
      await connectionGroupDeleting.emit(db, { by: actor, groupId });
      await deleteGroupRow(db, groupId);
    }
    await audit.deleted(db, actor, locked);
  });
}

/** @throws AppError `not-found` */
export const pauseConnection = (actor: Actor, id: number): Promise<Connection> => setPaused(actor, id, true);

/**
 * Starts a connection that is paused, or that stopped because of an error.
 * @throws AppError `not-found`
 */
export const resumeConnection = (actor: Actor, id: number): Promise<Connection> =>
  setPaused(actor, id, false);

function setPaused(actor: Actor, id: number, isPaused: boolean): Promise<Connection> {
  return withTransaction(actor.tenant.db, async (db) => {
    const { old } = await lockRecord(db, id);
    await updateConnectionRow(db, id, { is_paused: isPaused });
    if (!isPaused) await bumpStarts(db, id);
    const now = await getConnection(db, id);
    const startedAgain = !isPaused && !old.isPaused;
    await audit.updated(db, actor, old, now, startedAgain ? { startedAgain } : {});
    return now;
  });
}

/**
 * Trusts the server certificate with this SHA-256 for a connection.
 * @throws AppError `not-found`
 */
export function trustCertificate(actor: Actor, id: number, fingerprint: string): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const { row, old } = await lockRecord(db, id);
    const trusted = row.trusted_certificates;
    if (trusted.includes(fingerprint)) return;
    await updateConnectionRow(db, id, { trusted_certificates: [...trusted, fingerprint] });
    await bumpStarts(db, id);
    await audit.changed(db, actor, old, {
      old: { trustedCertificates: trusted },
      new: { trustedCertificates: [...trusted, fingerprint] },
    });
  });
}

const nameTaken = (name: string): string => `A connection named ${name} already exists.`;

/** Returns null if the secrets were encrypted with another key: they must be entered again. */
function openKept({ tenant }: Actor, { id, secrets }: ConnectionRow): SecretValues | null {
  try {
    return openSecrets(tenant.secrets, id, secrets);
  } catch {
    return null;
  }
}
