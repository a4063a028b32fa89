import {
  type EndpointDescription,
  MessageSecurityMode,
  OPCUAClient,
  setErrorLogger,
  setWarningLogger,
  type UserIdentityInfo,
  UserTokenType,
} from 'node-opcua-client';
import { keyOperationsFromPrivateKey, parsePfx } from 'node-opcua-crypto';
import { type ConnectorCall, ConnectorFailure } from '../connector.ts';
import { type Settings, toSettings, writeUrl } from './config.ts';
import { checkSignIn, chooseEndpoint, readCertificate, type ServerCertificate, toUrl } from './endpoints.ts';
import { toFailure } from './failures.ts';
import { type Limits, readServer } from './limits.ts';
import { type OwnCertificate, ownCertificate } from './own-certificate.ts';
import { type Ask, createServices } from './services.ts';
import { transportTo } from './transport.ts';

/** Opens sessions: address, endpoints, trust, secure channel, sign-in. The connection test performs the same steps. */

// node-opcua prints stack traces to the console. Failures contain the relevant part.
setErrorLogger(() => {});
setWarningLogger(() => {});

/** Time limit of each step to a session, in milliseconds. */
const patience = 15_000;

/** Time limit to close a link, in milliseconds. Then it closes in the background, so that a stand-in need not wait. */
const closePatience = 5_000;

/** Milliseconds without a response after which the link counts as lost. node-opcua also closes silent sockets then. */
const answerTime = 60_000;

export interface Session {
  ask: Ask;
  settings: Settings;
  /** URIs by their index. */
  namespaces: readonly string[];
  limits: Limits;
  /** The earlier end of the certificates in use (the server's and our own). Null without certificates. */
  certificatesEnd: Date | null;
  call: ConnectorCall;
}

/** The resolved address of a server, and our certificate. */
export interface Way {
  call: ConnectorCall;
  settings: Settings;
  address: string;
  own: OwnCertificate;
}

export interface Chosen {
  endpoint: EndpointDescription;
  url: string;
  certificate: ServerCertificate | null;
  /** Whether the server must authenticate itself. */
  needsTrust: boolean;
  isTrusted: boolean;
}

/** Opens a session for some work, and closes it afterwards. @throws ConnectorFailure */
export async function withSession<Result>(
  call: ConnectorCall,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const { session, close } = await openSession(call);
  try {
    return await work(session);
  } finally {
    await close();
  }
}

/** @throws ConnectorFailure */
export async function openSession(
  call: ConnectorCall,
): Promise<{ session: Session; close(): Promise<void> }> {
  const way = await wayTo(call);
  const chosen = choose(await discover(way), way);
  requireTrust(chosen);
  const channel = await openChannel(way, chosen);
  try {
    return { session: await channel.signIn(), close: channel.close };
  } catch (error) {
    await channel.close();
    throw error;
  }
}

export async function wayTo(call: ConnectorCall): Promise<Way> {
  const settings = toSettings(call.configuration);
  return {
    call,
    settings,
    address: await call.addresses.resolve(settings.url.host),
    own: await ownCertificate(call.directory),
  };
}

/** Returns the endpoints of the server. They are not authenticated yet. */
export async function discover(way: Way): Promise<EndpointDescription[]> {
  const client = newClient(way, MessageSecurityMode.None, null, null);
  await connect(client, writeUrl(way.settings.url), way);
  try {
    return await within(patience, client.getEndpoints(), way.call.signal);
  } catch (error) {
    throw toFailure(error);
  } finally {
    await close(client);
  }
}

export function choose(endpoints: readonly EndpointDescription[], { settings, call }: Way): Chosen {
  const endpoint = chooseEndpoint(endpoints, settings.securityMode);
  const certificate = readCertificate(endpoint);
  return {
    endpoint,
    url: toUrl(endpoint, settings.url),
    certificate,
    needsTrust: settings.securityMode !== 'None' || settings.user !== '',
    isTrusted: certificate !== null && call.trustedCertificates.includes(certificate.fingerprint),
  };
}

function requireTrust({ needsTrust, isTrusted, certificate }: Chosen): void {
  if (!needsTrust || isTrusted) return;
  throw new ConnectorFailure(
    'untrusted',
    certificate
      ? `The certificate of the server is not trusted. Its SHA-256 is ${certificate.fingerprint}.`
      : 'The server has no certificate, so its identity cannot be verified.',
  );
}

/** A secure channel before the sign-in. */
interface Channel {
  signIn(): Promise<Session>;
  close(): Promise<void>;
}

