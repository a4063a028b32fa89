import type { Socket } from 'node:net';
import type { TestStep, TestStepName } from '@twinward/contracts/connections/request';
import { type ConnectorCall, ConnectorFailure } from '../connector.ts';
import { encrypt, reach } from '../link.ts';
import { createTemporaryId, type Session, signIn } from './client.ts';
import { readSettings, type Settings, toFilters } from './config.ts';
import { toFailure } from './failures.ts';

/** Milliseconds for which the test waits for a message. */
const messageTime = 5000;

const toStep = (
  step: TestStepName,
  state: TestStep['state'],
  message: string,
  advice: string | null = null,
  certificate: TestStep['certificate'] = null,
): TestStep => ({ step, state, message, advice, certificate });

/** Advice for failed steps. */
const advices: Record<TestStepName, string> = {
  resolve: 'Check the address. The host name must be known where the connection runs.',
  reach: 'Check host and port, and whether a firewall blocks this machine.',
  encrypt: 'Check the port for TLS (often 8883) and the certificate files.',
  'sign-in': 'Check user, password, client ID and client certificate with the administrators of the broker.',
  read: 'Ask the administrators of the broker to allow this user to subscribe to these topics.',
  write: '',
};

const failed = (step: TestStepName, error: unknown): TestStep =>
  toStep(step, 'failed', toFailure(error).message, advices[step]);

/** Tests the connection step by step. A failed step ends the test. */
export async function* testConnection(call: ConnectorCall): AsyncGenerator<TestStep> {
  let step: TestStepName = 'resolve';
  let socket: Socket | null = null;
  let session: Session | null = null;
  try {
    const settings = readSettings(call.configuration);
    const address = await resolve(call, settings);
    yield toStep(step, 'passed', `${settings.host} is ${address}.`);

    step = 'reach';
    socket = await reach(address, settings, call.signal);
    yield toStep(step, 'passed', `Connected to port ${settings.port}.`);

    step = 'encrypt';
    if (settings.isEncrypted) {
      const link = await encrypt(socket, settings, call.trustedCertificates, call.signal);
      socket = link.socket;
      if (link.problem !== null) {
        const advice =
          'Compare the fingerprint with the one on the broker and trust it, or upload the CA file.';
        yield toStep(step, 'failed', link.problem, advice, link.certificate);
        return;
      }
      const version = link.socket.getProtocol();
      yield toStep(step, 'passed', `Encrypted by ${version}.`, null, link.certificate);
    } else {
      const advice =
        'Use mqtts or wss if the broker offers it. Otherwise the password is readable on the network.';
      yield toStep(step, 'skipped', 'The address does not use encryption.', advice);
    }

    step = 'sign-in';
    let hear!: (topic: string) => void;
    const heard = new Promise<string>((done) => {
      hear = done;
    });
    session = await signIn(
      socket,
      settings,
      {
        clientId: await createTemporaryId(call, settings),
        isClean: true,
        receive: (message) => {
          hear(message.topic);
          message.acknowledge();
          return undefined;
        },
      },
      call.signal,
    );
    yield toStep(step, 'passed', 'The broker accepted the sign-in.');

    step = 'read';
    const filters = toFilters(settings);
    await session.subscribe(filters, settings.qos);
    const topic = await Promise.race([heard, session.lost, silence(call.signal)]);
    yield topic === null
      ? toStep(
          step,
          'skipped',
          `The subscription was accepted, but no message arrived on ${filters.join(', ')} within ${messageTime / 1000} seconds.`,
          'Check the topics, unless the devices rarely send.',
        )
      : toStep(step, 'passed', `A message arrived on ${topic}.`);
    yield toStep('write', 'skipped', writeMessage(settings));
  } catch (error) {
    yield failed(step, error);
  } finally {
    await session?.end();
    socket?.destroy();
  }
}

const writeMessage = (settings: Settings): string =>
  settings.format === 'sparkplug' && settings.rebirth
    ? 'Twinward publishes only rebirth requests.'
    : 'Twinward never publishes.';

async function resolve(call: ConnectorCall, settings: Settings): Promise<string> {
  try {
    return await call.addresses.resolve(settings.host);
  } catch (error) {
    if (error instanceof ConnectorFailure) throw error;
    throw new ConnectorFailure('unreachable', `The name ${settings.host} is not known.`, { cause: error });
  }
}

const silence = (signal: AbortSignal): Promise<null> =>
  new Promise((done) => {
    const timer = setTimeout(() => done(null), messageTime);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        done(null);
      },
      { once: true },
    );
  });
