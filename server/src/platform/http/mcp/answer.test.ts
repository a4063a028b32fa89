import { describe, expect, it } from 'vitest';
import { boundAnswer, type CallAnswer } from './answer.ts';

const toAnswer = (payload: unknown): CallAnswer => ({
  status: 200,
  payload: payload === undefined ? '' : JSON.stringify(payload),
  total: null,
  isCapped: false,
  retryAfter: null,
});
/** Records of 21 characters of JSON and a comma. */
const records = (count: number) => Array.from({ length: count }, (_, i) => ({ text: `${1_000_000 + i}..` }));

describe('an answer', () => {
  it('is returned unchanged if it is short', () => {
    expect(boundAnswer({ ...toAnswer(records(2)), total: 7, isCapped: true }, null)).toEqual({
      status: 200,
      result: records(2),
      total: 7,
      moreThanTotal: true,
    });
    expect(boundAnswer(toAnswer(undefined), null)).toEqual({ status: 200, result: null });
  });

  it.each([
    // 9 fit: the pages of 5 begin where those of 20 do.
    [1, 20, 5, 2],
    [3, 20, 5, 10],
    // 13 is prime: one record a page.
    [2, 13, 9, 23],
  ])(
    'is cut at a page boundary from which the next page continues: page %d of %d',
    (number, size, kept, nextPage) => {
      const all = records(100);
      const page = all.slice((number - 1) * size, number * size);
      const { result, notice } = boundAnswer(
        toAnswer(page),
        { 'page-number': number, 'page-size': size },
        200,
      );
      const [, next, at] = /page-size (\d+) and page-number (\d+)/.exec(notice ?? '') ?? [];
      expect([(result as unknown[]).length, Number(at)]).toEqual([kept, nextPage]);
      expect([...page.slice(0, kept), all[(Number(at) - 1) * Number(next)]]).toEqual([
        ...(result as unknown[]),
        all[(number - 1) * size + kept],
      ]);
    },
  );

  it('that is not a page is cut after a record, with the number of remaining ones', () => {
    expect(boundAnswer(toAnswer(records(100)), null, 200)).toMatchObject({
      result: records(9),
      notice:
        'The response was truncated to the first 9 of 100 records. Please request less, such as a shorter range.',
    });
  });

  it('of one long record is cut as text', () => {
    const payload = [{ text: 'x'.repeat(300) }];
    for (const [each, page] of [
      [payload, { 'page-number': 1, 'page-size': 100 }],
      [payload[0], null],
    ] as const)
      expect(boundAnswer(toAnswer(each), page, 200)).toEqual({
        status: 200,
        result: JSON.stringify(each).slice(0, 200),
        notice: expect.stringContaining('the first 200 of '),
      });
  });
});
