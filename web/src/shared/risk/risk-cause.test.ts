import type { RiskCause } from '@twinward/contracts/questions/risk-history';
import { expect, it } from 'vitest';
import { causeText, signedMoney } from './risk-cause.ts';

const pump: RiskCause = {
  twinId: 7,
  assetName: 'Pump',
  state: 'in-service',
  before: { probability: 12, consequence: 1000, risk: 120 },
  now: { probability: 12, consequence: 5000, risk: 600 },
  change: 480,
  failureModes: [{ name: 'Wear', before: 120, now: null }],
};

it.each([
  ['Consequence $1,000 → $5,000', {}],
  ['Probability 12 % → 31 %', { now: { probability: 31, consequence: 1000, risk: 310 } }],
  [
    'Probability none → 31 %; Consequence $1,000 → none; Wear: $120 → none',
    {
      before: { probability: null, consequence: 1000, risk: null },
      now: { probability: 31, consequence: null, risk: 310 },
    },
  ],
  [
    'Wear: $120 → none',
    {
      before: { probability: 12, consequence: null, risk: 120 },
      now: { probability: 12, consequence: null, risk: 110 },
    },
  ],
  ['New or back in service', { before: null }],
  ['Deleted', { now: null, state: 'deleted' }],
  ['Out of service', { now: null, state: 'out-of-service' }],
] as const)('formats the cause %s', (text, change) => {
  expect(causeText({ ...pump, ...change } as RiskCause)).toBe(text);
});

it('formats amounts with a sign', () => {
  expect([480, -1234, 0].map(signedMoney)).toEqual(['+$480', '−$1,234', '$0']);
});
