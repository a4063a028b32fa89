import type { ChartOption } from '../ui/chart/chart-option.ts';
import type { MarksOption } from '../ui/chart/marks-canvas.tsx';

/** What the chart drawn last was to draw. */
export const drawn: { option: ChartOption | null } = { option: null };

/** The chart with marks that was drawn last, and its click handler. */
export const drawnMarks: {
  option: MarksOption;
  click: (seriesType: string, data: unknown) => void;
} = { option: {}, click: () => {} };
