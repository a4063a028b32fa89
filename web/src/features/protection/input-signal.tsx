import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Excursion, Protection } from '@twinward/contracts/protection';
import { type ReactNode, useMemo } from 'react';
import { usePoints } from '../../app/queries/use-points.ts';
import { explorePath } from '../../app/twin-tabs.ts';
import { excursionBands } from '../../ui/chart/bands.ts';
import { ChartTable } from '../../ui/chart/chart-table.tsx';
import { CursorReadout } from '../../ui/chart/cursor-readout.tsx';
import { LimitList } from '../../ui/chart/limit-labels.tsx';
import { limitsFor } from '../../ui/chart/limits.ts';
import { emptySeries } from '../../ui/chart/series.ts';
import { TimeChart } from '../../ui/chart/time-chart.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { unitText } from '../../ui/unit.ts';
import type { PanelProps } from './protection-panel.tsx';

const chartHeight = 180;

/** The signal of one input of a protection, with the limits set for it and the protection's excursions. */
export function InputSignal({
  twinId,
  protection,
  input,
  excursions,
  extent,
  chartRange: { range, dispatch },
  view,
  frame,
  cursor,
  onCursor,
}: PanelProps & { input: Protection['inputs'][number]; excursions: readonly Excursion[] }): ReactNode {
  const points = usePoints(input.tagId, range, frame);
  const limits = useMemo(() => limitsFor(protection, input.tagId), [protection, input.tagId]);
  const bands = useMemo(() => excursionBands(excursions, extent.to), [excursions, extent.to]);
  const series = points.data ?? emptySeries;
  const unit = unitText(input.unit);
  const label = unit === null ? input.alias : `${input.alias} in ${unit}`;
  return (
    <Box sx={{ pt: view === 'table' ? 4 : 1 }}>
      <Stack
        direction="row"
        sx={{ alignItems: 'baseline', flexWrap: 'wrap', columnGap: 3, pl: { sm: `${frame.left}px` } }}
      >
        <TextLink
          to={explorePath(twinId, input.tagId)}
          variant="body2"
          color="inherit"
          sx={{ fontWeight: 600 }}
        >
          {input.alias}
        </TextLink>
        {view === 'chart' ? (
          <CursorReadout
            series={series}
            cursor={cursor}
            unit={unit}
            hint={unit === null ? input.tagName : `${input.tagName}, ${unit}`}
          />
        ) : (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {input.tagName}
          </Typography>
        )}
      </Stack>
      {points.error ? (
        <ErrorState
          error={points.error}
          fallback="The points could not be loaded."
          onRetry={() => void points.refetch()}
        />
      ) : null}
      {view === 'chart' ? (
        <>
          <TimeChart
            label={`Chart of ${label}`}
            series={series}
            range={range}
            limits={limits}
            bands={bands}
            frame={frame}
            height={chartHeight}
            cursor={cursor}
            busy={points.isPlaceholderData}
            wheelNeedsFocus
            onCursor={onCursor}
            onRange={dispatch}
          />
          {frame.hasLabels ? null : <LimitList limits={limits} />}
        </>
      ) : (
        <ChartTable label={`Points of ${label}`} series={series} range={range} unit={unit} />
      )}
    </Box>
  );
}
