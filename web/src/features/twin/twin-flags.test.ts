import { expect, it } from 'vitest';
import { dirtyFlags } from './twin-flags.ts';

const before = { startDate: null, active: true, missionTime: 'P1Y' };

it.each([
  [{}, []],
  [before, []],
  [{ startDate: '2024-01-01T00:00:00.000Z' }, ['start_date-dirty']],
  [{ active: false }, ['active-dirty']],
  [{ missionTime: null }, ['mission_time-dirty']],
  [
    { startDate: '2024-01-01T00:00:00.000Z', active: false, missionTime: 'P2Y' },
    ['start_date-dirty', 'active-dirty', 'mission_time-dirty'],
  ],
])('the flags for %j are %j', (now, flags) => expect(dirtyFlags(before, now)).toEqual(flags));
