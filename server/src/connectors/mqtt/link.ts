import { createHash } from 'node:crypto';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import type { TestStep } from '@twinward/contracts/connections/request';
import { ConnectorFailure } from '../connector.ts';
import type { Settings } from './config.ts';
import { failureOf } from './failures.ts';

/** The link to a broker below MQTT: TCP, and TLS where the address says so. */

const patience = 10_000;

/** The first error of each socket. It may come while nobody waits, and must not end the process. */
const errors = new WeakMap<Socket, Error>();

export const errorOf = (socket: Socket): Error | undefined => errors.get(socket);

/** Resolves at the event, and destroys the socket at an error, a late answer, or the end of `signal`. */
function settled<T extends Socket>(socket: T, event: string, signal: AbortSignal): Promise<T> {
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
        reject(failureOf(error));
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

/** @param address the one that was looked up and permitted */
export async function reach(address: string, settings: Settings, signal: AbortSignal): Promise<Socket> {
  const socket = await settled(connectTcp({ host: address, port: settings.port }), 'connect', signal);
  // Acknowledgements are small.
  return socket.setNoDelay(true);
}

export interface EncryptedLink {
  socket: TLSSocket;
  certificate: NonNullable<TestStep['certificate']>;
  /** End of the client certificate, epoch milliseconds; null without a client certificate. */
  ownValidTo: number | null;
  /** Why the certificate was not accepted; null: it was. */
  problem: string | null;
}

/**
 * The handshake. Whether the certificate is accepted is decided here, before anything of us is sent but our own
 * certificate.
 */
export async function encrypt(
  socket: Socket,
  settings: Settings,
  trusted: readonly string[],
  signal: AbortSignal,
): Promise<EncryptedLink> {
  const name = settings.serverName ?? settings.host;
  let secureContext: SecureContext;
  try {
    secureContext = contextOf(settings);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  const encrypted = connectTls({
    socket,
    // By which the certificate is checked; no server is asked for an address.
    host: name,
    ...(isIP(name) === 0 && { servername: name }),
    secureContext,
    rejectUnauthorized: false,
  });
  await settled(encrypted, 'secureConnect', signal);
  const peer = encrypted.getPeerX509Certificate();
  if (!peer) {
    encrypted.destroy();
    throw new ConnectorFailure('untrusted', 'The broker showed no certificate.');
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
    problem: isTrusted ? null : certificateProblem(String(encrypted.authorizationError), name),
  };
}

function contextOf(settings: Settings): SecureContext {
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
        ? 'The client certificate is no PFX file that can be read. Old files (RC2, 3DES) have to be exported anew.'
        : 'The CA certificates are no PEM file.',
      { cause: error },
    );
  }
}

function certificateProblem(code: string, name: string): string {
  if (/SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code)) {
    return `No known CA issued the certificate of the broker (${code}).`;
  }
  if (code === 'CERT_HAS_EXPIRED') return 'The certificate of the broker has expired.';
  if (code === 'CERT_NOT_YET_VALID') return 'The certificate of the broker is not valid yet.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `The certificate of the broker is not for ${name}.`;
  return `The certificate of the broker is not accepted (${code}).`;
}
