import Box from '@mui/material/Box';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import type { ProtectionDefinition } from '@twinward/contracts/protections/protection';
import { findKnownEvents } from '@twinward/domain/score/known-events';
import { type ReactNode, useMemo } from 'react';
import type { TwinInput } from '../../../shared/protection/draft.ts';
import { plotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { RangeBar } from '../../../ui/chart/range-bar.tsx';
import { useChartRange } from '../../../ui/chart/use-chart-range.ts';
import { useElementWidth } from '../../../ui/chart/use-element-width.ts';
import { useChartView, ViewSwitch } from '../../../ui/chart/view-switch.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useKnownHistory } from '../api/score.ts';
import { Obstacle } from './obstacle.tsx';
import { PreviewDrawing } from './preview-drawing.tsx';
import { PreviewScore } from './preview-score.tsx';
import { usePreview } from './use-preview.ts';

const month = { kind: 'preset', preset: 'month' } as const;
interface PanelProps {
  twinId: number;
  /** Id of a saved pattern protection; undefined for others. */
  indicatorId: number | undefined;
  patterns: readonly PatternOfSet[];
  definition: ProtectionDefinition;
  /** The saved definition; null for a new protection. */
  saved: ProtectionDefinition | null;
  /** Failure modes of the protection, whose failures are scored. */
  failureModeIds: readonly number[];
  aliases: readonly TwinInput[];
  startDate: string | null;
  outOfServiceAt: string | null;
  /** The time zone of the plant. */
  timeZone: string;
  /** From the oldest to the latest data of the twin's inputs. */
  extent: Range;
}

/** The excursions that the edited protection would have had, with its signals. */
export function PreviewPanel({
  twinId,
  indicatorId,
  patterns,
  definition,
  saved,
  failureModeIds,
  aliases,
  startDate,
  outOfServiceAt,
  timeZone,
  extent,
}: PanelProps): ReactNode {
  const [measure, width] = useElementWidth();
  const [view, setView] = useChartView();
  const chartRange = useChartRange(extent, month);
  const { range } = chartRange;
  const preview = usePreview({
    twinId,
    indicatorId,
    definition,
    saved,
    aliases,
    startDate,
    outOfServiceAt,
    timeZone,
    range,
  });
  const history = useKnownHistory(twinId).data;
  const known = useMemo(() => history && findKnownEvents(history, failureModeIds), [history, failureModeIds]);
  const frame = useMemo(() => plotFrame(width, false), [width]);
  return (
    <Section title="Preview" aside={<ViewSwitch view={view} onView={setView} />}>
      <Box ref={measure} sx={{ minWidth: 0 }}>
        <RangeBar {...chartRange} />
        {preview.result === null || history === undefined || known === undefined ? null : (
          <PreviewScore
            history={history}
            known={known}
            result={preview.result}
            saved={preview.saved}
            observed={shared(range, extent, preview.result.range ?? range)}
            onRange={chartRange.dispatch}
          />
        )}
        <Obstacle obstacle={preview.obstacle} isEmpty={preview.result === null} />
        {preview.result === null || width === 0 ? null : (
          <PreviewDrawing
            indicatorId={indicatorId}
            patterns={patterns}
            preview={preview}
            events={known?.events ?? noEvents}
            aliases={aliases}
            latest={extent.to}
            chartRange={chartRange}
            view={view}
            frame={frame}
          />
        )}
      </Box>
    </Section>
  );
}

/** The intersection of ranges. */
const shared = (...ranges: readonly Range[]): Range => ({
  from: Math.max(...ranges.map(({ from }) => from)),
  to: Math.min(...ranges.map(({ to }) => to)),
});

const noEvents: never[] = [];
