import { describe, expect, it } from 'vitest';
import { pointsFileName } from './download-points.ts';

describe('the file name of exported points', () => {
  const range = { from: Date.UTC(2014, 1, 7), to: Date.UTC(2014, 1, 9) };
  it('contains the tag and the days, in characters that are valid in every file system', () => {
    expect(pointsFileName('machine temperature', range)).toBe('machine_temperature_2014-02-07_2014-02-08');
    expect(pointsFileName('../P-101/Öl: "T"', range)).toBe('.._P-101_Öl_T__2014-02-07_2014-02-08');
    expect(pointsFileName('', range)).toBe('points_2014-02-07_2014-02-08');
  });
});
