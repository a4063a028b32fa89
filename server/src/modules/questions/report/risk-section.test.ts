import type { PlantRiskHistory } from '@twinward/contracts/questions/risk-history';
import { expect, it } from 'vitest';
import { riskSection } from './risk-section.ts';

const cause = (assetName: string, change: number): PlantRiskHistory['causes'][number] => ({
  twinId: 1,
  assetName,
  state: 'in-service',
  before: null,
  now: null,
  change,
  failureModes: [],
});
const week: PlantRiskHistory = {
  today: '2026-03-09',
  from: '2026-03-02',
  firstDay: '2026-01-01',
  now: 120_000,
  before: 150_000,
  withoutRisk: 2,
  days: [
    { day: '2026-03-08', risk: 150_000 },
    { day: '2026-03-09', risk: 120_000 },
  ],
  causes: [cause('Pump', -40_000), cause('Fan', 10_000), cause('Mill', 500), cause('Belt', 1)],
  otherCauses: { twins: 0, change: 0 },
};

it('the risk section contains the change of the week, and the twins that caused most of it', () => {
  const section = riskSection(week, week, '€')!;
  expect(section.lines).toEqual([
    '€120,000 now',
    '-€30,000 since 2026-03-02',
    'Pump: -€40,000',
    'Fan: +€10,000',
    'Mill: +€500',
    '2 twins without a probability or a cost of failure',
  ]);
  expect(section.pictures[0]).toMatchObject({
    name: 'risk',
    categories: ['2026-03-08', '2026-03-09'],
    series: [{ values: [150_000, 120_000] }],
  });
});

it('the risk section uses the singular for one twin', () => {
  const section = riskSection({ ...week, withoutRisk: 1 }, week, '€')!;
  expect(section.lines).toContain('1 twin without a probability or a cost of failure');
});

it('the risk section states that there is no history, and has no chart', () => {
  const first = { ...week, before: null, causes: [], withoutRisk: 0, days: [week.days[1]!] };
  const section = riskSection(first, first, '$')!;
  expect(section.lines).toEqual(['$120,000 now', 'No history to compare with yet']);
  expect(section.pictures).toEqual([]);
});

it('the risk section is omitted if nothing is at risk', () => {
  const none = { ...week, now: 0, before: null };
  expect(riskSection(none, none, '$')).toBeNull();
});
