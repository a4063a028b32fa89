import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration, ConnectorCall, SourceValue } from '../../connector.ts';
import { roles } from '../roles.ts';

/** A call of the connector, as its host makes it. */
export interface TestCall extends ConnectorCall {
  logged: string[];
  resolved: string[];
}

const directories: string[] = [];

export function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'twinward-mqtt-'));
  directories.push(directory);
  return directory;
}

export function removeDirectories(): void {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
}

export function makeCall(configuration: Configuration, over: Partial<ConnectorCall> = {}): TestCall {
  const logged: string[] = [];
  const resolved: string[] = [];
  return {
    configuration,
    trustedCertificates: [],
    signal: new AbortController().signal,
    log: (level, message) => logged.push(`${level}: ${message}`),
    addresses: {
      resolve: async (host) => {
        resolved.push(host);
        return host === 'broker.test' ? '127.0.0.1' : host;
      },
    },
    directory: over.directory ?? makeDirectory(),
    ...over,
    logged,
    resolved,
  };
}

/** A running connection, and what it delivered. */
export class Recording {
  readonly values: SourceValue[] = [];
  readonly call: TestCall;
  /** Resolves at the end of the run, with what it threw. */
  readonly ended: Promise<unknown>;
  /** Resolves when no later change is missed. */
  readonly subscribed: Promise<{ isResumed: boolean } | undefined>;
  readonly certificateEnds: number[] = [];
  readonly #controller = new AbortController();

  /** @param store what delivers wait for */
  constructor(
    configuration: Configuration,
    sources: readonly string[],
    over: Partial<ConnectorCall> & { store?: (values: readonly SourceValue[]) => Promise<void> } = {},
  ) {
    const { store = async () => {}, ...rest } = over;
    this.call = makeCall(configuration, { ...rest, signal: this.#controller.signal });
    let subscribe!: (options: { isResumed: boolean } | undefined) => void;
    const subscribed = new Promise<{ isResumed: boolean } | undefined>((resolve) => {
      subscribe = resolve;
    });
    this.ended = roles.live!(this.call, sources, {
      subscribed: subscribe,
      deliver: async (values) => {
        await store(values);
        this.values.push(...values);
      },
      lost: () => {},
      clock: () => {},
      certificate: (validTo) => {
        this.certificateEnds.push(validTo);
      },
    }).then(
      () => null,
      (error: unknown) => error,
    );
    // A run that fails first must not leave a test waiting.
    this.subscribed = Promise.race([
      subscribed,
      this.ended.then((error) => {
        throw error;
      }),
    ]);
    this.subscribed.catch(() => {});
  }

  async stop(): Promise<unknown> {
    this.#controller.abort();
    return this.ended;
  }
}
