import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ProtectionDefinition } from '@twinward/contracts/protections/protection';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { inputsOf } from '@twinward/domain/evaluation';
import { findKnownEvents, type KnownEvent } from '@twinward/domain/score/known-events';
import { type ReactNode, useMemo, useState } from 'react';
import { convertLimits } from '../../../shared/units/display-unit.ts';
import { useShownPoints } from '../../../shared/units/use-shown-points.ts';
import { excursionBands } from '../../../ui/chart/bands.ts';
import { CursorLine } from '../../../ui/chart/cursor-line.tsx';
import { Lane } from '../../../ui/chart/lane.tsx';
import { limitsFor } from '../../../ui/chart/limits.ts';
import { type PlotFrame, plotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { RangeBar } from '../../../ui/chart/range-bar.tsx';
import { SignalChart } from '../../../ui/chart/signal-chart.tsx';
import { type ChartRange, useChartRange } from '../../../ui/chart/use-chart-range.ts';
import { useElementWidth } from '../../../ui/chart/use-element-width.ts';
import { type ChartView, useChartView, ViewSwitch } from '../../../ui/chart/view-switch.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/feedback/states.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { LevelBars } from '../../../ui/format/level-chip.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useKnownHistory } from '../api/score.ts';
import { eventLane } from '../event-lane.ts';
import { MomentArea } from '../moment-area.tsx';
import { useExplanation } from '../use-explanation.ts';
import { ExplanationView } from './explanation.tsx';
import { covers, levelAt, levelLane, type PreviewLane, previewLanes, spansOf } from './preview-lanes.ts';
import { PreviewScore } from './preview-score.tsx';
import { type Preview, usePreview } from './use-preview.ts';

const month = { kind: 'preset', preset: 'month' } as const;
const chartHeight = 160;
const signalsAtMost = 4;

interface PanelProps {
  twinId: number;
  definition: ProtectionDefinition;
  /** As it was saved last; null while it is new. */
  saved: ProtectionDefinition | null;
  /** What it protects against: the record counts their failures. */
  failureModeIds: readonly number[];
  aliases: readonly TagAlias[];
  startDate: string | null;
  /** The plant's. */
  timeZone: string;
  /** From the oldest to the latest data of the twin's inputs. */
  extent: Range;
}

