import Box from '@mui/material/Box';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import { findInputs } from '@twinward/domain/evaluation';
import type { KnownEvent } from '@twinward/domain/score/known-events';
import { type ReactNode, useMemo, useState } from 'react';
import { AnswerLane } from '../../../shared/patterns/answer-lane.tsx';
import { AnswerWhy } from '../../../shared/patterns/answer-why.tsx';
import type { TwinInput } from '../../../shared/protection/draft.ts';
import { inputUnit } from '../../../shared/units/input-unit.ts';
import { excursionBands } from '../../../ui/chart/bands.ts';
import { CursorLine } from '../../../ui/chart/cursor-line.tsx';
import { Lane } from '../../../ui/chart/lane.tsx';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import type { ChartRange } from '../../../ui/chart/use-chart-range.ts';
import type { ChartView } from '../../../ui/chart/view-switch.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { LevelBars } from '../../../ui/format/level-chip.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { eventLane } from '../event-lane.ts';
import { levelWords, toLevelSpans } from '../lanes.ts';
import { MomentArea } from '../moment-area.tsx';
import { useExplanation } from '../use-explanation.ts';
import { ExplanationView } from './explanation.tsx';
import {
  answerSpans,
  covers,
  levelAt,
  levelLane,
  listExcursionSpans,
  type PreviewLane,
  previewLanes,
} from './preview-lanes.ts';
import { PreviewSignal } from './preview-signal.tsx';
import type { Preview } from './use-preview.ts';

const signalsAtMost = 4;

/** The signals, excursions and levels of a preview over time. */
export function PreviewDrawing({
  preview,
  indicatorId,
  patterns,
  events,
  aliases,
  latest,
  chartRange,
  view,
  frame,
}: {
  preview: Preview;
  indicatorId: number | undefined;
  patterns: readonly PatternOfSet[];
  events: readonly KnownEvent[];
  aliases: readonly TwinInput[];
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
  const levelText = covers(result, range)
    ? levelWords(
        toLevelSpans(result.findings.levels, latest).filter(
          ({ start, end }) => start < range.to && end > range.from,
        ),
      )
    : 'only partly calculated in this range';
  const answers = useMemo(() => answerSpans(result, patterns, latest), [result, patterns, latest]);
  const bands = useMemo(() => excursionBands(listExcursionSpans(result, latest)), [result, latest]);
  const inputs = useMemo(
    () =>
      findInputs(result.definition, aliases).filter(
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
        // Only charts are dimmed; text must stay readable.
        sx={{ pt: 2, ...(isOld ? { '& svg, & canvas': { opacity: 0.5 } } : {}) }}
      >
        {inputs.slice(0, signalsAtMost).map((input) => (
          <PreviewSignal
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
          {result.findings.answers.length === 0 ? null : (
            <AnswerLane
              patterns={patterns}
              spans={answers}
              isPartial={!covers(result, range)}
              range={range}
              frame={frame}
            />
          )}
          {lanes.map((lane) => (
            <LanePair key={lane.key} lane={lane} range={range} frame={frame} />
          ))}
          <Lane
            caption={
              <>
                <span>Level</span>
                <Box component="span" sx={{ color: 'text.secondary', ml: 'auto', textAlign: 'right' }}>
                  {levelText}
                </Box>
              </>
            }
            label={`Level over time: ${levelText}`}
            groups={levels}
            range={range}
            frame={frame}
          />
          <CursorLine cursor={cursor} range={range} frame={frame} />
        </Box>
      </MomentArea>
      <Muted sx={{ pt: 2 }}>
        Over {formatCount(preview.count ?? 0)} points{preview.isByServer ? ', evaluated by the server' : ''}.
        Click a moment, or press Enter on a chart, to see why.
        {result.findings.truncated
          ? ' Only the latest 5,000 excursions, level changes and answer changes are drawn.'
          : ''}
      </Muted>
      <ErrorState error={failure} fallback="The moment could not be explained." />
      {explained === null ? null : (
        <ExplanationView
          key={explained.time}
          time={explained.time}
          level={at?.level ?? null}
          driving={at?.driving ?? null}
          thresholds={result.definition.thresholds}
          explained={explained.thresholds}
          inputs={aliases.map((alias) => ({ alias: alias.name, unit: inputUnit(alias) }))}
          onClose={close}
        />
      )}
      {explained === null || indicatorId === undefined || result.findings.answers.length === 0 ? null : (
        <AnswerWhy
          key={`answer ${explained.time}`}
          protectionId={indicatorId}
          patterns={patterns}
          time={explained.time}
        />
      )}
    </>
  );
}

/** The excursions of a threshold, above those of the saved logic. */
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
