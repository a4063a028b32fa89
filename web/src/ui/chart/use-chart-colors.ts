import { useTheme } from '@mui/material/styles';
import { type ChartColors, chartColors } from '@twinward/domain/dashboards/color-themes';

/** The colors of a chart theme, 1 to 5, in the current color scheme. */
export const useChartColors = (theme: number): ChartColors => chartColors(theme, useTheme().palette.mode);
