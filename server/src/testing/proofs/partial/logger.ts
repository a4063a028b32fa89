import { setTimeout as sleep } from 'node:timers/promises';
import type { AppendResult } from '@twinward/contracts/signals/data-point';
import type { Caller } from './caller.ts';
import type { Random } from './random.ts';
import { type Point, type SignalShape, type Span, signal } from './signal.ts';

/** A point that was acknowledged. */
export interface SentPoint extends Point {
  /** Number of the call that stored it. */
  call: number;
  /** When that call was answered, in epoch milliseconds. */
  acknowledgedAt: number;
  /** Whether newer points of its tag had been evaluated before. */
  late?: boolean;
}

/** The points of each tag that were acknowledged, in the order of the calls. */
export type PointRecord = Map<number, SentPoint[]>;

export interface LoggedTag {
  tagId: number;
  shape: SignalShape;
}

export interface LoggerOptions {
  tags: readonly LoggedTag[];
  /** Milliseconds by which its clock is ahead; negative for one that is behind. */
  clockOffset: number;
  /** How long it is away from the network, now and then; it then delivers what it kept. */
  gap?: Span;
}

const tick: Span = [700, 1300];
let calls = 0;

/**
 * A data logger at a plant: reads the signals of some tags by a clock of its own, and delivers the points in order of
 * time. What isn't acknowledged it sends again.
 */
export class DataLogger {
  readonly #caller: Caller;
  readonly #random: Random;
  readonly #options: LoggerOptions;
  readonly #record: PointRecord;
  readonly #signals: Map<number, { points: Generator<Point>; next: Point }>;
  #kept = new Map<number, Point[]>();

  /** @param from when its signals begin, in epoch milliseconds by the clock of the installation. */
  constructor(caller: Caller, random: Random, record: PointRecord, options: LoggerOptions, from: number) {
    this.#caller = caller;
    this.#random = random;
    this.#record = record;
    this.#options = options;
    this.#signals = new Map(
      options.tags.map(({ tagId, shape }) => {
        const points = signal(random.fork(), from + options.clockOffset, shape);
        return [tagId, { points, next: points.next().value as Point }];
      }),
    );
  }

  /** Reads and delivers until it is stopped; then delivers what is left. */
  async run(stop: AbortSignal): Promise<void> {
    let awayUntil = 0;
    while (!stop.aborted) {
      await sleep(this.#random.integer(tick), undefined, { signal: stop }).catch(() => undefined);
      this.#read(Date.now() + this.#options.clockOffset);
      const { gap } = this.#options;
      if (gap && Date.now() >= awayUntil && this.#random.chance(0.04)) {
        awayUntil = Date.now() + this.#random.integer(gap);
      }
      if (Date.now() >= awayUntil) await this.#deliver();
    }
    await this.#deliver();
  }

  #read(upTo: number): void {
    for (const [tagId, one] of this.#signals) {
      const kept = this.#kept.get(tagId) ?? [];
      for (; one.next.time <= upTo; one.next = one.points.next().value as Point) kept.push(one.next);
      if (kept.length > 0) this.#kept.set(tagId, kept);
    }
  }

  /** Delivers all that it kept: mostly in one call, or in several. */
  async #deliver(): Promise<void> {
    while (this.#kept.size > 0) {
      const most = this.#random.chance(0.7) ? Number.POSITIVE_INFINITY : this.#random.integer([1, 10]);
      const sent = new Map([...this.#kept].map(([tagId, points]) => [tagId, points.slice(0, most)]));
      await send(this.#caller, this.#record, sent);
      this.#kept = new Map(
        [...this.#kept]
          .map(([tagId, points]) => [tagId, points.slice(most)] as const)
          .filter(([, points]) => points.length > 0),
      );
    }
  }
}

/** Sends points until they are acknowledged, and adds them to the record. */
export async function send(
  caller: Caller,
  record: PointRecord,
  points: ReadonlyMap<number, readonly Point[]>,
  { late = false } = {},
): Promise<void> {
  const body = [...points].map(([tagId, ofTag]) => ({ tagId, points: ofTag }));
  const { text } = await caller.insist('POST', '/api/data-points', body);
  const acknowledgedAt = Date.now();
  const call = ++calls;
  for (const { tagId, stored, duplicate, replaced } of JSON.parse(text) as AppendResult[]) {
    const sent = points.get(tagId)!;
    if (replaced > 0 || stored + duplicate !== sent.length) {
      caller.defects.push(`tag ${tagId}: of ${sent.length} points ${stored} stored, ${replaced} replaced`);
    }
    const ofTag = record.get(tagId) ?? [];
    ofTag.push(...sent.map((point) => ({ ...point, call, acknowledgedAt, ...(late ? { late } : {}) })));
    record.set(tagId, ofTag);
  }
}
