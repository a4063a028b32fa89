import type { Configuration, ConnectorCall, ConnectorRoles, SourceValue, TimeRange } from '../connector.ts';
import { makeCall, type TestCall } from './call.ts';

export interface RecordingOptions extends Partial<ConnectorCall> {
  /** What delivers wait for. */
  store?: (values: readonly SourceValue[]) => Promise<void>;
}

/** A running connection, and what it delivered. */
export class Recording {
  readonly values: SourceValue[] = [];
  readonly lost: { range: TimeRange; sources: readonly string[] | null }[] = [];
  /** What the clock of the system read, epoch milliseconds. */
  readonly clocks: number[] = [];
  readonly call: TestCall;
  /** Resolves at the end of the run, with what it threw. */
  readonly ended: Promise<unknown>;
  /** Resolves when no later change is missed. */
  readonly subscribed: Promise<{ isResumed: boolean } | undefined>;
  readonly #controller = new AbortController();

  constructor(
    roles: ConnectorRoles,
    configuration: Configuration,
    sources: readonly string[],
    { store = async () => {}, ...over }: RecordingOptions = {},
  ) {
    this.call = makeCall(configuration, { ...over, signal: this.#controller.signal });
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
      lost: (range, ofSources) => {
        this.lost.push({ range, sources: ofSources });
      },
      clock: (time) => {
        this.clocks.push(time);
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
