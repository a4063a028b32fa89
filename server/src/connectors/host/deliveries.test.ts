import { beforeEach, expect, it } from 'vitest';
import { FakeClock, settle } from '../../testing/connectors/fake-clock.ts';
import type { ConnectorFailure, SourceValue } from '../connector.ts';
import { Deliveries, type Stored } from './deliveries.ts';

let clock: FakeClock;
let blocks: (readonly SourceValue[])[];
let stored: Stored[];
let failures: ConnectorFailure[];
let store: (values: readonly SourceValue[]) => Promise<void>;

beforeEach(() => {
  clock = new FakeClock();
  [blocks, stored, failures] = [[], [], []];
  store = async (values) => void blocks.push(values);
});

const create = () =>
  new Deliveries({
    store: (values) => store(values),
    onStored: (one) => stored.push(one),
    onFailure: (failure) => failures.push(failure),
    log: () => undefined,
    clock,
    signal: new AbortController().signal,
  });

const values = (count: number, time = 0): SourceValue[] =>
  Array.from({ length: count }, (_, i) => ({ source: 'a', time: time + i, value: i, quality: 'good' }));

it('stores waiting points in blocks, in order', async () => {
  const deliveries = create();
  await Promise.all([
    deliveries.deliver(values(1, 1)),
    ...[2, 3, 4].map((time) => deliveries.deliver(values(4_000, time * 10_000))),
  ]);
  expect(blocks.map((block) => [block.length, block[0]!.time])).toEqual([
    [1, 1],
    [8_000, 20_000],
    [4_000, 40_000],
  ]);
  expect(stored.map(({ count, latest }) => [count, latest])).toEqual([
    [1, 1],
    [8_000, 33_999],
    [4_000, 43_999],
  ]);
});

it('stores invalid numbers as bad points, and skips values without a time', async () => {
  await create().deliver([
    { source: 'a', time: 1, value: Number.NaN, quality: 'good' },
    { source: 'a', time: Number.NaN, value: 1, quality: 'good' },
  ]);
  expect(blocks).toEqual([[{ source: 'a', time: 1, value: null, quality: 'bad' }]]);
});

it('stops if points arrive faster than they are stored', async () => {
  store = () => new Promise(() => {});
  const deliveries = create();
  for (let i = 0; i < 20; i++) void deliveries.deliver(values(10_000));
  expect(failures).toEqual([]);
  await expect(deliveries.deliver(values(1))).rejects.toMatchObject({ kind: 'busy' });
  expect(failures).toHaveLength(1);
});

it('retries storing for a minute, then stops', async () => {
  let attempts = 0;
  store = async () => {
    attempts++;
    throw new Error('The database is away.');
  };
  const delivered = create().deliver(values(1));
  await clock.advance(55_000);
  expect(failures).toEqual([]);
  expect(attempts).toBeGreaterThan(5);
  await clock.advance(15_000);
  await settle();
  expect(failures).toMatchObject([
    { kind: 'busy', message: 'Points could not be stored: The database is away.' },
  ]);
  await expect(delivered).rejects.toBe(failures[0]);
});
