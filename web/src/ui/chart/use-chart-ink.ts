import { alpha, useTheme } from '@mui/material/styles';
import { useMemo } from 'react';
import type { ChartInk } from './chart-option.ts';

/** The chart colours of the current colour scheme. */
export function useChartInk(): ChartInk {
  const { palette, typography } = useTheme();
  return useMemo(
    () => ({
      signal: palette.text.primary,
      spread: alpha(palette.text.primary, palette.mode === 'dark' ? 0.3 : 0.22),
      axis: palette.text.secondary,
      grid: palette.divider,
      text: palette.text.secondary,
      fontFamily: typography.fontFamily ?? 'sans-serif',
      bandOpacity: palette.mode === 'dark' ? 0.24 : 0.18,
    }),
    [palette, typography],
  );
}
