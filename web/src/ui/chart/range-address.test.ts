import { describe, expect, it } from 'vitest';
import type { RangeChoice } from './range.ts';
import { readRange, writeRange } from './range-address.ts';

const all: RangeChoice = { kind: 'preset', preset: 'all' };
const february: RangeChoice = {
  kind: 'fixed',
  range: { from: Date.UTC(2014, 1, 7), to: Date.UTC(2014, 1, 8) },
};

describe('the range in the URL', () => {
  it('writes a fixed range, reads it back, and keeps other parameters', () => {
    const address = writeRange(new URLSearchParams('view=table&range=week'), february, all);
    expect(address.toString()).toBe(
      'view=table&from=2014-02-07T00%3A00%3A00.000Z&to=2014-02-08T00%3A00%3A00.000Z',
    );
    expect(readRange(address)).toEqual(february);
  });

  it('writes a preset unless it is the fallback', () => {
    expect(writeRange(new URLSearchParams(), { kind: 'preset', preset: 'week' }, all).toString()).toBe(
      'range=week',
    );
    expect(writeRange(new URLSearchParams('range=week'), all, all).toString()).toBe('');
    expect(
      writeRange(new URLSearchParams('from=x'), all, { kind: 'preset', preset: 'week' }).toString(),
    ).toBe('range=all');
  });

  it('does not write a fixed range that is the fallback', () => {
    expect(writeRange(new URLSearchParams('view=table&from=x&to=y'), february, february).toString()).toBe(
      'view=table',
    );
  });

  it.each([
    '',
    'range=fortnight',
    'from=2014-02-07T00:00:00Z',
    'from=2014-02-08T00:00:00Z&to=2014-02-07T00:00:00Z',
    'from=1931-01-01T00:00:00Z&to=2014-02-07T00:00:00Z',
    'from=2014-02-07T00:00:00Z&to=9999-01-01T00:00:00Z',
  ])('returns null for "%s"', (text) => {
    expect(readRange(new URLSearchParams(text))).toBeNull();
  });
});
