import { ConnectorFailure, type FailureKind } from '../connector.ts';

/** Failures by status codes of OPC UA and by socket errors. */

const kinds: readonly { pattern: RegExp; kind: FailureKind; message: string }[] = [
  {
    pattern: /^Bad(UserAccessDenied|IdentityTokenRejected|IdentityTokenInvalid|UserSignatureInvalid)$/,
    kind: 'signIn',
    message: 'The server did not accept the user, the password or the certificate of the user.',
  },
  {
    pattern: /^Bad(SecurityChecksFailed|Certificate\w*|NoValidCertificates|ApplicationSignatureInvalid)$/,
    kind: 'untrusted',
    message: 'The server did not accept the certificate of Twinward.',
  },
  {
    pattern:
      /^Bad(TooMany\w+|NoContinuationPoints|ServerTooBusy|TcpServerTooBusy|TcpNotEnoughResources|ResourceUnavailable|OutOfMemory|RequestTooLarge|ResponseTooLarge)$/,
    kind: 'busy',
    message: 'The server has no capacity for this now.',
  },
  {
    pattern:
      /^Bad(ServerHalted|Shutdown|ConnectionClosed|ConnectionRejected|Disconnect|SecureChannel\w*|Timeout|RequestTimeout|Session\w+|NoSubscription|NotConnected|CommunicationError|TcpSecureChannelUnknown)$/,
    kind: 'unreachable',
    message: 'The server ended the connection.',
  },
];

const networkErrors: readonly { pattern: RegExp; message: string }[] = [
  { pattern: /ECONNREFUSED/, message: 'Nothing listens at this port.' },
  { pattern: /EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, message: 'This address cannot be reached.' },
  {
    pattern: /ETIMEDOUT|imeout|ECONNABORTED/,
    message: 'The server did not answer in time.',
  },
  {
    pattern:
      /ECONNRESET|EPIPE|disconnected|third party|closed|Closed|SecureChannel|aborted|Channel|premature/,
    message: 'The connection was lost.',
  },
];

/** The name of the status code that an error carries, such as 'BadUserAccessDenied'; null: none. */
export function findStatusName(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const { statusCode, response, message } = error as {
    statusCode?: { name?: string };
    response?: { responseHeader?: { serviceResult?: { name?: string } } };
    message?: unknown;
  };
  const names = [response?.responseHeader?.serviceResult?.name, statusCode?.name];
  const text = typeof message === 'string' ? message.match(/\bBad[A-Z]\w+/)?.[0] : undefined;
  return [...names, text].find((name) => name?.startsWith('Bad')) ?? null;
}

/** The failure that an error of the client is; a `ConnectorFailure` stays what it is. */
export function toFailure(error: unknown): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  const status = findStatusName(error);
  const known = status === null ? undefined : kinds.find(({ pattern }) => pattern.test(status));
  if (known) return new ConnectorFailure(known.kind, `${known.message} (${status})`, { cause: error });
  const text = error instanceof Error ? error.message : String(error);
  const network = status === null ? networkErrors.find(({ pattern }) => pattern.test(text)) : undefined;
  if (network) return new ConnectorFailure('unreachable', network.message, { cause: error });
  return new ConnectorFailure(
    'protocol',
    status === null
      ? `Unexpected answer from the server: ${text.trim().slice(0, 300)}`
      : `The server refused: ${status}.`,
    { cause: error },
  );
}
