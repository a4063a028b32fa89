import type { Configuration } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { found } from '../../../platform/errors.ts';
import { openSecrets } from './secrets.ts';
import { type HeadRow, selectHead, selectHeads, selectRunnable } from './store.ts';

/** What a runner has to know of all connections, to see what is to run and what is to start anew. */
export interface ConnectionHead {
  id: number;
  name: string;
  type: string;
  place: 'server' | 'plant';
  connectionGroupId: number;
  isPaused: boolean;
  /** Another one than before: it starts anew, by `openConnection`. Unlike `version`, resuming counts too. */
  starts: number;
  version: number;
  /** SHA-256, hexadecimal. */
  trustedCertificates: readonly string[];
}

/** A connection with its secrets, for its connector alone. */
export interface OpenedConnection extends ConnectionHead {
  configuration: Configuration;
}

/** All connections, by id. */
export async function listConnectionHeads(db: Db): Promise<ConnectionHead[]> {
  return (await selectHeads(db)).map(toHead);
}

/** @throws AppError `not-found` */
export async function getConnectionHead(db: Db, id: number): Promise<ConnectionHead> {
  return toHead(found(await selectHead(db, id), 'Connection'));
}

/**
 * A connection with its secrets, for its connector alone; null for an unknown id.
 * @throws Error when the secrets were sealed with another key
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
