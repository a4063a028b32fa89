import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useMemo, useReducer, useState } from 'react';
import { convertSeries } from '../../../shared/units/display-unit.ts';
import { useDisplayUnit } from '../../../shared/units/use-display-unit.ts';
import { ChartLegend } from '../../../ui/chart/chart-legend.tsx';
import { ChartTable } from '../../../ui/chart/chart-table.tsx';
import { CursorReadout } from '../../../ui/chart/cursor-readout.tsx';
import { plotFrame, plotWidth } from '../../../ui/chart/plot.ts';
import {
  type Range,
  type RangeAction,
  type RangeChoice,
  rangeReducer,
  resolveRange,
} from '../../../ui/chart/range.ts';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import { useElementWidth } from '../../../ui/chart/use-element-width.ts';
import { useChartView, ViewSwitch } from '../../../ui/chart/view-switch.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/feedback/states.tsx';
import { formatCount, formatDateTime, formatSpan } from '../../../ui/format/format.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { mergePoints } from './merge-points.ts';
import { month } from './preview-points.ts';
import type { Preview } from './use-preview.ts';

/** The result of the logic over the last month. While the text has errors, the previous result is shown dimmed. */
export function PreviewChart({ preview, unit }: { preview: Preview; unit: string }): ReactNode {
  const [view, setView] = useChartView();
  const { result, obstacle } = preview;
  return (
    <Section title="Result" aside={result === null ? null : <ViewSwitch view={view} onView={setView} />}>
      {result === null ? (
        <Obstacle obstacle={obstacle} isEmpty />
      ) : (
        <Drawing
          key={`${result.range.from} ${result.range.to}`}
          result={result}
          unit={unit.trim() === '' ? null : unit.trim()}
          view={view}
          obstacle={obstacle?.kind === 'working' ? null : obstacle}
        />
      )}
    </Section>
  );
}

function Obstacle({
  obstacle,
  isEmpty = false,
}: {
  obstacle: Preview['obstacle'];
  /** Hides everything else. */
  isEmpty?: boolean;
}): ReactNode {
  switch (obstacle?.kind) {
    case undefined:
      return null;
    case 'working':
      return isEmpty ? <LoadingRows rows={6} /> : null;
    case 'empty':
      return <EmptyState title="Write logic to preview its result over the last month of data." />;
    case 'nothing-named':
      return <EmptyState title="The logic uses no input, so it is never calculated." />;
    case 'no-points':
      return <EmptyState title="The tags in the logic have no points yet." />;
    case 'unmapped':
      return (
        <EmptyState
          title={`Not mapped to a tag: ${obstacle.names.map((name) => `[${name}]`).join(', ')}.`}
          hint="Choose a tag for the input below."
        />
      );
    case 'errors':
      return (
        <Alert severity="error" variant="outlined" sx={{ my: 1 }}>
          {obstacle.messages[0]}
          {obstacle.messages.length > 1 ? ` And ${obstacle.messages.length - 1} more.` : ''}
        </Alert>
      );
    case 'failed':
      return (
        <ErrorState
          error={obstacle.error}
          fallback="The result could not be calculated."
          {...(obstacle.retry === undefined ? {} : { onRetry: obstacle.retry })}
        />
      );
  }
}

const chartHeight = 300;
const wholeSpan: RangeChoice = { kind: 'preset', preset: 'all' };

function Drawing({
  result: { points, range: span },
  unit: code,
  view,
  obstacle,
}: {
  result: NonNullable<Preview['result']>;
  /** UCUM code of the result. */
  unit: string | null;
  view: 'chart' | 'table';
  /** Why the result is outdated. */
  obstacle: Preview['obstacle'];
}): ReactNode {
  const isOld = obstacle !== null;
  const [measure, width] = useElementWidth();
  const [cursor, setCursor] = useState<number | null>(null);
  const [choice, dispatch] = useReducer(
    (current: RangeChoice, action: RangeAction) => rangeReducer(current, action, span),
    wholeSpan,
  );
  const frame = useMemo(() => plotFrame(width, false), [width]);
  const range = useMemo(() => resolveRange(choice, span), [choice, span]);
  const shown = useDisplayUnit(code);
  const unit = shown.text;
  const series = useMemo(
    () => convertSeries(mergePoints(points, span, Math.max(400, plotWidth(frame))), shown),
    [points, span, frame, shown],
  );
  return (
    <Box
      ref={measure}
      aria-label={isOld ? 'Result of the last valid logic' : 'Result of the logic'}
      role="group"
    >
      <Covered span={span} count={points.length} />
      {view === 'table' ? (
        <>
          <Obstacle obstacle={obstacle} />
          <ChartTable label="Result values" series={series} range={range} unit={unit} />
        </>
      ) : (
        <>
          <CursorReadout
            series={series}
            cursor={cursor}
            unit={unit}
            hint={
              unit === null
                ? 'Point at the chart to read values.'
                : `${unit}. Point at the chart to read values.`
            }
          />
          <Box sx={{ position: 'relative' }}>
            <Box
              sx={{
                position: 'absolute',
                inset: '8px 8px auto 80px',
                zIndex: 1,
                '& > *': { bgcolor: 'background.paper' },
              }}
            >
              <Obstacle obstacle={obstacle} />
            </Box>
            <Box sx={{ opacity: isOld ? 0.4 : 1, transition: 'opacity 150ms' }}>
              <TimeChart
                label={unit === null ? 'Chart of the result' : `Chart of the result in ${unit}`}
                series={series}
                range={range}
                limits={none}
                bands={none}
                frame={frame}
                height={chartHeight}
                cursor={cursor}
                wheelNeedsFocus
                onCursor={setCursor}
                onRange={dispatch}
              />
            </Box>
          </Box>
          <ChartLegend series={series} />
        </>
      )}
    </Box>
  );
}

const none: readonly never[] = [];

/** Shows the time range of the result, and its number of values. */
function Covered({ span, count }: { span: Range; count: number }): ReactNode {
  const timeZone = useTimeZone();
  const length = span.to - span.from;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 4 }}>
      <Muted>
        {`${formatSpan(length)} up to ${formatDateTime(span.to, timeZone)}`}
        {length < month ? '; a whole month has too many points.' : ''}
      </Muted>
      <Typography variant="body2" role="status">
        {count === 0 ? 'No values in this period' : `${formatCount(count)} value${count === 1 ? '' : 's'}`}
      </Typography>
    </Stack>
  );
}
