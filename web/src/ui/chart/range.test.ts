import { describe, expect, it } from 'vitest';
import { type Range, type RangeChoice, rangeReducer, rangeText, resolveRange } from './range.ts';

const hour = 3_600_000;
const day = 24 * hour;
const extent: Range = { from: Date.UTC(2013, 11, 2), to: Date.UTC(2014, 1, 19) };
const all: RangeChoice = { kind: 'preset', preset: 'all' };
const fixed = (from: number, to: number): RangeChoice => ({ kind: 'fixed', range: { from, to } });
const noon = Date.UTC(2014, 1, 7, 12);

describe('the range of a choice', () => {
  it('counts a preset back from the latest data, with a margin at the right', () => {
    const range = resolveRange({ kind: 'preset', preset: 'day' }, extent);
    expect(range.to - range.from).toBe(day);
    expect(range.to - extent.to).toBe(0.02 * day);
  });

  it('follows the latest data as it grows', () => {
    const later = { ...extent, to: extent.to + 5 * hour };
    const before = resolveRange({ kind: 'preset', preset: '8h' }, extent);
    const after = resolveRange({ kind: 'preset', preset: '8h' }, later);
    expect(after.from - before.from).toBe(5 * hour);
  });

  it('shows the whole extent, and a minute around a single point', () => {
    const whole = resolveRange(all, extent);
    expect(whole.from).toBeLessThan(extent.from);
    expect(whole.to).toBeGreaterThan(extent.to);
    expect(resolveRange(all, { from: noon, to: noon })).toEqual({ from: noon - 30_000, to: noon + 30_000 });
  });

  it('returns a fixed range unchanged', () => {
    expect(resolveRange(fixed(1, 2), extent)).toEqual({ from: 1, to: 2 });
  });
});

describe('changing the range', () => {
  const choice = fixed(noon, noon + 10 * hour);

  it('zooms around a fixed time', () => {
    const at = noon + 2 * hour;
    expect(rangeReducer(choice, { type: 'zoom', factor: 0.5, at }, extent)).toEqual(
      fixed(noon + hour, noon + 6 * hour),
    );
  });

  it('zooms around the middle by default, to no less than a second', () => {
    expect(rangeReducer(choice, { type: 'zoom', factor: 0.5 }, extent)).toEqual(
      fixed(noon + 2.5 * hour, noon + 7.5 * hour),
    );
    const closest = rangeReducer(choice, { type: 'zoom', factor: 1e-9, at: noon }, extent);
    expect(closest).toEqual(fixed(noon, noon + 1000));
  });

  it('zooms out to at most twice the extent', () => {
    const widest = rangeReducer(choice, { type: 'zoom', factor: 1e9 }, extent);
    const whole = resolveRange(all, extent);
    const range = resolveRange(widest, extent);
    expect(range.to - range.from).toBe(2 * (whole.to - whole.from));
  });

  it('pans by a fraction of the visible range', () => {
    expect(rangeReducer(choice, { type: 'pan', fraction: -0.1 }, extent)).toEqual(
      fixed(noon - hour, noon + 9 * hour),
    );
  });

  it('keeps data in view after panning far', () => {
    const lost = rangeReducer(choice, { type: 'pan', fraction: 1e6 }, extent);
    const range = resolveRange(lost, extent);
    expect(range.to - range.from).toBe(10 * hour);
    expect(range.from).toBe(resolveRange(all, extent).to - hour);
  });

  it('selects in either direction, with a minimum of one second', () => {
    expect(rangeReducer(all, { type: 'select', from: noon + hour, to: noon }, extent)).toEqual(
      fixed(noon, noon + hour),
    );
    expect(rangeReducer(all, { type: 'select', from: noon, to: noon }, extent)).toEqual(
      fixed(noon - 500, noon + 500),
    );
  });

  it('jumps to the start and the end with the same length', () => {
    const whole = resolveRange(all, extent);
    expect(rangeReducer(choice, { type: 'goto', edge: 'start' }, extent)).toEqual(
      fixed(whole.from, whole.from + 10 * hour),
    );
    expect(rangeReducer(choice, { type: 'goto', edge: 'end' }, extent)).toEqual(
      fixed(whole.to - 10 * hour, whole.to),
    );
  });

  it('resets to the whole extent', () => {
    expect(rangeReducer(choice, { type: 'reset' }, extent)).toEqual(all);
    expect(rangeReducer(choice, { type: 'preset', preset: 'week' }, extent)).toEqual({
      kind: 'preset',
      preset: 'week',
    });
  });

  it('never leaves the range of valid dates', () => {
    const early: Range = { from: 0, to: day };
    const range = resolveRange(rangeReducer(fixed(0, day), { type: 'pan', fraction: -0.5 }, early), early);
    expect(range).toEqual({ from: 0, to: day });
  });
});

describe('the text of a range', () => {
  const berlin = (from: string, to: string) =>
    rangeText({ from: Date.parse(from), to: Date.parse(to) }, 'Europe/Berlin');

  it('has dates for a week, minutes below that, and seconds for minutes', () => {
    expect(berlin('2024-03-30T23:00:00Z', '2024-04-09T22:00:00Z')).toBe('2024-03-31 – 2024-04-10 (9 d 23 h)');
    expect(berlin('2024-03-30T23:00:00Z', '2024-03-31T03:30:00Z')).toBe(
      '2024-03-31 12:00 AM – 2024-03-31 5:30 AM (4 h 30 min)',
    );
    expect(berlin('2024-03-30T23:00:00Z', '2024-03-30T23:05:00Z')).toBe(
      '2024-03-31 12:00:00 AM – 2024-03-31 12:05:00 AM (5 min)',
    );
  });

  it('differs between the first and second repeated hour', () => {
    expect(berlin('2024-10-27T00:10:00Z', '2024-10-27T00:50:00Z')).toBe(
      '2024-10-27 2:10 AM +02:00 – 2024-10-27 2:50 AM +02:00 (40 min)',
    );
    expect(berlin('2024-10-27T01:10:00Z', '2024-10-27T01:50:00Z')).toBe(
      '2024-10-27 2:10 AM +01:00 – 2024-10-27 2:50 AM +01:00 (40 min)',
    );
  });
});
