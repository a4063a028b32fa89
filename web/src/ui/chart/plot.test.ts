import { describe, expect, it } from 'vitest';
import { plotFrame, plotWidth, timeAt, toX, toY } from './plot.ts';

const frame = { width: 1060, left: 50, right: 10, hasLabels: false };
const range = { from: 0, to: 2000 };

describe('the frame of a plot', () => {
  it('reserves room for limit labels only if there are limits, and on a wide page', () => {
    expect(plotFrame(1400, true)).toEqual({ width: 1400, left: 76, right: 196, hasLabels: true });
    expect(plotFrame(1400, false)).toMatchObject({ right: 12, hasLabels: false });
    expect(plotFrame(360, true)).toEqual({ width: 360, left: 76, right: 12, hasLabels: false });
    expect(plotWidth(plotFrame(0, true))).toBe(1);
  });
  it('converts times to pixels and back, inside the plot', () => {
    expect(toX(1000, range, frame)).toBe(550);
    expect(timeAt(550, range, frame)).toBe(1000);
    expect(timeAt(0, range, frame)).toBe(0);
    expect(timeAt(5000, range, frame)).toBe(2000);
  });
  it('converts values to pixels, the greatest at the top', () => {
    expect(toY(10, { min: 0, max: 10 }, 140)).toBe(12);
    expect(toY(0, { min: 0, max: 10 }, 140)).toBe(112);
  });
});
