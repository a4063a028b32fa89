import useMediaQuery from '@mui/material/useMediaQuery';

/** Usage hint of a chart for the current pointer type. */
export const useChartHint = (): string =>
  useMediaQuery('(pointer: coarse)')
    ? 'Touch to read values, drag to move, pinch to zoom.'
    : 'Point to read values, drag or turn the wheel to zoom.';
