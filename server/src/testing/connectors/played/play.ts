import type { Misbehaviour } from '../../../connectors/testing/http-peer.ts';
import type { Random } from '../../proofs/partial/random.ts';
import type { PlayedSystem, Row } from './system.ts';

const minute = 60_000;

/** What people do in a system of work. */
export class Play {
  readonly #system: PlayedSystem;
  readonly #random: Random;
  /** Unique ids of the assets that have work. */
  readonly #assets: string[];
  #numbers = 0;

  /** @param assets those that are not of the system */
  constructor(system: PlayedSystem, random: Random, assets: readonly string[] = []) {
    this.#system = system;
    this.#random = random;
    this.#assets = [...assets];
  }

  addAsset(): string {
    const { assets } = this.#system;
    const row = this.#add(assets!);
    const { uniqueId } = assets!.read(row);
    this.#assets.push(uniqueId);
    return uniqueId;
  }

  addOrder(): void {
    const { orders } = this.#system;
    this.#add(orders, orders.of(this.#random.pick(this.#assets)));
  }

  /** One thing happens. */
  happen(): void {
    const { peer, assets, orders, requests } = this.#system;
    const random = this.#random;
    const requested = requests?.rows() ?? [];
    const own = orders.rows().filter((row) => !requested.includes(row));
    const kind = random.next();
    const change = (rows: readonly Row[], values: Row) => {
      if (rows.length > 0) peer.change(random.pick(rows), values);
    };
    // Of a whole minute, and long enough ago for a clock that is five minutes behind.
    const done = Math.floor(Date.now() / minute) * minute - random.integer([10, 1000]) * minute;
    if (kind < 0.4) this.addOrder();
    else if (kind < 0.6) change(own, { [orders.name]: this.#name() });
    else if (kind < 0.7) change(own, orders.complete(done));
    else if (kind < 0.75) change(own, orders.of(random.pick(this.#assets)));
    else if (kind < 0.8) {
      if (own.length > 0) orders.rows().splice(orders.rows().indexOf(random.pick(own)), 1);
    } else if (kind < 0.85 && assets) this.addAsset();
    else if (kind < 0.9 && assets) change(assets.rows(), { [assets.name]: this.#name() });
    else if (requests) change(requested, requests.complete(done));
  }

  #name(): string {
    return `Name ${++this.#numbers}`;
  }

  #add(kind: { rows(): Row[]; make(number: number): Row; name: string }, more: Row = {}): Row {
    const row = { ...kind.make(++this.#numbers), ...more, [kind.name]: this.#name() };
    this.#system.peer.change(row, {});
    kind.rows().push(row);
    return row;
  }
}

const faults: readonly Misbehaviour[] = [
  { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 500, isAfterEffect: true },
  { kind: 'status', status: 503, body: '<html>' },
  { kind: 'cut' },
  { kind: 'cut', isAfterEffect: true },
  { kind: 'truncated' },
  { kind: 'halved' },
  { kind: 'html' },
  { kind: 'late', milliseconds: 300 },
  ...['{}', '[]', 'null'].map((body): Misbehaviour => ({ kind: 'status', status: 200, body })),
  { kind: 'status', status: 200, body: '{}', isAfterEffect: true },
];

/** The system answers wrongly: to a share of all requests, until it behaves again. */
export function misbehave({ peer }: PlayedSystem, random: Random, share: number): void {
  for (const fault of faults)
    peer.misbehave(fault, () => random.chance(share / faults.length), Number.POSITIVE_INFINITY);
}

/** Pages of the system repeat rows of the page before, or don't. */
export function setPages({ repeatRows }: PlayedSystem, random: Random): void {
  repeatRows(random.chance(0.5));
}

const clocks = [-5 * minute, 0, 5 * minute];

/** The clock of the system is right, or five minutes off. */
export function setClock({ peer }: PlayedSystem, random: Random): void {
  peer.clockOffset = random.pick(clocks);
}
