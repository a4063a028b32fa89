import { createHash } from 'node:crypto';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import type { TestStep } from '@twinward/contracts/connections/request';
import { type ConnectorCall, ConnectorFailure } from './connector.ts';

/** The link to a system below its protocol: TCP, with TLS if the address requires it. */

export interface LinkSettings {
  /** Name of the other side in messages. */
  peer: 'broker' | 'server';
  /** Without the brackets of an IPv6 address. */
  host: string;
  port: number;
  /** PEM of the only accepted CA. Null for the well-known CAs. */
  ca: Buffer | null;
  /** PFX of the client, or null. */
  certificate: Buffer | null;
  certificatePassword: string | null;
  /** Name that the certificate of the peer must contain. Null for the host. */
  serverName: string | null;
}

const patience = 10_000;

/** The first error of each socket. Recorded, because an error without a listener would end the process. */
const errors = new WeakMap<Socket, Error>();

export const findSocketError = (socket: Socket): Error | undefined => errors.get(socket);

/** Resolves at the event, and destroys the socket at an error, a late answer, or the end of `signal`. */
function settled<T extends Socket>(
  socket: T,
  event: string,
  peer: LinkSettings['peer'],
  signal: AbortSignal,
): Promise<T> {
  socket.on('error', (error) => {
    if (!errors.has(socket)) errors.set(socket, error);
  });
  return new Promise((resolve, reject) => {
    const stop = (error: Error | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      socket.off('error', stop).off('close', close).off(event, done);
      if (error) {
        socket.destroy();
        reject(toLinkFailure(error, peer));
      } else resolve(socket);
    };
    const done = () => stop(null);
    const close = () => stop(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    const abort = () => stop(Object.assign(new Error('aborted'), { code: 'ABORTED' }));
    const timer = setTimeout(
      () => stop(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })),
      patience,
    );
    socket.once('error', stop).once('close', close).once(event, done);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
  });
}

/** Connects to an address. @param address resolved and permitted */
export async function reach(address: string, settings: LinkSettings, signal: AbortSignal): Promise<Socket> {
  const socket = await settled(
    connectTcp({ host: address, port: settings.port }),
    'connect',
    settings.peer,
    signal,
  );
  // Acknowledgements are small and must not be delayed.
  return socket.setNoDelay(true);
}

interface EncryptedLink {
  socket: TLSSocket;
  certificate: NonNullable<TestStep['certificate']>;
  /** End of the client certificate, epoch milliseconds. Null without one. */
  ownValidTo: number | null;
  /** Why the certificate was rejected, or null. */
  problem: string | null;
}

/**
 * Performs the handshake. Checks the certificate here, before anything except our own certificate is sent.
 */
export async function encrypt(
  socket: Socket,
  settings: LinkSettings,
  trusted: readonly string[],
  signal: AbortSignal,
): Promise<EncryptedLink> {
  const name = settings.serverName ?? settings.host;
  let secureContext: SecureContext;
  try {
    secureContext = createContext(settings);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  const encrypted = connectTls({
    socket,
    // Used only to check the certificate. It is not resolved.
    host: name,
    ...(isIP(name) === 0 && { servername: name }),
    secureContext,
    rejectUnauthorized: false,
  });
  await settled(encrypted, 'secureConnect', settings.peer, signal);
  const peer = encrypted.getPeerX509Certificate();
  if (!peer) {
    encrypted.destroy();
    throw new ConnectorFailure('untrusted', `The ${settings.peer} showed no certificate.`);
  }
  const own = encrypted.getX509Certificate();
  const fingerprint = createHash('sha256').update(peer.raw).digest('hex');
  const isTrusted = encrypted.authorized || trusted.includes(fingerprint);
  return {
    socket: encrypted,
    certificate: {
      fingerprint,
      subject: peer.subject?.replaceAll('\n', ', ') ?? '',
      validTo: new Date(peer.validTo).toISOString(),
      isTrusted,
    },
    ownValidTo: own ? Date.parse(own.validTo) : null,
    problem: isTrusted ? null : certificateProblem(String(encrypted.authorizationError), settings.peer, name),
  };
}

/**
 * Performs the handshake of a link that requires an accepted certificate. Reports the ends of the certificates.
 * @throws ConnectorFailure `untrusted`
 */
export async function encryptTrusted(
  socket: Socket,
  settings: LinkSettings,
  call: ConnectorCall,
): Promise<Socket> {
  const link = await encrypt(socket, settings, call.trustedCertificates, call.signal);
  if (link.problem !== null) {
    link.socket.destroy();
    throw new ConnectorFailure('untrusted', link.problem);
  }
  call.certificate(Date.parse(link.certificate.validTo));
  if (link.ownValidTo !== null) call.certificate(link.ownValidTo);
  return link.socket;
}

function createContext(settings: LinkSettings): SecureContext {
  try {
    return createSecureContext({
      ...(settings.ca && { ca: settings.ca }),
      ...(settings.certificate && {
        pfx: settings.certificate,
        passphrase: settings.certificatePassword ?? '',
      }),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    if (/mac verify/i.test(reason)) {
      throw new ConnectorFailure('refused', 'The password of the client certificate is wrong.', {
        cause: error,
      });
    }
    throw new ConnectorFailure(
      'refused',
      settings.certificate && !/PEM/i.test(reason)
        ? 'The client certificate is not a readable PFX file. Old files (RC2, 3DES) must be exported again.'
        : 'The CA certificate file is not a PEM file.',
      { cause: error },
    );
  }
}

function certificateProblem(code: string, peer: string, name: string): string {
  if (/SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code)) {
    return `No known CA issued the certificate of the ${peer} (${code}).`;
  }
  if (code === 'CERT_HAS_EXPIRED') return `The certificate of the ${peer} has expired.`;
  if (code === 'CERT_NOT_YET_VALID') return `The certificate of the ${peer} is not valid yet.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `The certificate of the ${peer} is not for ${name}.`;
  return `The certificate of the ${peer} is not accepted (${code}).`;
}

/** What a socket's error means. */
export function toLinkFailure(error: unknown, peer: LinkSettings['peer']): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  const code = String((error as { code?: unknown } | null)?.code ?? 'no code');
  // In TLS 1.3 the peer checks our certificate after the handshake.
  if (/^ERR_SSL_.*ALERT.*(CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/.test(code)) {
    return new ConnectorFailure('signIn', `The ${peer} does not accept the client certificate (${code}).`, {
      cause: error,
    });
  }
  if (/^(ERR_SSL|EPROTO)/.test(code)) {
    return new ConnectorFailure('protocol', `The ${peer} does not speak TLS on this port (${code}).`, {
      cause: error,
    });
  }
  return new ConnectorFailure('unreachable', reachProblem(code, peer), { cause: error });
}

function reachProblem(code: string, peer: string): string {
  if (code === 'ECONNREFUSED') return 'Nothing listens at this address and port (ECONNREFUSED).';
  if (code === 'ETIMEDOUT') return 'No answer from this address: a firewall may block it (ETIMEDOUT).';
  if (code === 'ECONNRESET' || code === 'EPIPE') return `The connection was lost (${code}).`;
  return `The ${peer} can't be reached (${code}).`;
}
