import { describe, expect, it } from 'vitest';
import { tickLabel } from './chart-option.ts';
import { spreadLabels, valueAxis } from './value-axis.ts';

describe('the value axis', () => {
  it('has round ticks and a margin around the values', () => {
    const axis = valueAxis({ low: 2, high: 98 }, []);
    expect(axis.ticks).toEqual([0, 20, 40, 60, 80, 100]);
    expect(axis.digits).toBe(0);
    expect(axis.min).toBeCloseTo(-3.76, 10);
    expect(axis.max).toBeCloseTo(103.76, 10);
  });

  it('includes limits near the values, and excludes distant ones', () => {
    expect(valueAxis({ low: 80, high: 90 }, [99]).max).toBeGreaterThan(99);
    expect(valueAxis({ low: 80, high: 90 }, [75]).min).toBeLessThan(75);
    expect(valueAxis({ low: 80, high: 90 }, [101]).max).toBeLessThan(91);
  });

  it('distinguishes small numbers', () => {
    const axis = valueAxis({ low: 0.0012, high: 0.0018 }, []);
    expect(axis.ticks).toEqual([0.0012, 0.0014, 0.0016, 0.0018]);
    expect(axis.digits).toBe(4);
  });

  it.each([
    [12_345_733, 12_345_791, '12,345,740'],
    [99_999_990, 100_000_090, '1.0000000e+8'],
    [123_456_789_000, 123_456_790_000, '1.234567892e+11'],
    [0.1, 0.9, '0.4'],
    [0.000_001_2, 0.000_001_8, '1.4e-6'],
  ])('formats ticks between %d and %d distinctly: %s', (low, high, label) => {
    const axis = valueAxis({ low, high }, []);
    const labels = axis.ticks.map((tick) => tickLabel(tick, axis));
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels).toContain(label);
  });

  it('shows a constant in the middle', () => {
    const axis = valueAxis({ low: 50, high: 50 }, []);
    expect(axis.min).toBeLessThan(50);
    expect(axis.max).toBeGreaterThan(50);
    expect(axis.ticks).toContain(50);
    expect(valueAxis({ low: 0, high: 0 }, []).ticks).toContain(0);
  });

  it('uses the limits without values, else 0 to 1', () => {
    expect(valueAxis(null, [10, 20]).ticks).toEqual([10, 12, 14, 16, 18, 20]);
    expect(valueAxis(null, []).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  });
});

describe('spreading labels', () => {
  it('does not move labels that do not overlap', () => {
    expect(spreadLabels([100, 10, 50], 14)).toEqual([100, 10, 50]);
  });
  it('moves overlapping labels apart around their middle', () => {
    expect(spreadLabels([50, 52], 14)).toEqual([44, 58]);
    expect(spreadLabels([50, 50, 50], 10)).toEqual([40, 50, 60]);
  });
  it('moves a label that is overlapped after others were moved', () => {
    const places = [...spreadLabels([50, 52, 62], 14)].sort((a, b) => a - b);
    expect(places[1]! - places[0]!).toBeCloseTo(14, 10);
    expect(places[2]! - places[1]!).toBeCloseTo(14, 10);
  });
});
