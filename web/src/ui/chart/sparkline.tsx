import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

const width = 96;
const height = 24;
/** Half of the line width, so that the line is not clipped at the edges. */
const margin = 1;

/** A small chart of a signal without axes; null values are gaps. */
export function Sparkline({
  label,
  times,
  values,
}: {
  /** Accessible name. */
  label: string;
  times: readonly number[];
  values: readonly (number | null)[];
}): ReactNode {
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      sx={{ width, height, flex: 'none', color: 'text.secondary', display: { xs: 'none', sm: 'block' } }}
    >
      <path d={sparkPath(times, values)} fill="none" stroke="currentColor" strokeWidth={1.25} />
    </Box>
  );
}

/** The line as an SVG path from edge to edge. A single point is a short dash; a constant is drawn in the middle. */
export function sparkPath(times: readonly number[], values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return '';
  const [from, to] = [times[0]!, times.at(-1)!];
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (time: number) =>
    margin + (to === from ? 0.5 : (time - from) / (to - from)) * (width - 2 * margin);
  const y = (value: number) =>
    margin + (high === low ? 0.5 : (high - value) / (high - low)) * (height - 2 * margin);
  let path = '';
  let isDown = false;
  values.forEach((value, i) => {
    if (value === null) {
      isDown = false;
      return;
    }
    const at = `${x(times[i]!).toFixed(1)} ${y(value).toFixed(1)}`;
    path += isDown ? `L${at}` : `M${at}h1`;
    isDown = true;
  });
  return path;
}
