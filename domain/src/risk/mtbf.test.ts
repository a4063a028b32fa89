import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FailureWork, measureMtbf } from './mtbf.ts';

const hour = 3_600_000;
const day = 24 * hour;
const t0 = Date.UTC(2020, 0, 1);
const now = t0 + 1000 * day;

let id = 0;
const repair = (
  start: number | null,
  completed: number | null,
  more: Partial<FailureWork> = {},
): FailureWork => ({
  id: ++id,
  corrective: true,
  start: start === null ? null : t0 + start * day,
  completed: completed === null ? null : t0 + completed * day,
  duration: null,
  ...more,
});
const service = (start: number, completed: number) => repair(start, completed, { corrective: false });
const measure = (work: FailureWork[], twinStart: number | null = 0) =>
  measureMtbf(work, { twinStart: twinStart === null ? null : t0 + twinStart * day, now });
const toDays = (milliseconds: number | null) => (milliseconds === null ? null : milliseconds / day);

describe('measured MTBF', () => {
  it('is the window minus downtime, divided by the number of failures', () => {
    const measured = measure([service(0, 0), repair(100, 110), repair(400, 405), repair(800, 805)]);
    expect(measured.failures.length).toBe(3);
    expect(toDays(measured.downtime)).toBe(20);
    expect(toDays(measured.mtbf)).toBe((1000 - 20) / 3);
    expect(measured.lowConfidence).toBe(false);
    expect(measured.workCount).toBe(4);
  });

  it.each([
    ['the oldest work if the twin starts before it', 0, 100, 100],
    ['the start of the twin if work is older', 300, 100, 300],
    ['the oldest work if the twin has no start', null, 100, 100],
  ])('has a window from %s', (_, twinStart, oldest, from) => {
    const measured = measure([service(oldest, oldest), repair(500, 500)], twinStart);
    expect(measured.window).toEqual({ from: t0 + from * day, to: now });
    expect(toDays(measured.mtbf)).toBe(1000 - from);
  });

  it('counts a failure at the start of the window', () => {
    const measured = measure([repair(200, 202)], null);
    expect(measured.failures.length).toBe(1);
    expect(toDays(measured.mtbf)).toBe(798);
  });

  it('ignores failures before the window', () => {
    const measured = measure([repair(100, 101), repair(500, 501)], 300);
    expect(measured.failures.map(({ start }) => (start - t0) / day)).toEqual([500]);
    expect(toDays(measured.mtbf)).toBe(699);
  });

  it('is null without a failure, but has a window', () => {
    const measured = measure([service(0, 1)]);
    expect(measured).toMatchObject({
      mtbf: null,
      window: { from: t0, to: now },
      failures: [],
      downtime: 0,
      lowConfidence: true,
    });
  });

  it('is null without a start, and for a twin that starts in the future', () => {
    expect(measure([], null)).toMatchObject({ mtbf: null, window: null, workCount: 0 });
    expect(measure([], 1001)).toMatchObject({ mtbf: null, window: null });
    expect(measure([], 0).window).toEqual({ from: t0, to: now });
  });

  it.each([
    ['starting less than 24 hours apart', [repair(100, 100.1), repair(101 - 1 / 86_400, 101.1)], 1],
    ['starting 24 hours apart', [repair(100, 100.1), repair(101, 101.1)], 2],
    ['that overlaps, regardless of its length', [repair(100, 110), repair(109, 112)], 1],
    ['that starts at the end of other work', [repair(100, 110), repair(110, 112)], 2],
    [
      'in a chain, each within a day of the previous one but not of the first',
      [repair(100, 100), repair(100.9, 100.9), repair(101.8, 101.8), repair(102.7, 102.7)],
      2,
    ],
    ['within longer work', [repair(100, 120), repair(105, 106), repair(119, 119.5)], 1],
  ])('counts failures from work %s: %#', (_, work, failures) => {
    expect(measure([service(0, 0), ...work]).failures.length).toBe(failures);
  });

  it('counts the downtime of overlapping work once', () => {
    const [first, second] = [repair(100, 110), repair(105, 115)];
    const measured = measure([service(0, 0), second!, first!]);
    expect(measured.failures).toEqual([
      { start: t0 + 100 * day, end: t0 + 115 * day, downtime: 15 * day, workIds: [first!.id, second!.id] },
    ]);
    expect(toDays(measured.mtbf)).toBe(985);
  });

  it('counts the time between repairs of one failure as uptime', () => {
    const measured = measure([service(0, 0), repair(100, 100.25), repair(100.75, 101)]);
    expect(measured.failures.length).toBe(1);
    expect(toDays(measured.downtime)).toBe(0.5);
  });

  it('does not chain 60 short repairs, one every 23 h 59 min, into one failure', () => {
    const step = (24 * 60 - 1) / (24 * 60);
    const work = Array.from({ length: 60 }, (_, index) =>
      repair(100 + index * step, 100 + index * step + 1 / 24),
    );
    const measured = measure([service(0, 0), ...work]);
    expect(measured.failures.length).toBe(30);
    expect(measured.downtime / hour).toBeCloseTo(60, 6);
    expect(measured.mtbf! / hour).toBeCloseTo((1000 * 24 - 60) / 30, 6);
  });

  it('agrees with a reference implementation over random histories, to the millisecond', () => {
    // An odd number of milliseconds, and whole hours, which meet the limit of 24 hours exactly.
    const unit = fc.constantFrom(hour, 1_234_567);
    const item = fc.record({
      kind: fc.constantFrom('repair', 'repair', 'repair', 'service', 'open', 'unknown start'),
      start: fc.integer({ min: 0, max: 400 }),
      length: fc.integer({ min: 0, max: 60 }),
    });
    const twin = fc.option(fc.integer({ min: -50, max: 500 }));
    fc.assert(
      fc.property(fc.array(item, { maxLength: 25 }), twin, unit, (items, begun, length) => {
        const work = items.map((one): FailureWork => {
          const start = t0 + one.start * length;
          const completed = one.kind === 'open' ? null : start + one.length * length;
          const corrective = one.kind !== 'service';
          return one.kind === 'unknown start'
            ? { id: ++id, corrective, start: null, completed, duration: one.length * length }
            : { id: ++id, corrective, start, completed, duration: null };
        });
        const twinStart = begun === null ? null : t0 + begun * length;
        const { window, failures, downtime, mtbf } = measureMtbf(work, { twinStart, now });
        const plain = plainMtbf(work, twinStart);
        expect(window?.from ?? null).toBe(plain.from);
        expect(failures.map((one) => [one.start, one.end, one.downtime])).toEqual(plain.failures);
        expect([downtime, mtbf]).toEqual([plain.downtime, plain.mtbf]);
      }),
      { numRuns: 300 },
    );
  });

  it('counts only completed corrective work', () => {
    const open = repair(200, null);
    const planned = repair(null, null);
    const preventive = service(300, 310);
    const measured = measure([service(0, 0), open, planned, preventive, repair(500, 500)]);
    expect(measured.failures.length).toBe(1);
    expect(measured.workCount).toBe(4);
  });

  it('derives the start from the duration if only the completion is known', () => {
    const measured = measure([service(0, 0), repair(null, 500, { duration: 48 * hour })]);
    expect(measured.failures[0]).toMatchObject({ start: t0 + 498 * day, end: t0 + 500 * day });
    expect(toDays(measured.downtime)).toBe(2);
  });

  it('has no downtime if only the completion is known', () => {
    expect(toDays(measure([service(0, 0), repair(null, 500)]).mtbf)).toBe(1000);
  });

  it.each([
    [2, true],
    [3, false],
  ])('from %d failures has low confidence: %s', (count, low) => {
    const work = Array.from({ length: count }, (_, index) => repair(100 * (index + 1), 100 * (index + 1)));
    expect(measure(work).lowConfidence).toBe(low);
  });
});

