import type { KnownHistory } from '@twinward/contracts/protections/known-history';
import { describe, expect, it } from 'vitest';
import { findKnownEvents } from './known-events.ts';

const day = 86_400_000;
const iso = (days: number) => new Date(days * day).toISOString();
let id = 0;
const work = (start: number, completed: number, mechanism: string | null = null) => ({
  id: ++id,
  name: `Repair on day ${start}`,
  mechanism,
  start: start * day,
  completed: completed * day,
  duration: null,
});
const range = (
  start: number,
  end: number,
  { failedAt = null, mode = null }: { failedAt?: number | null; mode?: number | null } = {},
) => ({
  id: ++id,
  start: iso(start),
  end: iso(end),
  failedAt: failedAt === null ? null : iso(failedAt),
  failureModeId: mode,
  note: `Range on day ${start}`,
});
const modes = [
  { id: 1, mechanism: '2.4', pfInterval: 'P5D' },
  { id: 2, mechanism: '1.1', pfInterval: 'P50D' },
  { id: 3, mechanism: '1.2', pfInterval: null },
];
function find(history: Partial<KnownHistory>, failureModeIds: number[] = []) {
  const { events, ...interval } = findKnownEvents(
    { work: [], ranges: [], failureModes: modes, ...history },
    failureModeIds,
  );
  return {
    ...interval,
    events: events.map(({ name, begin, time, end, isFailure }) => [
      name,
      ...[begin, time, end].map((at) => at / day),
      isFailure,
    ]),
  };
}

describe('the known events of a protection', () => {
  it('are all failures if no failure mode is linked, with a default P-F interval', () => {
    expect(find({ work: [work(100, 103, '2.4'), work(100.5, 104), work(300, 301)] })).toEqual({
      pfInterval: 'P30D',
      pfSource: 'assumed',
      events: [
        ['Repair on day 100', 70, 100, 104, true],
        ['Repair on day 300', 270, 300, 301, true],
      ],
    });
  });

  it('start no earlier than the previous restoration', () => {
    const events = (...items: ReturnType<typeof work>[]) =>
      find({ work: items }).events.map(([, begin, time]) => [begin, time]);
    expect(events(work(100, 101), work(110, 110), work(120, 121))).toEqual([
      [70, 100],
      [101, 110],
      [110, 120],
    ]);
  });

  it('are failures of linked modes or without a mechanism, with the interval of the matching modes', () => {
    const items = [work(100, 101, '2.4'), work(200, 201, '1.1'), work(300, 301), work(400, 401, '1.2')];
    expect(find({ work: items }, [1])).toEqual({
      pfInterval: 'P5D',
      pfSource: 'failure-mode',
      events: [
        ['Repair on day 100', 95, 100, 101, true],
        ['Repair on day 300', 295, 300, 301, true],
      ],
    });
    expect(find({ work: items }, [1, 2]).events.map(([, begin]) => begin)).toEqual([95, 150, 250]);
    expect(find({ work: items }, [3])).toMatchObject({ pfInterval: 'P30D', pfSource: 'assumed' });
  });

  it('include ranges marked for linked failure modes or for none', () => {
    const ranges = [range(10, 12), range(20, 22, { mode: 1 }), range(30, 32, { mode: 2 })];
    expect(find({ ranges }).events.length).toBe(3);
    expect(find({ ranges }, [1]).events).toEqual([
      ['Range on day 10', 10, 12, 12, false],
      ['Range on day 20', 20, 22, 22, false],
    ]);
  });

  it('include a range that marks a failure instead of the work on that failure', () => {
    const items = [work(100, 103), work(150, 151)];
    expect(find({ work: items, ranges: [range(80, 101, { failedAt: 99 })] }).events).toEqual([
      ['Range on day 80', 69, 99, 103, true],
      ['Repair on day 150', 120, 150, 151, true],
    ]);
    expect(find({ work: items, ranges: [range(80, 90, { failedAt: 89 })] }).events.length).toBe(3);
    const early = [range(40, 101, { failedAt: 99 }), range(140, 151, { failedAt: 149, mode: 1 })];
    expect(find({ work: items, ranges: early }).events.map(([, begin]) => begin)).toEqual([40, 140]);
    expect(find({ work: items, ranges: early }, [1, 2]).events.map(([, begin]) => begin)).toEqual([40, 140]);
    expect(find({ work: items, ranges: [range(90, 103, { failedAt: 102 })] }).events[0]).toEqual([
      'Range on day 90',
      72,
      102,
      103,
      true,
    ]);
  });
});
