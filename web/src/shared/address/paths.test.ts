import { describe, expect, it } from 'vitest';
import { writeRange } from '../../ui/chart/range-address.ts';
import { excursionPath, protectionNewPath } from './paths.ts';

const monitor = (from: string, to: string): string =>
  `/apps/twins/3/protections?${new URLSearchParams({ from, to })}`;

describe('the path of an excursion', () => {
  const start = '2014-02-08T00:00:00.000Z';
  it.each([
    ['as long before and after it', '2014-02-10T00:00:00.000Z', '2014-02-06', '2014-02-12'],
    [
      'half a day on either side of a short one',
      '2014-02-08T00:00:00.000Z',
      '2014-02-07T12',
      '2014-02-08T12',
    ],
    ['the first week of an open one', null, '2014-02-01', '2014-02-22'],
  ])('shows %s', (_, end, from, to) => {
    const time = (text: string): string => new Date(text.length === 10 ? text : `${text}:00Z`).toISOString();
    expect(excursionPath({ twinId: 3, start, end })).toBe(monitor(time(from), time(to)));
  });
});

it('preserves the copied protection when the range of the preview changes', () => {
  const search = new URL(protectionNewPath(3, 8), 'http://twinward').searchParams;
  const month = { kind: 'preset', preset: 'month' } as const;
  const written = writeRange(search, { kind: 'fixed', range: { from: 0, to: 1000 } }, month);
  expect(writeRange(written, month, month).toString()).toBe(search.toString());
});
