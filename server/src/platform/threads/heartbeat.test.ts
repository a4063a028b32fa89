import { expect, test } from 'vitest';
import { createHeartbeat, createStallMeter } from './heartbeat.ts';

test('measures the time without a beat, starting at the first beat', () => {
  let time = 0;
  const heartbeat = createHeartbeat();
  const meter = createStallMeter(heartbeat, 1000, () => time);
  const lookAfter = (elapsed: number) => {
    time += elapsed;
    return meter.look();
  };
  const beat = () => Atomics.add(new Int32Array(heartbeat), 0, 1);
  expect(lookAfter(1000)).toBe(0);
  beat();
  expect(lookAfter(1000)).toBe(0);
  expect(lookAfter(1000)).toBe(1000);
  expect(lookAfter(1500)).toBe(2500);
  beat();
  expect(lookAfter(1000)).toBe(0);
});

test('does not count the time in which the watching thread was blocked', () => {
  let time = 0;
  const heartbeat = createHeartbeat();
  const meter = createStallMeter(heartbeat, 1000, () => time);
  Atomics.add(new Int32Array(heartbeat), 0, 1);
  meter.look();
  time += 3_600_000;
  expect(meter.look()).toBe(2000);
});