/** The MTBF and its failures as [start, end, downtime], by joining groups repeatedly and cutting time into pieces. */
function plainMtbf(work: readonly FailureWork[], twinStart: number | null) {
  const spans = work.map(({ start, completed, duration, corrective }) => {
    const begin = start ?? completed! - duration!;
    return { start: begin, end: completed ?? begin, isRepair: corrective && completed !== null };
  });
  const oldest = spans.length === 0 ? null : Math.min(...spans.map(({ start }) => start));
  const from = oldest === null ? twinStart : Math.max(oldest, twinStart ?? oldest);
  let left = spans.filter(({ start, isRepair }) => isRepair && from !== null && start >= from);
  const failures: number[][] = [];
  while (left.length > 0) {
    const first = Math.min(...left.map(({ start }) => start));
    const joined = (end: number) => left.filter(({ start }) => start < first + day || start < end);
    let end = first;
    for (let before = Number.NaN; before !== end; ) {
      before = end;
      end = Math.max(...joined(before).map((span) => span.end));
    }
    const group = joined(end);
    failures.push([first, end, covered(group)]);
    left = left.filter((span) => !group.includes(span));
  }
  const downtime = failures.reduce((sum, failure) => sum + failure[2]!, 0);
  return {
    from,
    failures,
    downtime,
    mtbf: failures.length === 0 ? null : (now - from! - downtime) / failures.length,
  };
}

/** The length of the pieces of time, cut at each start and end, that some span covers. */
function covered(spans: readonly { start: number; end: number }[]): number {
  const cuts = [...new Set(spans.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  return cuts
    .slice(1)
    .map((to, index) => ({ from: cuts[index]!, to }))
    .filter(({ from, to }) => spans.some(({ start, end }) => start <= from && end >= to))
    .reduce((sum, { from, to }) => sum + (to - from), 0);
}
