import useMediaQuery from '@mui/material/useMediaQuery';

/** How a chart is used, by the pointer at hand. */
export const useChartHint = (): string =>
  useMediaQuery('(pointer: coarse)')
    ? 'Touch to read values, drag to move, pinch to zoom.'
    : 'Point to read values, drag or turn the wheel to zoom.';
