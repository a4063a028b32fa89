import { expect, it } from 'vitest';
import { riskOfTwin } from './twin-risk.ts';

const mission = { startDate: '2024-01-01T00:00:00Z', missionTime: 'P365D' };
const weibull = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' } as const;

it('the risk of a twin uses its own probability and consequence', () => {
  const own = { parameters: weibull, consequence: 1000, mission };
  const mode = { parameters: weibull, consequence: 1_000_000 };
  expect(riskOfTwin({ ...own, failureModes: [mode] })).toEqual({
    probability: 12,
    consequence: 1000,
    risk: 120,
  });
});

it('the risk of a twin uses its failure modes if it has no own probability', () => {
  const mode = { parameters: weibull, consequence: 1000 };
  const failureModes = [mode, { ...mode, consequence: null }, { parameters: null, consequence: 50 }];
  // P = 1 - (1 - 0.12473)^2 = 23.39 %; 12.473 % of 1,000.
  const rolledUp = riskOfTwin({ parameters: null, consequence: null, mission, failureModes });
  expect(rolledUp).toMatchObject({ probability: 23, consequence: null });
  expect(rolledUp.risk).toBeCloseTo(124.73, 2);
  expect(riskOfTwin({ parameters: null, consequence: 100, mission, failureModes })).toEqual({
    probability: 23,
    consequence: 100,
    risk: 23,
  });
});

it.each([
  ['a mission', { parameters: weibull, consequence: 1000, mission: { startDate: null, missionTime: null } }],
  ['a consequence', { parameters: weibull, consequence: null, mission }],
  ['a probability', { parameters: null, consequence: 1000, mission }],
])('the risk of a twin is null without %s', (_, inputs) => {
  expect(riskOfTwin({ ...inputs, failureModes: [] }).risk).toBeNull();
});
