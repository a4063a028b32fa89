import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTimeZone } from '../format/time-zone.ts';
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
      // Room for two lines on a phone, so that the chart does not move under the finger that reads it.
      sx={{
        minHeight: { xs: 39, sm: 20 },
        flexBasis: { xs: '100%', sm: 'auto' },
        color: sample === null ? 'text.secondary' : 'text.primary',
      }}
    >
      {sample === null ? hint : readoutText(sample, series.merged, unit, timeZone)}
    </Typography>
  );
}
