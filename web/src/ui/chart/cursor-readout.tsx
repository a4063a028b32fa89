import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTimeZone } from '../format/time-zone.ts';
import { readoutText, sampleAt } from './readout.ts';
import type { ChartSeries } from './series.ts';

/** The values at the cursor as text. Screen readers announce it, since the cursor also moves by keyboard. */
export function CursorReadout({
  series,
  cursor,
  unit,
  hint,
}: {
  series: ChartSeries;
  cursor: number | null;
  unit: string | null;
  /** Shown while there is no cursor. */
  hint: string;
}): ReactNode {
  const timeZone = useTimeZone();
  const sample = sampleAt(series, cursor);
  return (
    <Typography
      variant="body2"
      aria-live="polite"
      // Two lines are reserved on a phone, so that the chart does not move while it is touched.
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
