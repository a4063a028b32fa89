import { expect, it } from 'vitest';
import { missionDateProblems, riskAnalysisRules } from './risk-analysis.ts';
import { brokenFields } from './rule.ts';

const start = '2024-01-01T00:00:00Z';

it.each([
  ['a year', { startDate: start, missionTime: 'P1Y', endDate: '2024-12-31T00:00:00Z' }, {}],
  ['none', { startDate: null, missionTime: null, endDate: null }, {}],
  [
    'an end that is the start',
    { startDate: start, missionTime: 'P0D', endDate: start },
    {
      endDate: 'Please choose a date after the start date.',
      missionTime: 'Mission time must be a value between 1 day and 100 years',
    },
  ],
  [
    'an end before the start',
    { startDate: start, missionTime: 'P1Y', endDate: '2023-01-01T00:00:00Z' },
    { endDate: 'Please choose a date after the start date.' },
  ],
  [
    'half a day',
    { startDate: start, missionTime: 'PT12H', endDate: '2024-01-01T12:00:00Z' },
    { missionTime: 'Mission time must be a value between 1 day and 100 years' },
  ],
  [
    'more than a hundred years',
    { startDate: start, missionTime: 'P36501D', endDate: null },
    { missionTime: 'Mission time must be a value between 1 day and 100 years' },
  ],
])('dates: %s', (_, dates, problems) => expect(missionDateProblems(dates)).toEqual(problems));

it('requires a name, and limits texts and threshold', () => {
  expect(
    brokenFields({ name: '', description: 'x'.repeat(501), probabilityThreshold: 101 }, riskAnalysisRules),
  ).toEqual([
    { path: 'name', message: 'Required.' },
    { path: 'description', message: '1 characters over maximum length of 500.' },
    { path: 'probabilityThreshold', message: 'Please enter a number between 0 and 100.' },
  ]);
  expect(
    brokenFields({ name: 'x'.repeat(53), description: '', probabilityThreshold: 0 }, riskAnalysisRules),
  ).toEqual([{ path: 'name', message: '3 characters over maximum length of 50.' }]);
});
