import { type LogLevel, logLevels } from '@twinward/contracts/connections/connection';
import { createRedaction } from '@twinward/domain/connections/redact';
import { type ConnectorCall, ConnectorFailure } from '../connector.ts';
import type { RunPorts, RunSubject } from './ports.ts';

/** Longer messages are truncated. */
const longestMessage = 2_000;

export interface PreparedCall {
  call: ConnectorCall;
  /** Removes the secrets of the configuration from a message. */
  redact(message: string): string;
  /** Logs at the level of the connection. */
  log(level: LogLevel, message: string): void;
  /** Converts any error to a failure whose message may be shown. */
  toFailure(error: unknown): ConnectorFailure;
}

/**
 * Prepares the argument of connector calls. Messages from the connector are redacted.
 * @param onCertificate called with the end of each certificate of a link, epoch milliseconds
 */
export function prepareCall(
  { connector, configuration, trustedCertificates, directory }: RunSubject,
  ports: Pick<RunPorts, 'log' | 'resolve'>,
  signal: AbortSignal,
  onCertificate: (validTo: number) => void = () => {},
): PreparedCall {
  const secretFields = connector.fields.filter(({ kind }) => kind === 'secret' || kind === 'file');
  const hideSecrets = createRedaction(secretFields.map(({ name }) => configuration[name]));
  const redact = (message: string) => hideSecrets(message).slice(0, longestMessage);
  const asked = logLevels.indexOf(configuration.logLevel as LogLevel);
  const most = asked < 0 ? logLevels.indexOf('info') : asked;
  const log = (level: LogLevel, message: string) => {
    if (logLevels.indexOf(level) <= most) ports.log(level, redact(message));
  };
  return {
    call: {
      configuration,
      trustedCertificates,
      signal,
      log,
      certificate: onCertificate,
      addresses: { resolve: ports.resolve },
      directory,
    },
    redact,
    log,
    toFailure(error) {
      const message = redact(error instanceof Error ? error.message : String(error));
      if (error instanceof ConnectorFailure) {
        return new ConnectorFailure(error.kind, message, { retryAfter: error.retryAfter });
      }
      return new ConnectorFailure('protocol', `Something unexpected happened: ${message}`);
    },
  };
}
