import type { Socket } from 'node:net';
import type { TestStep, TestStepName } from '@twinward/contracts/connections/request';
import { type ConnectorCall, ConnectorFailure, type RecordStream } from './connector.ts';
import { toLinkSettings } from './http-client.ts';
import { encrypt, reach, toLinkFailure } from './link.ts';

/** The result of a step: a message, optionally with a state. */
export type Finding = string | { state: 'passed' | 'skipped'; message: string; advice?: string };

/** The steps that depend on the system. Each throws a ConnectorFailure on failure. */
interface HttpTest {
  /** URL whose host and port are tested. */
  url: string;
  signIn(): Promise<Finding>;
  read(): Promise<Finding>;
  write(): Promise<Finding>;
  advices?: Partial<Record<TestStepName, string>>;
}

const usualAdvices: Record<TestStepName, string> = {
  resolve: 'Check the address. The host name must be known where the connection runs.',
  reach: 'Check host and port, and whether a firewall blocks this machine.',
  encrypt: 'Check the port for https and the certificate files.',
  'sign-in': 'Check user and password with the administrators of the system.',
  read: 'Check the address and the read permissions of this user.',
  write: 'Check the write permissions of this user.',
};

/** Tests a system with an HTTP API, step by step. A failed step ends the test. */
export async function* testHttp(call: ConnectorCall, test: () => HttpTest): AsyncGenerator<TestStep> {
  let step: TestStepName = 'resolve';
  let socket: Socket | null = null;
  let advices = usualAdvices;
  try {
    const { url: address, ...steps } = test();
    advices = { ...usualAdvices, ...steps.advices };
    const url = new URL(address);
    const settings = toLinkSettings(call.configuration, url);
    const resolved = await call.addresses.resolve(settings.host);
    yield found(step, `${settings.host} is ${resolved}.`);

    step = 'reach';
    socket = await reach(resolved, settings, call.signal);
    yield found(step, `Connected to port ${settings.port}.`);

    step = 'encrypt';
    if (url.protocol === 'https:') {
      const link = await encrypt(socket, settings, call.trustedCertificates, call.signal);
      socket = link.socket;
      if (link.problem !== null) {
        yield {
          step,
          state: 'failed',
          message: link.problem,
          advice: 'Compare the fingerprint with the one on the server and trust it, or upload the CA file.',
          certificate: link.certificate,
        };
        return;
      }
      const version = link.socket.getProtocol();
      yield { ...found(step, `Encrypted by ${version}.`), certificate: link.certificate };
    } else {
      yield found(step, {
        state: 'skipped',
        message: 'The address does not use encryption.',
        advice: 'Use https if the server offers it. Otherwise the password is readable on the network.',
      });
    }
    socket.destroy();

    step = 'sign-in';
    yield found(step, await steps.signIn());
    step = 'read';
    yield found(step, await steps.read());
    step = 'write';
    yield found(step, await steps.write());
  } catch (error) {
    const failure = error instanceof ConnectorFailure ? error : toLinkFailure(error, 'server');
    yield { step, state: 'failed', message: failure.message, advice: advices[step], certificate: null };
  } finally {
    socket?.destroy();
  }
}

function found(step: TestStepName, finding: Finding): TestStep {
  const {
    state,
    message,
    advice = null,
  } = typeof finding === 'string' ? { state: 'passed' as const, message: finding } : finding;
  return { step, state, message, advice, certificate: null };
}

/** Reads a sample of each stream that the configuration enables. */
export async function readStreams(
  streams: readonly RecordStream[],
  readOne: (stream: RecordStream) => Promise<unknown>,
): Promise<Finding> {
  for (const stream of streams) await readOne(stream);
  return streams.length > 0
    ? `Can be read: ${streams.map(({ label }) => label.toLowerCase()).join(', ')}.`
    : { state: 'skipped', message: 'The configuration selects nothing to read.' };
}

/**
 * Describes the difference between a server's clock and ours, by the Date header. Empty without one or a difference.
 */
export function clockSentence(date: string | undefined, now = Date.now()): string {
  const time = Date.parse(date ?? '');
  const seconds = Math.round((time - now) / 1000);
  // The header has whole seconds, and the response takes time.
  if (Number.isNaN(time) || Math.abs(seconds) < 5) return '';
  return ` Its clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} Twinward.`;
}
