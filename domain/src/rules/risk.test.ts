import { describe, expect, it } from 'vitest';
import { consequenceRules, missionTime, percentRules, weibullRules } from './risk.ts';
import { brokenFields } from './rule.ts';

describe('the rules of risk', () => {
  it.each([
    [{ value: null }, 'Required.'],
    [{ value: 1.5 }, 'Please enter an integer.'],
    [{ value: -1 }, 'Please enter a positive number.'],
    [{ value: 2_147_483_648 }, 'Please enter a number between 0 and 2147483647.'],
    [{ value: 0 }, undefined],
    [{ value: '250,000' }, undefined],
  ])('a consequence of %j: %s', (values, message) => {
    expect(brokenFields(values, consequenceRules)[0]?.message).toBe(message);
  });

  it.each([
    [{ value: '' }, 'Required.'],
    [{ value: 12.5 }, 'Please enter an integer.'],
    [{ value: 101 }, 'Please enter a number between 0 and 100.'],
    [{ value: 100 }, undefined],
  ])('a percentage of %j: %s', (values, message) => {
    expect(brokenFields(values, percentRules)[0]?.message).toBe(message);
  });

  it('requires shape and scale of at least zero', () => {
    expect(brokenFields({ shape: null, scale: -1 }, weibullRules)).toEqual([
      { path: 'shape', message: 'Required.' },
      { path: 'scale', message: 'Please enter a positive number.' },
    ]);
    expect(brokenFields({ shape: 2, scale: 2_147_483_648 }, weibullRules)).toEqual([
      { path: 'scale', message: 'Please enter a number between 0 and 2147483647.' },
    ]);
  });

  it.each([
    [null, null],
    ['P1D', null],
    ['P100Y', null],
    ['PT23H', 'Mission time must be a value between 1 day and 100 years'],
    ['P36501D', 'Mission time must be a value between 1 day and 100 years'],
  ])('a mission time of %s: %s', (duration, message) => expect(missionTime(duration)).toBe(message));
});
