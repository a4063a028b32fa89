import { test } from 'vitest';
import { fillGap } from './testing/fill-gap.ts';

test('stores each value of 1,000 items once, over a link that was cut for ten minutes', () =>
  fillGap({ items: 1000, missed: 600 }));
