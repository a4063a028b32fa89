import { truncatePercent } from '@twinward/domain/risk/probability';
import { calculateRisk } from '@twinward/domain/risk/risk';
import { weibullCdf } from '@twinward/domain/risk/weibull';
import { expect, it } from 'vitest';
import { createLives, sumRisk } from './bare-loop.ts';

it('the bare loop calculates the same risk as the product', () => {
  const { shape, scale, days, consequence } = createLives(5000);
  let expected = 0;
  for (let i = 0; i < shape.length; i++) {
    const percent = 100 * weibullCdf({ shape: shape[i]!, scale: scale[i]! }, days[i]!);
    expected += calculateRisk(truncatePercent(percent), consequence[i]!)!;
  }
  expect(expected).toBeGreaterThan(1e8);
  expect(sumRisk(createLives(5000))).toBeCloseTo(expected, 3);
});
