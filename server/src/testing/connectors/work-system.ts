import {
  type Connector,
  type ConnectorCall,
  ConnectorFailure,
  type FiledWork,
  type RecordStream,
  type RemoteRecord,
  type WorkToFile,
} from '../../connectors/connector.ts';

/** Records of a page. */
const pageSize = 7;

export interface RemoteOrder {
  number: string;
  asset: string;
  type: string;
  text: string;
  state: 'OPEN' | 'DONE' | 'VOID';
  done: string | null;
  changedAt: number;
  requestKey: string | null;
}

export interface RemoteAsset {
  id: string;
  name: string;
  parent: string | null;
  type: string;
  changedAt: number;
}

const text = (name: string) => ({ name, label: name, kind: 'text' as const });

/**
 * A work system in memory, connected by the type `sap`: orders, assets and requests of work. It misbehaves as the test
 * asks: before a call has its effect, or after.
 */
export class WorkSystem {
  readonly orders = new Map<string, RemoteOrder>();
  readonly assets = new Map<string, RemoteAsset>();
  /** All requests that were filed, each time that one was. */
  readonly filed: WorkToFile[] = [];
  /** Called before and after the effect of each call; what it throws is thrown on. */
  misbehave: (call: string, when: 'before' | 'after') => void = () => {};
  /** Whether pages repeat records of the page before. */
  repeats = false;
  /** Called with the password of each call. */
  password = 'secret-of-the-system';
  #numbers = 1000;

  /** By its clock, which only goes forward. */
  now = Date.parse('2024-01-01T00:00:00Z');

  order(more: Partial<RemoteOrder> & Pick<RemoteOrder, 'asset'>): RemoteOrder {
    this.#numbers += 1;
    const number = String(this.#numbers);
    const order: RemoteOrder = {
      number,
      type: 'PM01',
      text: `Order ${number}`,
      state: 'OPEN',
      done: null,
      changedAt: this.tick(),
      requestKey: null,
      ...more,
    };
    this.orders.set(number, order);
    return order;
  }

  change(number: string, change: Partial<RemoteOrder>): void {
    Object.assign(this.orders.get(number)!, change, { changedAt: this.tick() });
  }

  asset(id: string, more: Partial<RemoteAsset> = {}): void {
    const known = this.assets.get(id);
    const asset = { name: `Asset ${id}`, parent: null, type: 'PUMP', ...known, ...more };
    this.assets.set(id, { ...asset, id, changedAt: this.tick() });
  }

  tick(): number {
    this.now += 1000;
    return this.now;
  }

  readonly streams: readonly RecordStream[] = [
    {
      name: 'orders',
      kind: 'work',
      label: 'Orders',
      fields: ['Number', 'Equipment', 'Text', 'Phase', 'Done'].map(text),
      mapping: {
        asset: 'Equipment',
        number: 'Number',
        name: 'Text',
        kind: '$type',
        state: 'Phase',
        completed: 'Done',
      },
      values: {
        kind: { PM01: 'corrective', PM02: 'preventive' },
        state: { OPEN: 'open', DONE: 'completed', VOID: 'canceled' },
      },
    },
    {
      name: 'assets',
      kind: 'asset',
      label: 'Equipment',
      fields: ['Id', 'Name', 'Superior'].map(text),
      mapping: { uniqueId: 'Id', assetName: 'Name', technicalNumber: 'Id', parent: 'Superior' },
    },
  ];

  #records(name: string): RemoteRecord[] {
    const records =
      name === 'orders'
        ? [...this.orders.values()].map(
            ({ number, asset, text: words, state, done, type, changedAt, requestKey }): RemoteRecord => ({
              key: number,
              type,
              changedAt,
              requestKey,
              fields: { Number: number, Equipment: asset, Text: words, Phase: state, Done: done },
            }),
          )
        : [...this.assets.values()].map(
            ({ id, name: caption, parent, type, changedAt }): RemoteRecord => ({
              key: id,
              type,
              changedAt,
              requestKey: null,
              fields: { Id: id, Name: caption, Superior: parent },
            }),
          );
    return records.sort((one, other) => one.changedAt - other.changedAt || one.key.localeCompare(other.key));
  }

  async *#pages<T>(call: ConnectorCall, what: string, all: readonly T[]): AsyncGenerator<T[]> {
    this.#enter(call, what, 'before');
    for (let start = 0; start < all.length; start += pageSize) {
      yield all.slice(this.repeats ? Math.max(0, start - 2) : start, start + pageSize);
      this.#enter(call, what, 'after');
    }
  }

  #enter(call: ConnectorCall, what: string, when: 'before' | 'after'): void {
    call.signal.throwIfAborted();
    if (call.configuration.password !== this.password)
      throw new ConnectorFailure('signIn', 'The system refused the user or the password.');
    this.misbehave(what, when);
  }

  #effect<T>(call: ConnectorCall, what: string, effect: () => T): T {
    this.#enter(call, what, 'before');
    const result = effect();
    this.#enter(call, what, 'after');
    return result;
  }

  toFiledWork(order: RemoteOrder): FiledWork {
    const phases = { OPEN: 'open', DONE: 'completed', VOID: 'canceled' } as const;
    return {
      number: order.number,
      status: order.state,
      phase: phases[order.state],
      url: `https://sap.test/${order.number}`,
    };
  }

  readonly connector: Connector = {
    type: 'sap',
    name: 'Work system',
    description: '',
    fields: [{ name: 'password', label: 'Password', kind: 'secret', isRequired: true }],
    limits: [],
    toAddress: ({ url }) => String(url),
    roles: ['assets', 'work'],
    load: async () => ({
      async *test() {},
      records: {
        streams: () => this.streams,
        changes: (call, stream, since) =>
          this.#pages(
            call,
            'changes',
            this.#records(stream.name).filter(({ changedAt }) => since === null || changedAt >= since),
          ),
        keys: (call, stream) =>
          this.#pages(
            call,
            'keys',
            this.#records(stream.name).map(({ key }) => key),
          ),
      },
      requests: {
        find: async (call, key) =>
          this.#effect(call, 'find', () => {
            const order = [...this.orders.values()].find(({ requestKey }) => requestKey === key);
            return order ? this.toFiledWork(order) : null;
          }),
        file: async (call, request) =>
          this.#effect(call, 'file', () => {
            this.filed.push(request);
            const { uniqueId } = request.asset;
            return this.toFiledWork(
              this.order({
                asset: uniqueId,
                requestKey: request.key,
                text: request.shortDescription,
                type: request.type ?? 'PM01',
              }),
            );
          }),
        states: async (call, numbers) =>
          this.#effect(call, 'states', () =>
            numbers.flatMap((number) => {
              const order = this.orders.get(number);
              return order ? [this.toFiledWork(order)] : [];
            }),
          ),
      },
    }),
  };
}