/** @throws ConnectorFailure */
export async function openChannel(way: Way, chosen: Chosen): Promise<Channel> {
  const { securityMode, securityPolicyUri } = chosen.endpoint;
  const client = newClient(way, securityMode, securityPolicyUri, chosen.certificate);
  const closed = new AbortController();
  await connect(client, chosen.url, way);
  return {
    signIn,
    close: () => {
      closed.abort();
      return close(client);
    },
  };

  async function signIn(): Promise<Session> {
    const identity = await toIdentity(way.settings);
    try {
      // Reads the endpoints again within the channel: the result of `discover` may have been modified in transit.
      const endpoints = await within(patience, client.getEndpoints(), way.call.signal);
      const isChosen = (endpoint: EndpointDescription) =>
        endpoint.securityMode === securityMode && endpoint.securityPolicyUri === securityPolicyUri;
      checkSignIn(endpoints.filter(isChosen), identity.type);
      const opened = await within(patience, client.createSession(identity), way.call.signal);
      const services = createServices(opened);
      // Also after 'connection_lost'.
      client.once('close', () =>
        services.end(new ConnectorFailure('unreachable', 'The connection to the server was lost.')),
      );
      way.call.signal.addEventListener(
        'abort',
        () => services.end(new ConnectorFailure('unreachable', 'The connection was closed.')),
        { signal: closed.signal },
      );
      return {
        ask: services.ask,
        settings: way.settings,
        call: way.call,
        certificatesEnd: certificatesEnd(way, chosen),
        ...(await readServer(services.ask)),
      };
    } catch (error) {
      throw toFailure(error);
    }
  }
}

function certificatesEnd({ own }: Way, { certificate, needsTrust }: Chosen): Date | null {
  if (!needsTrust || !certificate) return null;
  return certificate.validTo < own.validTo ? certificate.validTo : own.validTo;
}

function newClient(
  { own, address, settings }: Way,
  securityMode: MessageSecurityMode,
  securityPolicy: string | null,
  certificate: ServerCertificate | null,
): OPCUAClient {
  return OPCUAClient.create({
    applicationName: 'Twinward',
    applicationUri: own.applicationUri,
    clientName: 'Twinward',
    certificateKeyPairProvider: own.provider,
    transportFactory: transportTo(address, settings.url.port),
    securityMode,
    ...(securityPolicy === null ? {} : { securityPolicy }),
    // With a given certificate, node-opcua doesn't request another one.
    ...(certificate === null ? {} : { serverCertificate: certificate.der }),
    // The host reconnects, and reads missed points.
    connectionStrategy: { maxRetry: 0 },
    // Servers behind a router often list URLs of their own network.
    endpointMustExist: false,
    requestedSessionTimeout: 2 * answerTime,
    transportTimeout: answerTime,
    defaultTransactionTimeout: answerTime,
  });
}

async function connect(client: OPCUAClient, url: string, { call }: Way): Promise<void> {
  try {
    await within(patience, client.connect(url), call.signal);
  } catch (error) {
    await close(client);
    throw toFailure(error);
  }
}

/** Closes a client. If the server no longer answers, closes only our side. */
async function close(client: OPCUAClient): Promise<void> {
  await within(closePatience, client.disconnect(), null).catch(() => {});
}

/** Rejects after a time limit or an abort. The work itself continues. */
async function within<Result>(
  milliseconds: number,
  promise: Promise<Result>,
  signal: AbortSignal | null,
): Promise<Result> {
  const end = new AbortController();
  const ended = new Promise<never>((_resolve, reject) => {
    const fail = (message: string) => () => reject(new ConnectorFailure('unreachable', message));
    const timer = setTimeout(fail('The server did not answer in time.'), milliseconds);
    end.signal.addEventListener('abort', () => clearTimeout(timer));
    const abort = fail('The connection was closed.');
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { signal: end.signal });
  });
  try {
    return await Promise.race([promise, ended]);
  } finally {
    end.abort();
  }
}

async function toIdentity(settings: Settings): Promise<UserIdentityInfo> {
  if (settings.user)
    return { type: UserTokenType.UserName, userName: settings.user, password: settings.password };
  if (!settings.certificate) return { type: UserTokenType.Anonymous };
  try {
    const { certificate, privateKey } = await parsePfx(settings.certificate, settings.certificatePassword);
    return {
      type: UserTokenType.Certificate,
      certificateData: certificate,
      keyOperations: keyOperationsFromPrivateKey(privateKey),
    };
  } catch (error) {
    throw new ConnectorFailure(
      'signIn',
      'The certificate of the user could not be opened: the password is wrong, or the file is not PFX.',
      { cause: error },
    );
  }
}
