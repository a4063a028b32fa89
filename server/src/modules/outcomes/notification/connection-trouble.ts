import type { Db } from '../../../platform/database/database.ts';
import type { ConnectionTrouble } from '../../connections/connection/events.ts';
import { listWatchedInputs } from '../../protections/definition/service.ts';
import { selectConnectionManagers } from './recipient-store.ts';
import { type NewNotification, notify } from './service.ts';

/** Maximum number of inputs named in the message of a quiet connection. */
const mostNamed = 3;

type Message = (trouble: ConnectionTrouble, inputs: readonly string[]) => string;

const messages: Record<ConnectionTrouble['type'], Message> = {
  failed: ({ name, message }) => `The connection ${name} failed: ${message}`,
  quiet: ({ name, message }, inputs) => `The connection ${name} delivers no data. ${message}${fed(inputs)}`,
  certificate: ({ name, message }) =>
    `A certificate of the connection ${name} ends on ${message.slice(0, 10)}.`,
};

function fed(inputs: readonly string[]): string {
  if (inputs.length === 0) return '';
  const left = inputs.length - mostNamed;
  return ` It feeds ${inputs.slice(0, mostNamed).join(', ')}${left > 0 ? ` and ${left} more` : ''}.`;
}

/**
 * Notifies administrators and connection managers of connections that fail, are quiet, or whose certificate expires
 * soon.
 */
export async function notifyOfConnections(db: Db, troubles: readonly ConnectionTrouble[]): Promise<void> {
  const recipients = await selectConnectionManagers(db);
  const quiet = troubles.filter(({ type }) => type === 'quiet').map(({ connectionId }) => connectionId);
  const inputs = quiet.length === 0 ? new Map() : await listWatchedInputs(db, quiet);
  await notify(
    db,
    troubles.map(
      (trouble): NewNotification => ({
        recipients,
        reach: 'all',
        context: 'connection',
        type: trouble.type,
        twinId: null,
        message: messages[trouble.type](trouble, inputs.get(trouble.connectionId) ?? []),
        url: `/settings/connections/${trouble.connectionId}`,
        grouping: `connection-${trouble.type}:${trouble.connectionId}`,
        time: trouble.time,
      }),
    ),
  );
}
