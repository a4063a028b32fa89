import type { AdvisorySummary } from '@twinward/contracts/advisories/advisory';
import type { Work } from '@twinward/contracts/assets/work';
import { describe, expect, it } from 'vitest';
import { advisoryMarks, workMarks } from './lately-marks.ts';

const planned = '2024-02-01T08:00:00.000Z';
const start = '2024-02-02T08:00:00.000Z';
const completed = '2024-02-03T08:00:00.000Z';
const work = (times: Partial<Work>): Work =>
  ({ id: 4, name: 'Oil change', planned: null, start: null, completed: null, ...times }) as Work;
const advisory = (change: Partial<AdvisorySummary>): AdvisorySummary =>
  ({
    id: 9,
    twinId: 7,
    name: 'Replace the bearing',
    createdAt: start,
    targetDate: completed,
    state: 'active',
    overdue: false,
    ...change,
  }) as AdvisorySummary;

describe('the marks of a twin', () => {
  it.each([
    [{ planned, start, completed }, 'Oil change, completed 2024-02-03 8:00 AM', 'done'],
    [{ planned, start }, 'Oil change, started 2024-02-02 8:00 AM', 'planned'],
    [{ planned }, 'Oil change, planned 2024-02-01 8:00 AM', 'planned'],
  ])('show work with %j at one time', (times, label, shape) => {
    expect(workMarks(7, [work(times)], 'UTC')).toEqual([
      expect.objectContaining({ label, shape, to: '/apps/twins/7/work?search=Oil+change' }),
    ]);
  });

  it('omit work without a time', () => expect(workMarks(7, [work({})], 'UTC')).toEqual([]));

  it.each([
    [{}, ['created 2024-02-02 8:00 AM', 'due 2024-02-03 8:00 AM']],
    [{ overdue: true }, ['created 2024-02-02 8:00 AM', 'overdue since 2024-02-03 8:00 AM']],
    [{ state: 'draft' as const }, ['created 2024-02-02 8:00 AM', 'due 2024-02-03 8:00 AM']],
    [{ state: 'closed' as const }, ['created 2024-02-02 8:00 AM']],
    [{ targetDate: null }, ['created 2024-02-02 8:00 AM']],
  ])('show an advisory with %j at its creation and target date', (change, labels) => {
    const marks = advisoryMarks([advisory(change)], 'UTC');
    expect(marks.map(({ label }) => label)).toEqual(labels.map((label) => `Replace the bearing, ${label}`));
    expect(new Set(marks.map(({ key }) => key)).size).toBe(marks.length);
    expect(marks[0]!.to).toBe('/apps/twins/7/advisories/9');
  });
});
