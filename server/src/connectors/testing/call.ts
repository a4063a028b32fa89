import { tmpdir } from 'node:os';
import { createRedaction } from '@twinward/domain/connections/redact';
import type { Configuration, ConnectorCall, ConnectorFailure } from '../connector.ts';

/** A connector call like that of the host. Names ending in .test resolve to this machine. */
export interface TestCall extends ConnectorCall {
  logged: string[];
  resolved: string[];
  /** Ends of certificates, epoch milliseconds. */
  certificateEnds: number[];
  /** Ends the call. */
  end(): void;
}

export function makeCall(configuration: Configuration, over: Partial<ConnectorCall> = {}): TestCall {
  const logged: string[] = [];
  const resolved: string[] = [];
  const certificateEnds: number[] = [];
  const controller = new AbortController();
  return {
    configuration,
    trustedCertificates: [],
    signal: controller.signal,
    log: (level, message) => logged.push(`${level}: ${message}`),
    certificate: (validTo) => certificateEnds.push(validTo),
    addresses: {
      resolve: async (host) => {
        resolved.push(host);
        return host.endsWith('.test') ? '127.0.0.1' : host;
      },
    },
    directory: tmpdir(),
    ...over,
    logged,
    resolved,
    certificateEnds,
    end: () => controller.abort(),
  };
}

/** `kind: message` of the failure that a promise ends with. */
export const readFailure = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no failure',
    ({ kind, message }: ConnectorFailure) => `${kind}: ${message}`,
  );

/** Whether a text contains none of the secrets, in any encoding. */
export const hidesAll = (secrets: readonly string[], text: string): boolean =>
  createRedaction(secrets)(text) === text;
