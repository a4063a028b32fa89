import type { ValueSource } from '@twinward/contracts/questions/value-ledger';
import { describe, expect, it } from 'vitest';
import { computeNetValue, proposeValue } from './proposal.ts';

const source = (kind: ValueSource['kind'], amount: number, id = amount): ValueSource => ({
  kind,
  id,
  name: `${kind} ${id}`,
  amount,
});
const modes = [source('failure-mode', 20_000), source('failure-mode', 50_000)];
const twin = source('twin', 90_000);

describe('the proposed failure cost', () => {
  it('is a range over the failure modes of the advisory', () => {
    const { failureCost, sources } = proposeValue('prevented', [...modes, twin]);
    expect([failureCost, sources]).toEqual([{ low: 20_000, high: 50_000 }, modes]);
  });

  it('starts at 0 if the failure was confirmed', () => {
    expect(proposeValue('confirmed', modes).failureCost).toEqual({ low: 0, high: 50_000 });
  });

  it('is the consequence of the twin if no failure mode has one', () => {
    expect(proposeValue('prevented', [twin]).failureCost).toEqual({ low: 90_000, high: 90_000 });
  });

  it.each(['false-alarm', 'no-action'] as const)('is null for %s', (outcome) => {
    expect(proposeValue(outcome, [...modes, twin])).toEqual({ failureCost: null, cost: null, sources: [] });
  });

  it('is null while no consequence is known', () =>
    expect(proposeValue('prevented', []).failureCost).toBeNull());
});

describe('the proposed cost', () => {
  const ordered = [source('ordered-work', 900), source('ordered-work', 100)];
  const meanwhile = source('work', 5000);

  it('is the cost of the ordered work', () => {
    expect(proposeValue('false-alarm', [...ordered, meanwhile])).toEqual({
      failureCost: null,
      cost: 1000,
      sources: ordered,
    });
  });

  it('is the cost of work completed while the advisory was active if none was ordered', () => {
    expect(proposeValue('no-action', [meanwhile]).cost).toBe(5000);
  });
});

it('subtracts the cost from both ends of the range', () => {
  expect(computeNetValue({ low: 100, high: 900 }, 300)).toEqual({ low: -200, high: 600 });
  expect(computeNetValue(null, 300)).toEqual({ low: -300, high: -300 });
});
