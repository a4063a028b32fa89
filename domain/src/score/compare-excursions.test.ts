import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ComparedExcursion, compareExcursions } from './compare-excursions.ts';

const spans = (...pairs: [start: number, end: number | null][]): ComparedExcursion[] =>
  pairs.map(([start, end]) => ({ start, end }));

it('finds excursions that are the same, moved, removed and added', () => {
  expect(
    compareExcursions(
      spans([0, 10], [20, 30], [40, 50], [70, null]),
      spans([0, 10], [25, 32], [60, 65], [70, null]),
    ),
  ).toEqual({ first: [null, 'moved', 'lost', null], second: [null, 'moved', 'gained', null] });
});

it('treats an excursion that was split, or is still open, as moved', () => {
  expect(compareExcursions(spans([0, 100]), spans([0, 40], [50, 100]))).toEqual({
    first: ['moved'],
    second: ['moved', 'moved'],
  });
  expect(compareExcursions(spans([5, 9]), spans([5, null]))).toEqual({ first: ['moved'], second: ['moved'] });
});

it('does not match excursions that only touch', () => {
  expect(compareExcursions(spans([0, 10]), spans([10, 20]))).toEqual({ first: ['lost'], second: ['gained'] });
});

it('agrees with a pairwise comparison', () => {
  const list = fc
    .uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 12 })
    .map((times) => times.sort((one, other) => one - other))
    .map((times) =>
      Array.from({ length: Math.ceil(times.length / 2) }, (_, index) => ({
        start: times[index * 2]!,
        end: times[index * 2 + 1] ?? null,
      })),
    );
  fc.assert(
    fc.property(list, list, (first, second) => {
      const ends = (one: ComparedExcursion) => one.end ?? Number.POSITIVE_INFINITY;
      const expected = (one: ComparedExcursion, others: ComparedExcursion[], alone: string) => {
        const met = others.filter((other) => other.start < ends(one) && one.start < ends(other));
        if (met.length === 0) return alone;
        return met.some(({ start, end }) => start === one.start && end === one.end) ? null : 'moved';
      };
      expect(compareExcursions(first, second)).toEqual({
        first: first.map((one) => expected(one, second, 'lost')),
        second: second.map((one) => expected(one, first, 'gained')),
      });
    }),
  );
});
