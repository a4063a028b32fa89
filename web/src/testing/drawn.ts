import type { ChartOption } from '../ui/chart/chart-option.ts';
import type { MarksOption } from '../ui/chart/marks-canvas.tsx';

/** The options of the last drawn chart. */
export const drawn: { option: ChartOption | null } = { option: null };

/** The options of the last drawn chart with marks, and its click handler. */
export const drawnMarks: {
  option: MarksOption;
  click: (seriesType: string, data: unknown) => void;
} = { option: {}, click: () => {} };
