import type { Configuration } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { found } from '../../../platform/errors.ts';
import { openSecrets } from './secrets.ts';
import { type HeadRow, selectHead, selectHeads, selectRunnable } from './store.ts';

/** What a runner needs to know of each connection, to decide which to run and which to restart. */
export interface ConnectionHead {
  id: number;
  name: string;
  type: string;
  place: 'server' | 'plant';
  connectionGroupId: number;
  isPaused: boolean;
  /**
   * If it differs from before, the connection is restarted, with `openConnection`. Unlike `version`, it also changes on
   * resuming.
   */
  starts: number;
  version: number;
  /** SHA-256, hexadecimal. */
  trustedCertificates: readonly string[];
}

/** A connection with its secrets, only for its connector. */
export interface OpenedConnection extends ConnectionHead {
  configuration: Configuration;
}

/** Lists all connections, by id. */
export async function listConnectionHeads(db: Db): Promise<ConnectionHead[]> {
  return (await selectHeads(db)).map(toHead);
}

/** @throws AppError `not-found` */
export async function getConnectionHead(db: Db, id: number): Promise<ConnectionHead> {
  return toHead(found(await selectHead(db, id), 'Connection'));
}

/**
 * Returns a connection with its secrets, only for its connector; null for an unknown id.
 * @throws Error if the secrets were encrypted with another key
 */
export async function openConnection(
  { db, secrets }: Pick<Tenant, 'db' | 'secrets'>,
  id: number,
): Promise<OpenedConnection | null> {
  const row = await selectRunnable(db, id);
  if (!row) return null;
  const configuration = { ...row.configuration, ...openSecrets(secrets, id, row.secrets) };
  return { ...toHead(row), configuration };
}

const toHead = (row: HeadRow): ConnectionHead => ({
  id: row.id,
  name: row.name,
  type: row.type,
  place: row.place,
  connectionGroupId: row.connection_group_id,
  isPaused: row.is_paused,
  starts: row.starts,
  version: row.version,
  trustedCertificates: row.trusted_certificates,
});
