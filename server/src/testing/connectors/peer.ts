import {
  type Connector,
  type ConnectorCall,
  ConnectorFailure,
  type LiveSink,
  NoHistory,
  type SourceValue,
  type TimeRange,
} from '../../connectors/connector.ts';

/** Values that a block of history has at most. */
const blockSize = 100;

/**
 * A system of the test's own that is connected by its type `peer`. It records values of its sources, delivers them to
 * those who subscribed, and fails on the test's request.
 */
export class Peer {
  readonly recorded: SourceValue[] = [];
  password = 'secret-of-the-peer';
  /** Null: it keeps no history. */
  keepsHistory = true;
  /** Attempts to sign in, by configuration. */
  readonly attempts: ConnectorCall['configuration'][] = [];
  /** Fails each attempt to connect so. */
  refusal: ConnectorFailure | null = null;
  /** Called with each subscription; what it throws is thrown on. */
  onSubscribe: (call: ConnectorCall, sink: LiveSink) => void = () => {};
  readonly #links = new Set<{ sink: LiveSink; cut(error: Error): void; name: unknown }>();

  /** How many are subscribed. */
  get links(): number {
    return this.#links.size;
  }

  /** The names of the configurations that are subscribed. */
  get names(): unknown[] {
    return [...this.#links].map(({ name }) => name);
  }

  /** Records a value and delivers it. @returns resolves when all who are subscribed have it durably */
  async record(source: string, time: number, value: number | null): Promise<void> {
    const recorded: SourceValue = { source, time, value, quality: value === null ? 'bad' : 'good' };
    this.recorded.push(recorded);
    await Promise.all([...this.#links].map(({ sink }) => sink.deliver([recorded])));
  }

  /** Records a value that its queue loses: nobody gets it live. */
  lose(source: string, time: number, value: number): void {
    this.recorded.push({ source, time, value, quality: 'good' });
    for (const { sink } of this.#links) sink.lost({ from: time, to: time + 1 }, [source]);
  }

  /** Cuts all links. */
  cut(error: Error = new ConnectorFailure('unreachable', 'The link was cut.')): void {
    for (const link of this.#links) link.cut(error);
  }

  readonly connector: Connector = {
    type: 'peer',
    name: 'Peer',
    description: 'A system of the tests.',
    fields: [
      { name: 'address', label: 'Address', kind: 'text', isRequired: true },
      { name: 'password', label: 'Password', kind: 'secret', isRequired: false },
    ],
    limits: [],
    toAddress: ({ address }) => (address as string | undefined) ?? null,
    roles: ['live', 'history', 'browse'],
    load: async () => ({
      test: (call) => this.#test(call),
      browse: async (call) => {
        this.#connect(call);
        const sources = [...new Set(this.recorded.map(({ source }) => source))];
        const node = {
          description: '',
          unit: null,
          isFolder: false,
          isReadable: true,
          value: null,
          time: null,
        };
        return { nodes: sources.map((source) => ({ ...node, source, name: source })), next: null };
      },
      preview: async (call, sources) => {
        this.#connect(call);
        return sources.map((source) => this.recorded.findLast((one) => one.source === source) ?? null);
      },
      live: (call, sources, sink) => this.#live(call, sources, sink),
      history: (call, sources, range) => this.#history(call, sources, range),
    }),
  };

  #connect(call: ConnectorCall): void {
    this.attempts.push(call.configuration);
    if (this.refusal) throw this.refusal;
    if (call.configuration.password !== this.password) {
      throw new ConnectorFailure('signIn', `The password ${call.configuration.password} was refused.`);
    }
  }

  async *#test(call: ConnectorCall) {
    const step = { advice: null, certificate: null };
    yield { ...step, step: 'resolve' as const, state: 'passed' as const, message: 'peer' };
    try {
      this.#connect(call);
      yield { ...step, step: 'sign-in' as const, state: 'passed' as const, message: 'signed in' };
    } catch (error) {
      const { message } = error as Error;
      yield { ...step, step: 'sign-in' as const, state: 'failed' as const, message };
    }
  }

  async #live(call: ConnectorCall, _: readonly string[], sink: LiveSink): Promise<void> {
    this.#connect(call);
    call.log('info', `signed in with ${call.configuration.password}`);
    await new Promise<void>((resolve, reject) => {
      const link = { sink, cut: end, name: call.configuration.address };
      const links = this.#links;
      function end(error: Error): void {
        links.delete(link);
        reject(error);
      }
      call.signal.addEventListener('abort', () => {
        links.delete(link);
        resolve();
      });
      links.add(link);
      this.onSubscribe(call, sink);
      sink.subscribed();
    });
  }

  async *#history(call: ConnectorCall, sources: readonly string[], { from, to }: TimeRange) {
    this.#connect(call);
    if (!this.keepsHistory) throw new NoHistory('The peer keeps no history.');
    const asked = new Set(sources);
    const found = this.recorded.filter(({ source, time }) => asked.has(source) && time >= from && time < to);
    found.sort((one, other) => one.time - other.time);
    for (let at = 0; at < found.length; at += blockSize) {
      if (this.refusal) throw this.refusal;
      yield found.slice(at, at + blockSize);
    }
  }
}
