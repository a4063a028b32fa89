import { ConnectorFailure, type FailureKind } from '../connector.ts';
import { toLinkFailure } from '../link.ts';

/** Why a broker refused a connection, by the code in its CONNACK: up to 5 of MQTT 3.1.1, from 128 on of MQTT 5. */
const refusals: Record<number, [FailureKind, string]> = {
  1: ['protocol', 'The broker does not speak MQTT 3.1.1.'],
  2: ['refused', 'The broker does not accept the client ID.'],
  3: ['busy', 'The broker is not available at the moment.'],
  4: ['signIn', 'The broker refused user or password.'],
  5: ['signIn', 'The broker does not allow this user or client ID to connect.'],
  132: ['protocol', 'The broker does not speak MQTT 3.1.1.'],
  133: ['refused', 'The broker does not accept the client ID.'],
  134: ['signIn', 'The broker refused user or password.'],
  135: ['signIn', 'The broker does not allow this user or client ID to connect.'],
  136: ['busy', 'The broker is not available at the moment.'],
  137: ['busy', 'The broker is busy.'],
  138: ['signIn', 'The broker has banned this client.'],
  140: ['signIn', 'The broker requires a sign-in method other than user and password.'],
  151: ['busy', 'The broker reports that a quota is exceeded.'],
  159: ['busy', 'The broker reports too many connections in a short time.'],
};

const getCode = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;
const getMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A failure before the broker has answered the sign-in, or of the link after it. */
export function toFailure(error: unknown): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  const code = getCode(error);
  const message = getMessage(error);
  const refusal = typeof code === 'number' ? refusals[code] : undefined;
  if (refusal) return new ConnectorFailure(...refusal, { cause: error });
  const status = /Unexpected server response: (\d+)/.exec(message)?.[1];
  if (status === '401' || status === '403') {
    return new ConnectorFailure('signIn', `The WebSocket was refused with HTTP ${status}.`, { cause: error });
  }
  if (status !== undefined) {
    return new ConnectorFailure(
      status.startsWith('5') ? 'busy' : 'protocol',
      `There is no WebSocket at this path: HTTP ${status}.`,
      { cause: error },
    );
  }
  if (/connack timeout/.test(message)) {
    return new ConnectorFailure('protocol', 'No answer to the sign-in: this may not be an MQTT broker.', {
      cause: error,
    });
  }
  if (/Keepalive timeout/.test(message)) {
    return new ConnectorFailure('unreachable', 'The broker no longer answers.', { cause: error });
  }
  if (typeof code === 'string') return toLinkFailure(error, 'broker');
  return new ConnectorFailure('protocol', `The broker sent data that is not MQTT: ${message}.`, {
    cause: error,
  });
}
