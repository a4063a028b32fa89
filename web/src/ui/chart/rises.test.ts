import { describe, expect, it } from 'vitest';
import { accumulateRises } from './rises.ts';
import { emptySeries } from './series.ts';

const series = (...values: (number | null)[]) => ({
  ...emptySeries,
  times: values.map((_, i) => i * 10),
  low: values,
  mean: values,
  high: values,
});

describe('rises of a counter', () => {
  it('are added up from the first reading', () => {
    expect(accumulateRises(series(100, 110, 110, 125)).series.mean).toEqual([0, 10, 10, 25]);
  });
  it('continue after a reset, whose time is returned', () => {
    const { series: risen, resets } = accumulateRises(series(90, 100, 5, 20));
    expect([risen.mean, resets]).toEqual([[0, 10, 15, 30], [20]]);
  });
  it('skip missing readings', () => {
    expect(accumulateRises(series(null, 1, null, 3))).toMatchObject({
      series: { mean: [null, 0, null, 2] },
      resets: [],
    });
  });
});
