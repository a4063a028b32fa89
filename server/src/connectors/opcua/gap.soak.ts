import { test } from 'vitest';
import { fillGap } from './testing/fill-gap.ts';

test('stores each value of 1,000 items once across an outage of ten minutes', () =>
  fillGap({ items: 1000, missed: 600 }));
