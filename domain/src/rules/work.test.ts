import { expect, it } from 'vitest';
import { workDurationProblems, workTimeProblems } from './work.ts';

const now = Date.UTC(2024, 5, 1);
const hour = 3_600_000;

it.each([
  ['without times', null, null],
  ['in progress', now - hour, null],
  ['that starts later', now + hour, null],
  ['completed when started', now - hour, now - hour],
  ['completed', now - 2 * hour, now - hour],
  ['completed with an unknown start', null, now - hour],
  ['completed slightly in the future, because of a clock that is ahead', null, now + 60_000],
])('accepts work %s', (_, start, completed) => {
  expect(workTimeProblems({ start, completed }, now)).toEqual([]);
});

it('rejects work completed before it starts, or in the future', () => {
  expect(workTimeProblems({ start: now - hour, completed: now - 2 * hour }, now)).toEqual([
    { path: 'completed', message: "Work can't be completed before it starts." },
  ]);
  expect(workTimeProblems({ start: now + 3 * hour, completed: now + 60_001 }, now)).toEqual([
    { path: 'completed', message: "Work can't be completed in the future." },
  ]);
});

it('limits the duration of work to 1,000,000 hours', () => {
  const message = 'Please give a length of time of at most 1,000,000 hours.';
  for (const duration of [null, 'PT0S', 'P30D', 'PT1000000H'])
    expect(workDurationProblems(duration)).toEqual([]);
  for (const duration of ['PT1000001H', 'P999999999Y', `P${'9'.repeat(400)}D`]) {
    expect(workDurationProblems(duration)).toEqual([{ path: 'duration', message }]);
  }
});