/** What a protection would have found as it stands in the editor, over the signals that it reads. */
export function PreviewPanel({
  twinId,
  definition,
  saved,
  failureModeIds,
  aliases,
  startDate,
  timeZone,
  extent,
}: PanelProps): ReactNode {
  const [measure, width] = useElementWidth();
  const [view, setView] = useChartView();
  const chartRange = useChartRange(extent, month);
  const { range } = chartRange;
  const preview = usePreview({ twinId, definition, saved, aliases, startDate, timeZone, range });
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
          <Drawing
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

/** What several ranges have in common. */
const shared = (...ranges: readonly Range[]): Range => ({
  from: Math.max(...ranges.map(({ from }) => from)),
  to: Math.min(...ranges.map(({ to }) => to)),
});

function Obstacle({ obstacle, isEmpty }: { obstacle: Preview['obstacle']; isEmpty: boolean }): ReactNode {
  switch (obstacle?.kind) {
    case undefined:
      return null;
    case 'working':
      return isEmpty ? <LoadingRows rows={6} /> : null;
    case 'no-thresholds':
      return <EmptyState title="Add a threshold to see when it would have been exceeded." />;
    case 'no-points':
      return <Note>The inputs have no points in this range.</Note>;
    case 'unmapped':
      return <Note>Mapped to no tag: {obstacle.names.map((name) => `[${name}]`).join(', ')}.</Note>;
    case 'errors': {
      const ofLogic = obstacle.count - obstacle.messages.length;
      const texts = [
        ...obstacle.messages,
        ...(ofLogic === 0
          ? []
          : [`${ofLogic === 1 ? 'There is an error' : `There are ${ofLogic} errors`} in the logic.`]),
        ...(isEmpty ? [] : ['What is shown is of before.']),
      ];
      return <Note>{texts.join(' ')}</Note>;
    }
    case 'failed':
      return (
        <ErrorState
          error={obstacle.error}
          fallback="The preview could not be calculated."
          {...(obstacle.retry === undefined ? {} : { onRetry: obstacle.retry })}
        />
      );
  }
}

const Note = ({ children }: { children: ReactNode }): ReactNode => (
  <Alert severity="info" variant="outlined" role="status" sx={{ my: 2 }}>
    {children}
  </Alert>
);

const noEvents: never[] = [];

function Drawing({
  preview,
  events,
  aliases,
  latest,
  chartRange,
  view,
  frame,
}: {
  preview: Preview;
  events: readonly KnownEvent[];
  aliases: readonly TagAlias[];
  latest: number;
  chartRange: ChartRange;
  view: ChartView;
  frame: PlotFrame;
}): ReactNode {
  const [cursor, setCursor] = useState<number | null>(null);
  const result = preview.result!;
  const { saved, obstacle } = preview;
  const { range } = chartRange;
  const lanes = useMemo(() => previewLanes(result, saved, range, latest), [result, saved, range, latest]);
  const known = useMemo(() => eventLane(events), [events]);
  const levels = useMemo(() => levelLane(result, latest), [result, latest]);
  const bands = useMemo(() => excursionBands(spansOf(result, latest)), [result, latest]);
  const inputs = useMemo(
    () =>
      inputsOf(result.definition, aliases).filter(
        ({ type, mappedTagId }) => type === 'data_point' && mappedTagId !== null,
      ),
    [result, aliases],
  );
  const isOld = obstacle?.kind === 'errors' || obstacle?.kind === 'unmapped';
  const { explained, failure, ask, close } = useExplanation(preview.explain);
  const at = explained === null ? null : levelAt(result, explained.time);
  return (
    <>
      <MomentArea
        range={range}
        frame={frame}
        cursor={cursor}
        onAsk={view === 'table' ? null : ask}
        // Texts stay as they are: they must be read.
        sx={{ pt: 2, ...(isOld ? { '& svg, & canvas': { opacity: 0.5 } } : {}) }}
      >
        {inputs.slice(0, signalsAtMost).map((input) => (
          <Signal
            key={input.id}
            input={input}
            result={result}
            bands={bands}
            chartRange={chartRange}
            view={view}
            frame={frame}
            cursor={cursor}
            onCursor={setCursor}
          />
        ))}
        <Box sx={{ position: 'relative' }}>
          {known.length === 0 ? null : (
            <Lane
              caption={<span>Known events</span>}
              label={`Known events: ${formatCount(events.length)}`}
              groups={known}
              range={range}
              frame={frame}
            />
          )}
          {lanes.map((lane) => (
            <LanePair key={lane.key} lane={lane} range={range} frame={frame} />
          ))}
          <Lane
            caption={<span>Level</span>}
            label={
              !covers(result, range)
                ? 'Level: not calculated for all of this range'
                : levels.length === 0
                  ? 'Level: 0 throughout'
                  : 'Level over time, in the colours of the levels'
            }
            groups={levels}
            range={range}
            frame={frame}
          />
          <CursorLine cursor={cursor} range={range} frame={frame} />
        </Box>
      </MomentArea>
      <Typography variant="body2" sx={{ pt: 2, color: 'text.secondary' }}>
        Over {formatCount(preview.count ?? 0)} points{preview.isByServer ? ', evaluated by the server' : ''}.
        A click on a moment, or Enter on a chart, tells why.
        {result.findings.truncated ? ' Only the latest 5,000 excursions and changes of level are drawn.' : ''}
      </Typography>
      {failure === null ? null : <ErrorState error={failure} fallback="The moment could not be explained." />}
      {explained === null ? null : (
        <ExplanationView
          key={explained.time}
          time={explained.time}
          level={at?.level ?? null}
          driving={at?.driving ?? null}
          thresholds={result.definition.thresholds}
          explained={explained.thresholds}
          inputs={aliases.map(({ name, mappedTagUnit }) => ({ alias: name, unit: mappedTagUnit }))}
          onClose={close}
        />
      )}
    </>
  );
}

function LanePair({ lane, range, frame }: { lane: PreviewLane; range: Range; frame: PlotFrame }): ReactNode {
  return (
    <>
      <Lane
        caption={
          <>
            <LevelBars level={lane.level} />
            <span>{lane.name}</span>
            <Box component="span" sx={{ color: 'text.secondary', ml: 'auto', textAlign: 'right' }}>
              {lane.summary}
              {lane.saved === null || lane.saved.summary === lane.summary
                ? ''
                : `; saved: ${lane.saved.summary}`}
            </Box>
          </>
        }
        label={`${lane.name}: ${lane.summary}`}
        groups={lane.groups}
        range={range}
        frame={frame}
      />
      {lane.saved === null ? null : (
        <Box sx={{ mt: -1, opacity: 0.7 }}>
          <Lane
            caption={null}
            label={`${lane.name} as saved: ${lane.saved.summary}`}
            groups={lane.saved.groups}
            range={range}
            frame={frame}
          />
        </Box>
      )}
    </>
  );
}

function Signal({
  input,
  result,
  bands,
  chartRange,
  view,
  frame,
  cursor,
  onCursor,
}: {
  input: TagAlias;
  result: NonNullable<Preview['result']>;
  bands: ReturnType<typeof excursionBands>;
  chartRange: ChartRange;
  view: ChartView;
  frame: PlotFrame;
  cursor: number | null;
  onCursor(time: number | null): void;
}): ReactNode {
  const tagId = input.mappedTagId!;
  const { points, unit } = useShownPoints(tagId, input.mappedTagUnit, chartRange.range, frame);
  const limits = useMemo(
    () =>
      convertLimits(
        limitsFor(
          {
            id: 0,
            name: '',
            inputs: [{ alias: input.name, tagId }],
            thresholds: result.definition.thresholds.map((threshold, id) => ({ ...threshold, id })),
          },
          tagId,
        ),
        unit,
      ),
    [input.name, tagId, result.definition, unit],
  );
  return (
    <SignalChart
      title={
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {input.name}
        </Typography>
      }
      tagName={input.mappedTagName ?? ''}
      name={input.name}
      unit={unit.text}
      points={points}
      view={view}
      chartRange={chartRange}
      limits={limits}
      bands={bands}
      frame={frame}
      height={chartHeight}
      cursor={cursor}
      onCursor={onCursor}
    />
  );
}
