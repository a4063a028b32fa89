import type { TestStep } from '@twinward/contracts/connections/request';
import { type DataValue, VariableIds } from 'node-opcua-client';
import type { ConnectorCall, ConnectorFailure } from '../connector.ts';
import { type Chosen, choose, discover, openChannel, type Way, wayTo } from './client.ts';
import { writeUrl } from './config.ts';
import { nameOfPolicy, offers } from './endpoints.ts';
import { toFailure } from './failures.ts';
import { readStandard } from './limits.ts';

/** Tests the steps to a session. A failed step ends the test. */
export async function* testConnection(call: ConnectorCall): AsyncIterable<TestStep> {
  let step: TestStep['step'] = 'resolve';
  let way: Way | null = null;
  let chosen: Chosen | null = null;
  try {
    way = await wayTo(call);
    const { url } = way.settings;
    yield passed('resolve', `${url.host} is ${way.address}.`);

    step = 'reach';
    const endpoints = await discover(way);
    yield passed('reach', `An OPC UA server answers at port ${url.port}. It offers: ${offers(endpoints)}.`);

    step = 'encrypt';
    chosen = choose(endpoints, way);
    const { certificate } = chosen;
    if (chosen.needsTrust && !chosen.isTrusted) {
      yield {
        ...failed('encrypt', 'The certificate of the server is not trusted.'),
        advice: certificate
          ? 'Compare the SHA-256 with the one on the server. Trust it if they are equal.'
          : 'The server has no certificate. Install one, or connect without a user and without security.',
        certificate: certificate && shown(chosen),
      };
      return;
    }
    const channel = await openChannel(way, chosen);
    try {
      yield {
        ...passed('encrypt', secured(way, chosen)),
        advice: chosen.needsTrust && certificate ? expiryAdvice(certificate.validTo) : null,
        certificate: chosen.needsTrust ? shown(chosen) : null,
      };

      step = 'sign-in';
      const session = await channel.signIn();
      yield passed('sign-in', signedIn(way));

      step = 'read';
      const [time, keepsHistory] = await readStandard(session.ask, [
        VariableIds.Server_ServerStatus_CurrentTime,
        VariableIds.HistoryServerCapabilities_AccessHistoryDataCapability,
      ]);
      yield passed(
        'read',
        `${clockSentence(time)} ${
          keepsHistory?.value?.value === true
            ? 'The server keeps history.'
            : 'The server does not report a history: values during an interruption may be lost.'
        }`,
      );
      yield {
        ...passed('write', 'Twinward never writes to a control system.'),
        state: 'skipped',
      };
    } finally {
      await channel.close();
    }
  } catch (error) {
    const failure = toFailure(error);
    yield { ...failed(step, failure.message), advice: findAdvice(step, failure, way, chosen) };
  }
}

function passed(step: TestStep['step'], message: string): TestStep {
  return { step, state: 'passed', message, advice: null, certificate: null };
}

function failed(step: TestStep['step'], message: string): TestStep {
  return { step, state: 'failed', message, advice: null, certificate: null };
}

function shown({ certificate, isTrusted }: Chosen): TestStep['certificate'] {
  return (
    certificate && {
      fingerprint: certificate.fingerprint,
      subject: certificate.subject,
      validTo: certificate.validTo.toISOString(),
      isTrusted,
    }
  );
}

function secured({ settings }: Way, { endpoint }: Chosen): string {
  return settings.securityMode === 'None'
    ? 'No security: data crosses the network unencrypted.'
    : `${settings.securityMode} with ${nameOfPolicy(endpoint.securityPolicyUri)}.`;
}

function signedIn({ settings }: Way): string {
  if (settings.user) return `Signed in as ${settings.user}.`;
  return settings.certificate ? 'Signed in by the certificate.' : 'Signed in anonymously.';
}

const monthAhead = 30 * 86_400_000;

function expiryAdvice(validTo: Date): string | null {
  const left = validTo.getTime() - Date.now();
  if (left > monthAhead) return null;
  const date = validTo.toISOString().slice(0, 10);
  return left > 0
    ? `The certificate of the server ends on ${date}. Its successor must be trusted again.`
    : `The certificate of the server ended on ${date}.`;
}

function clockSentence(time: DataValue | undefined): string {
  const value: unknown = time?.value?.value;
  if (!(value instanceof Date)) return 'The server does not report its time.';
  const seconds = Math.round((value.getTime() - Date.now()) / 1000);
  if (Math.abs(seconds) < 2) return 'The clock of the server is in sync with Twinward.';
  return `The clock of the server is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}.`;
}

/** Returns advice on a failed step, for a person who configures the server. */
function findAdvice(
  step: TestStep['step'],
  { kind, cause }: ConnectorFailure,
  way: Way | null,
  chosen: Chosen | null,
): string | null {
  if (step === 'resolve')
    return kind === 'refused'
      ? null
      : 'Check the host name of the server and the DNS server of this machine. You can also use an IP address.';
  if (step === 'reach')
    return `Check the port, that the server is running, and that no firewall blocks it. The usual port is 4840; the address is ${way ? writeUrl(way.settings.url) : 'opc.tcp://host:port'}.`;
  if (step === 'encrypt' && chosen === null)
    return 'Choose a mode that the server offers, or enable this mode on the server.';
  if (step === 'encrypt' && chosen?.needsTrust && cause !== undefined && way)
    return `The server may not trust the certificate of Twinward. Trust it in the settings of the server: its thumbprint (SHA-1) is ${way.own.thumbprint}, its URI ${way.own.applicationUri}.`;
  if (step === 'sign-in' && kind === 'untrusted' && way)
    return `Trust the certificate of Twinward in the settings of the server: its thumbprint (SHA-1) is ${way.own.thumbprint}.`;
  if (step === 'sign-in' && kind === 'signIn')
    return 'Check user, password and certificate. The connection does not retry automatically, so that the account is not locked.';
  if (step === 'sign-in' && kind === 'busy')
    return 'The server has reached its limit of sessions. Close a session, or increase the limit.';
  return null;
}
