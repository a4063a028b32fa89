import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTimeZone } from '../time-zone.ts';
import { readoutText, sampleAt } from './readout.ts';
import type { ChartSeries } from './series.ts';

/** What the cursor reads, in text; also read aloud, for the cursor moves by keys too. */
export function CursorReadout({
  series,
  cursor,
  unit,
  hint,
}: {
  series: ChartSeries;
  cursor: number | null;
  unit: string | null;
  /** Shown while nothing is read. */
  hint: string;
}): ReactNode {
  const timeZone = useTimeZone();
  const sample = sampleAt(series, cursor);
  return (
    <Typography
      variant="body2"
      aria-live="polite"
      sx={{ minHeight: 20, color: sample === null ? 'text.secondary' : 'text.primary' }}
    >
      {sample === null ? hint : readoutText(sample, series.merged, unit, timeZone)}
    </Typography>
  );
}
