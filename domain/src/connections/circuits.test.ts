import { expect, it } from 'vitest';
import { Circuits } from './circuits.ts';

const address = 'opc.tcp://line-1:4840';

function failed(times: number): Circuits {
  const circuits = new Circuits();
  for (let i = 0; i < times; i++) circuits.failed(address, 0, 10_000);
  return circuits;
}

it('allows attempts of all connections after up to four failures', () => {
  expect(failed(4).waitUntil(address, 0, 1_000)).toBeNull();
});

it('blocks all connections to the address after five failures, but not other addresses', () => {
  const circuits = failed(5);
  expect(circuits.waitUntil(address, 9_999, 1_000)).toBe(10_000);
  expect(circuits.waitUntil('opc.tcp://line-2:4840', 0, 1_000)).toBeNull();
});

it('allows one attempt after the delay, and all once it succeeds', () => {
  const circuits = failed(5);
  expect(circuits.waitUntil(address, 10_000, 60_000)).toBeNull();
  expect(circuits.waitUntil(address, 10_000, 60_000)).toBe(70_000);
  circuits.worked(address);
  expect(circuits.waitUntil(address, 10_001, 60_000)).toBeNull();
  expect(circuits.waitUntil(address, 10_001, 60_000)).toBeNull();
});

it('blocks again if the attempt after the delay fails', () => {
  const circuits = failed(5);
  circuits.waitUntil(address, 10_000, 60_000);
  circuits.failed(address, 11_000, 20_000);
  expect(circuits.waitUntil(address, 30_999, 60_000)).toBe(31_000);
  expect(circuits.waitUntil(address, 31_000, 60_000)).toBeNull();
});
