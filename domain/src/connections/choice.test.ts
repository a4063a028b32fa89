import { expect, it } from 'vitest';
import { type Candidate, chooseConnection } from './choice.ts';

const chosen = (...candidates: Candidate[]) => chooseConnection(candidates, 1_000)?.id ?? null;

it('chooses the oldest connection if none failed', () => {
  expect(chosen({ id: 2, failures: 0, tryAt: 0 }, { id: 1, failures: 0, tryAt: 0 })).toBe(1);
});

it('chooses the next connection after a failure, and the first again after both failed', () => {
  expect(chosen({ id: 1, failures: 1, tryAt: 0 }, { id: 2, failures: 0, tryAt: 0 })).toBe(2);
  expect(chosen({ id: 1, failures: 1, tryAt: 0 }, { id: 2, failures: 1, tryAt: 0 })).toBe(1);
});

it('skips connections that wait for a retry or need a person', () => {
  expect(chosen({ id: 1, failures: 0, tryAt: 1_001 }, { id: 2, failures: 9, tryAt: 1_000 })).toBe(2);
  expect(chosen({ id: 1, failures: 0, tryAt: null })).toBeNull();
});
