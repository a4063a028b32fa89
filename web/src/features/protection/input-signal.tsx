import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Excursion, ProtectionSummary } from '@twinward/contracts/protections/protection';
import { type ReactNode, useMemo } from 'react';
import { explorePath } from '../../shared/address/paths.ts';
import { convertLimits } from '../../shared/units/display-unit.ts';
import { useShownPoints } from '../../shared/units/use-shown-points.ts';
import { excursionBands } from '../../ui/chart/bands.ts';
import { CursorReadout } from '../../ui/chart/cursor-readout.tsx';
import { limitsFor } from '../../ui/chart/limits.ts';
import { PointsView } from '../../ui/chart/points-view.tsx';
import { emptySeries } from '../../ui/chart/series.ts';
import { TextLink } from '../../ui/page/text-link.tsx';
import type { PanelProps } from './panel-props.ts';

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
}: PanelProps & { input: ProtectionSummary['inputs'][number]; excursions: readonly Excursion[] }): ReactNode {
  const { points, unit: shown } = useShownPoints(input.tagId, input.unit, range, frame);
  const limits = useMemo(
    () => convertLimits(limitsFor(protection, input.tagId), shown),
    [protection, input.tagId, shown],
  );
  const bands = useMemo(() => excursionBands(excursions, extent.to), [excursions, extent.to]);
  const series = points.data ?? emptySeries;
  const unit = shown.text;
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
      <PointsView
        name={input.alias}
        unit={unit}
        points={points}
        view={view}
        range={range}
        limits={limits}
        bands={bands}
        frame={frame}
        height={chartHeight}
        cursor={cursor}
        wheelNeedsFocus
        onCursor={onCursor}
        onRange={dispatch}
      />
    </Box>
  );
}
