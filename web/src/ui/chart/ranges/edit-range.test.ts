import { describe, expect, it } from 'vitest';
import { dragRange, keyedRange, roundRange } from './edit-range.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const wide = { from: 0, to: day };
const close = { from: 0, to: 10 * minute };
const key = (name: string, with_: Partial<Record<'shiftKey' | 'altKey' | 'ctrlKey', boolean>> = {}) => ({
  key: name,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  ...with_,
});

describe('drawing a range', () => {
  it('rounds to minutes in a wide range, and to seconds in a narrow one', () => {
    const drawn = { from: 3 * minute + 29_400, to: 9 * minute + 31_600 };
    expect(roundRange(drawn, wide)).toEqual({ from: 3 * minute, to: 10 * minute });
    expect(roundRange(drawn, close)).toEqual({ from: 3 * minute + 29_000, to: 9 * minute + 32_000 });
  });

  it('never creates an empty range', () => {
    expect(roundRange({ from: minute, to: minute + 10 }, wide)).toEqual({ from: minute, to: 2 * minute });
  });
});

describe('dragging a range', () => {
  const range = { from: 10 * minute, to: 20 * minute };

  it('moves the whole range and preserves its length', () => {
    expect(dragRange(range, 'whole', -5 * minute, wide)).toEqual({ from: 5 * minute, to: 15 * minute });
  });

  it('stops an end before the other end', () => {
    expect(dragRange(range, 'from', day, wide)).toEqual({ from: 19 * minute, to: 20 * minute });
    expect(dragRange(range, 'to', -day, wide)).toEqual({ from: 10 * minute, to: 11 * minute });
  });
});

describe('keys on a focused range', () => {
  const range = { from: 10 * minute, to: 20 * minute };
  const pixel = 2 * minute;

  it('move the range, or one of its ends', () => {
    expect(keyedRange(key('ArrowRight'), range, pixel, wide)).toEqual({ from: 12 * minute, to: 22 * minute });
    expect(keyedRange(key('ArrowLeft', { ctrlKey: true, shiftKey: true }), range, pixel, wide)).toEqual({
      from: 10 * minute,
      to: 11 * minute,
    });
    expect(keyedRange(key('ArrowLeft', { altKey: true }), range, pixel, wide)).toEqual({
      from: 8 * minute,
      to: 20 * minute,
    });
  });

  it('returns null for other keys', () => {
    expect(keyedRange(key('ArrowUp'), range, pixel, wide)).toBeNull();
  });
});
