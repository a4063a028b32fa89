import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { drawn } from '../../testing/drawn.ts';
import { plotFrame } from './plot.ts';
import type { RangeAction } from './range.ts';
import type { ChartSeries } from './series.ts';
import { TimeChart } from './time-chart.tsx';

const noon = Date.UTC(2014, 1, 7, 12);
const minute = 60_000;
const times = Array.from({ length: 61 }, (_, index) => noon + index * minute);
const values = times.map((_, index) => 50 + index);
const series: ChartSeries = { merged: false, width: 0, times, low: values, mean: values, high: values };
// A plot of 800 pixels shows one hour.
const frame = plotFrame(1072, true);
const range = { from: noon, to: noon + 60 * minute };
const limit = {
  protectionId: 1,
  protectionName: 'Overheating',
  thresholdId: 1,
  thresholdName: 'High',
  level: 250,
  operator: '>',
  value: 100,
  unit: null,
} as const;

const onRange = vi.fn<(action: RangeAction) => void>();
const onCursor = vi.fn<(time: number | null) => void>();
beforeEach(() => {
  onRange.mockReset();
  onCursor.mockReset();
});

async function show(props: { cursor?: number | null; wheelNeedsFocus?: boolean } = {}) {
  render(
    <TimeChart
      label="Chart of Temperature in °C"
      series={series}
      range={range}
      limits={[limit]}
      bands={[{ from: noon, to: noon + minute, color: '#e5393a' }]}
      frame={frame}
      height={400}
      cursor={null}
      onRange={onRange}
      onCursor={onCursor}
      {...props}
    />,
  );
  const chart = await screen.findByRole('application', { name: 'Chart of Temperature in °C' });
  chart.setPointerCapture = () => {};
  return chart;
}
/** Pixels from the left edge, for a number of minutes after noon. */
const x = (minutes: number) => frame.left + (minutes / 60) * 800;

it('has a plot of 800 pixels', () => {
  expect(frame.width - frame.left - frame.right).toBe(800);
});

describe('keys', () => {
  it('move, zoom and reset', async () => {
    const chart = await show();
    for (const key of ['ArrowLeft', '+', '-', '0']) fireEvent.keyDown(chart, { key });
    expect(onRange.mock.calls.map(([action]) => action)).toEqual([
      { type: 'pan', fraction: -0.1 },
      { type: 'zoom', factor: 0.5 },
      { type: 'zoom', factor: 2 },
      { type: 'reset' },
    ]);
  });

  it('read one value after another, and scroll to follow the cursor', async () => {
    const chart = await show({ cursor: noon + 10 * minute });
    fireEvent.keyDown(chart, { key: 'ArrowRight', shiftKey: true });
    expect(onCursor).toHaveBeenLastCalledWith(noon + 11 * minute);
    fireEvent.keyDown(chart, { key: 'Escape' });
    expect(onCursor).toHaveBeenLastCalledWith(null);
    expect(onRange).not.toHaveBeenCalled();
  });

  it('are described for screen readers', async () => {
    const chart = await show();
    const help = document.getElementById(chart.getAttribute('aria-describedby') ?? '');
    expect(help?.textContent).toContain('plus and minus zoom');
    expect(chart.tabIndex).toBe(0);
  });
});

describe('mouse', () => {
  const at = (minutes: number, more = {}) => ({
    clientX: x(minutes),
    clientY: 100,
    button: 0,
    pointerId: 1,
    ...more,
  });

  it('shows the value under the pointer, and none after it leaves', async () => {
    const chart = await show();
    fireEvent.pointerMove(chart, at(30));
    expect(onCursor).toHaveBeenLastCalledWith(noon + 30 * minute);
    fireEvent.pointerLeave(chart, { pointerType: 'mouse' });
    expect(onCursor).toHaveBeenLastCalledWith(null);
  });

  it('zooms to the range selected by a drag', async () => {
    const chart = await show();
    fireEvent.pointerDown(chart, at(15));
    fireEvent.pointerMove(chart, at(30));
    fireEvent.pointerUp(chart, at(45));
    expect(onRange.mock.calls).toEqual([
      [{ type: 'select', from: noon + 15 * minute, to: noon + 45 * minute }],
    ]);
  });

  it('treats a very short drag as a click', async () => {
    const chart = await show();
    fireEvent.pointerDown(chart, at(15));
    fireEvent.pointerUp(chart, { ...at(15), clientX: x(15) + 3 });
    expect(onRange).not.toHaveBeenCalled();
  });

  it('pans with Shift', async () => {
    const chart = await show();
    fireEvent.pointerDown(chart, at(30, { shiftKey: true }));
    fireEvent.pointerMove(chart, at(15));
    expect(onRange.mock.calls).toEqual([[{ type: 'pan', fraction: 0.25 }]]);
  });

  it('zooms with the wheel around the pointer, and resets on double click', async () => {
    const chart = await show();
    fireEvent.wheel(chart, { deltaY: -100, clientX: x(15) });
    const [action] = onRange.mock.calls[0]!;
    expect(action).toMatchObject({ type: 'zoom', at: noon + 15 * minute });
    expect(action.type === 'zoom' && action.factor).toBeCloseTo(1.0018 ** -100, 10);
    fireEvent.doubleClick(chart);
    expect(onRange).toHaveBeenLastCalledWith({ type: 'reset' });
  });

  it('leaves the wheel to the page until the chart has focus, if configured', async () => {
    const chart = await show({ wheelNeedsFocus: true });
    fireEvent.wheel(chart, { deltaY: -100, clientX: x(15) });
    expect(onRange).not.toHaveBeenCalled();
    chart.focus();
    fireEvent.wheel(chart, { deltaY: -100, clientX: x(15) });
    expect(onRange).toHaveBeenCalledOnce();
  });

  it('pans with one finger and zooms with two', async () => {
    const chart = await show();
    const finger = (pointerId: number, minutes: number) => at(minutes, { pointerId, pointerType: 'touch' });
    fireEvent.pointerDown(chart, finger(1, 15));
    fireEvent.pointerMove(chart, finger(1, 30));
    expect(onRange).toHaveBeenLastCalledWith({ type: 'pan', fraction: -0.25 });
    fireEvent.pointerDown(chart, finger(2, 45));
    fireEvent.pointerMove(chart, finger(2, 60));
    expect(onRange).toHaveBeenLastCalledWith({ type: 'zoom', factor: 0.5, at: noon + 45 * minute });
  });
});

describe('drawing', () => {
  it('includes the signal, its limit and band, and a label at the end of the line', async () => {
    await show();
    expect(screen.getByTitle('Overheating: High > 100')).toBeTruthy();
    const option = drawn.option as { series: { type: string; data: unknown[]; markLine?: object }[] };
    expect(option.series.map(({ type }) => type)).toEqual(['custom', 'line', 'scatter']);
    const line = option.series[1]!;
    expect(line.data[0]).toEqual([noon, 50]);
    expect(line.markLine).toMatchObject({ data: [{ yAxis: 100 }] });
  });
});
