import { it } from 'vitest';
import { fillGap } from './testing/fill-gap.ts';

it('stores each value of 200 items once across an outage', () => fillGap({ items: 200, missed: 4 }));
