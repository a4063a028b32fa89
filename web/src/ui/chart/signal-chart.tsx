import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ComponentProps, ReactNode } from 'react';
import { Muted } from '../page/muted.tsx';
import { CursorReadout } from './cursor-readout.tsx';
import { PointsView } from './points-view.tsx';
import { emptySeries } from './series.ts';
import type { ChartRange } from './use-chart-range.ts';

/** One of several signals on a shared time axis: its name, its value at the cursor, and its chart or table. */
export function SignalChart({
  title,
  tagName,
  chartRange: { range, dispatch },
  ...points
}: {
  title: ReactNode;
  tagName: string;
  chartRange: ChartRange;
} & Omit<ComponentProps<typeof PointsView>, 'range' | 'onRange' | 'wheelNeedsFocus'>): ReactNode {
  const { view, frame, cursor, unit } = points;
  const measured = unit === null ? tagName : `${tagName}, ${unit}`;
  return (
    <Box sx={{ pt: view === 'table' ? 4 : 1 }}>
      <Stack
        direction="row"
        sx={{ alignItems: 'baseline', flexWrap: 'wrap', columnGap: 3, pl: { sm: `${frame.left}px` } }}
      >
        {title}
        {view === 'chart' ? (
          <CursorReadout
            series={points.points.data ?? emptySeries}
            cursor={cursor}
            unit={unit}
            hint={measured}
          />
        ) : (
          <Muted>{measured}</Muted>
        )}
      </Stack>
      <PointsView {...points} range={range} wheelNeedsFocus onRange={dispatch} />
    </Box>
  );
}
