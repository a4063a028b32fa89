import { setTimeout as sleep } from 'node:timers/promises';
import type { AppendResult } from '@twinward/contracts/signals/data-point';
import { expect } from 'vitest';
import type { Client } from '../client.ts';
import { type Expected, expectSamePoints } from './series.ts';

const pointsPerCall = 25;
const minute = 60_000;
const begin = Date.UTC(2020, 0, 1);

const toMoment = (index: number) => begin + index * minute;
/** Three of ten points are above the limit. */
const sampleAt = (index: number) => (index % 10 < 7 ? 70 + (index % 7) / 10 : 90);

/** A source of points that sends the same to all of its tags, call after call, as long as it is answered. */
export class LiveWriter {
  readonly #tagIds: readonly number[];
  /** Points that were answered for, and points that were sent: between them is the call that broke off. */
  #acknowledged = 0;
  #sent = 0;

  constructor(tagIds: readonly number[]) {
    this.#tagIds = tagIds;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Sends until the server is gone. */
  async writeOn(client: Client): Promise<void> {
    for (;;) {
      this.#sent = this.#acknowledged + pointsPerCall;
      const results = await this.#send(client).catch(isGone);
      if (results === null) return;
      for (const { stored, replaced, duplicate } of results) {
        expect({ stored, replaced, duplicate }).toEqual({ stored: pointsPerCall, replaced: 0, duplicate: 0 });
      }
      this.#acknowledged = this.#sent;
      // Sources have their own pace: the rest of the time is the import's.
      await sleep(5);
    }
  }

  /**
   * Compares what is stored with what was answered for: all of that is there, and the call that broke off is
   * there whole, for every tag, or not at all. Returns the points by tag.
   */
  async verify(client: Client): Promise<Map<number, Expected>> {
    const stored = await Promise.all(this.#tagIds.map((tagId) => readPoints(client, tagId)));
    const count = stored[0]!.size;
    expect([this.#acknowledged, this.#sent]).toContain(count);
    const wanted: Expected = new Map(Array.from({ length: count }, (_, i) => [toMoment(i), sampleAt(i)]));
    for (const points of stored) expectSamePoints(points, wanted);
    this.#acknowledged = count;
    return new Map(this.#tagIds.map((tagId) => [tagId, wanted]));
  }

  #send(client: Client): Promise<AppendResult[]> {
    const points = Array.from({ length: pointsPerCall }, (_, i) => ({
      time: toMoment(this.#acknowledged + i),
      value: sampleAt(this.#acknowledged + i),
    }));
    const body = this.#tagIds.map((tagId) => ({ tagId, points }));
    return client.call('POST', '/api/data-points', body);
  }
}

/** Lets through the end of the server, and nothing else; 503 is what a call that lost its database gets. */
function isGone(error: Error): null {
  if (error instanceof TypeError || / 503 /.test(error.message)) return null;
  throw error;
}

export async function readPoints(client: Client, tagId: number): Promise<Expected> {
  const { status, text } = await client.ask('GET', `/api/tags/${tagId}/data-points.csv`);
  expect(status).toBe(200);
  const lines = text.trimEnd().split('\r\n').slice(1);
  return new Map(
    lines.map((line) => {
      const [time, value] = line.split(',');
      return [Date.parse(time!), Number(value)];
    }),
  );
}
