import type { Db } from '../../../platform/database/database.ts';
import type { ConnectionTrouble } from '../../connections/connection/events.ts';
import { listConnectionManagers } from './managers.ts';
import { type NewNotification, notify } from './service.ts';

const messages: Record<ConnectionTrouble['type'], (trouble: ConnectionTrouble) => string> = {
  failed: ({ name, message }) => `The connection ${name} failed: ${message}`,
  quiet: ({ name, message }) => `The connection ${name} is quiet. ${message}`,
  certificate: ({ name, message }) =>
    `A certificate of the connection ${name} ends on ${message.slice(0, 10)}.`,
};

/** Notifies administrators and connection managers of connections that fail, are quiet, or soon can't be trusted. */
export async function notifyOfConnections(db: Db, troubles: readonly ConnectionTrouble[]): Promise<void> {
  const recipients = await listConnectionManagers(db);
  await notify(
    db,
    troubles.map(
      (trouble): NewNotification => ({
        recipients,
        reach: 'all',
        context: 'connection',
        type: trouble.type,
        twinId: null,
        message: messages[trouble.type](trouble),
        url: `/settings/connections/${trouble.connectionId}`,
        grouping: `connection-${trouble.type}:${trouble.connectionId}`,
        time: trouble.time,
      }),
    ),
  );
}
