import type { ChartOption } from '../ui/chart/chart-option.ts';

/** What the chart drawn last was to draw. */
export const drawn: { option: ChartOption | null } = { option: null };
