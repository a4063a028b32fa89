import { it } from 'vitest';
import { fillGap } from './testing/fill-gap.ts';

it('stores each value of 200 items once, over a link that was cut', () => fillGap({ items: 200, missed: 4 }));
