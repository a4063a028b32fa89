import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Slider from '@mui/material/Slider';
import Stack from '@mui/material/Stack';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { Twin } from '@twinward/contracts/twins/twin';
import type { RuleShape } from '@twinward/domain/score/suggest-rules';
import { unitText } from '@twinward/domain/unit-text';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { protectionEditPath } from '../../../shared/address/paths.ts';
import { draftProblems, type TwinInput, toBody } from '../../../shared/protection/draft.ts';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { inputUnit } from '../../../shared/units/input-unit.ts';
import { plotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { RangeBar } from '../../../ui/chart/range-bar.tsx';
import { BrushArea } from '../../../ui/chart/ranges/brush-area.tsx';
import { roundRange } from '../../../ui/chart/ranges/edit-range.ts';
import { RangeBands } from '../../../ui/chart/ranges/range-bands.tsx';
import { useChartRange } from '../../../ui/chart/use-chart-range.ts';
import { useElementWidth } from '../../../ui/chart/use-element-width.ts';
import { useChartView, ViewSwitch } from '../../../ui/chart/view-switch.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/feedback/states.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx';
import { formatNumber } from '../../../ui/format/format.ts';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useMarks } from '../api/score.ts';
import { useWriteProtection } from '../api/write-protection.ts';
import { type DragMode, dragModes } from '../drag-modes.ts';
import { Obstacle } from '../preview/obstacle.tsx';
import { PreviewDrawing } from '../preview/preview-drawing.tsx';
import { MarkedRanges } from '../simulation/marked-ranges.tsx';
import { CandidatesTable } from './candidates-table.tsx';
import { type Candidate, draftOfRule, useSuggestion } from './use-suggestion.ts';

const wholeLife = { kind: 'preset', preset: 'all' } as const;
const firstLevel = 500;

/** The steps of a suggestion: mark bad ranges on a signal, choose one of three rules, adjust its limit, save it. */
export function Suggestion({
  twin,
  input,
  aliases,
  extent,
  timeZone,
}: {
  twin: Twin;
  input: TwinInput;
  aliases: readonly TwinInput[];
  extent: Range;
  timeZone: string;
}): ReactNode {
  const mayWrite = useAccess('write:protection');
  const chartRange = useChartRange(extent, wholeLife);
  const { range, dispatch } = chartRange;
  const [level, setLevel] = useState<number | null>(firstLevel);
  const suggestion = useSuggestion({ twin, input, aliases, extent, range, timeZone, level });
  const { history, known, candidates } = suggestion;
  const [shape, setShape] = useState<RuleShape>('value');
  const chosen = candidates.find(({ rule }) => rule.shape === shape);
  const [measure, width] = useElementWidth();
  const frame = useMemo(() => plotFrame(width, false), [width]);
  const [view, setView] = useChartView();
  const [mode, setMode] = useState<DragMode>(mayWrite ? 'mark' : 'zoom');
  const { mark } = useMarks(twin.id);
  const color = useTheme().palette.error.main;
  const marks = (history?.ranges ?? []).map(({ id, start, end, note }) => ({
    key: String(id),
    from: Date.parse(start),
    to: Date.parse(end),
    color,
    name: note || 'Bad',
    label: note || 'Marked as bad',
  }));
  const brush = (marked: Range) => {
    const { from, to } = roundRange(marked, range);
    mark.mutate({ start: from, end: to });
  };

  return (
    <Box ref={measure} sx={{ minWidth: 0, pt: 3 }}>
      <Muted sx={{ pb: 2 }}>
        {known === undefined || known.events.length === 0
          ? 'No failures are known. Drag over the chart where something was wrong; the rules are then fitted to these ranges.'
          : `Rules are fitted to ${known.events.length === 1 ? 'one known event' : `${known.events.length} known events`} (completed corrective work and marked ranges). Drag over the chart to mark more.`}
      </Muted>
      <ErrorState error={suggestion.error} fallback="The points could not be loaded." />
      <ErrorState error={mark.error} fallback="The range could not be marked." />
      <RangeBar {...chartRange}>
        <Stack direction="row" sx={{ ml: { sm: 'auto' }, columnGap: 3, rowGap: 1, flexWrap: 'wrap' }}>
          {mayWrite && view === 'chart' ? (
            <SegmentedControl label="Drag mode" value={mode} segments={dragModes} onChange={setMode} />
          ) : null}
          <ViewSwitch view={view} onView={setView} />
        </Stack>
      </RangeBar>
      {suggestion.isTooMany ? (
        <EmptyState title="Too many points to suggest from." hint="Please choose a shorter range." />
      ) : null}
      {chosen === undefined ? (
        suggestion.isTooMany || suggestion.error ? null : (
          <LoadingRows rows={6} />
        )
      ) : (
        <>
          <Obstacle obstacle={chosen.preview.obstacle} isEmpty={chosen.preview.result === null} />
          {chosen.preview.result === null || width === 0 ? null : (
            <BrushArea
              label="Signal and marked ranges"
              range={range}
              frame={frame}
              onRange={dispatch}
              onCursor={noCursor}
              onBrush={mode === 'mark' && view === 'chart' ? brush : null}
              overlay={
                view === 'table' ? null : (
                  <RangeBands
                    ranges={marks}
                    range={range}
                    frame={frame}
                    selected={null}
                    readOnly
                    onSelect={noCursor}
                    onChange={noCursor}
                    onRemove={noCursor}
                  />
                )
              }
            >
              <PreviewDrawing
                indicatorId={undefined}
                patterns={[]}
                preview={chosen.preview}
                events={known?.events ?? []}
                aliases={aliases}
                latest={extent.to}
                chartRange={chartRange}
                view={view}
                frame={frame}
              />
            </BrushArea>
          )}
          <Section title="Rules">
            <CandidatesTable candidates={candidates} shape={shape} onShape={setShape} />
          </Section>
          <Limit candidate={chosen} input={input} onLimit={(limit) => suggestion.setLimit(shape, limit)} />
          {mayWrite ? (
            <SaveRule
              key={`${shape} ${chosen.rule.direction}`}
              twinId={twin.id}
              input={input}
              candidate={chosen}
              level={level}
              onLevel={setLevel}
            />
          ) : null}
        </>
      )}
      <Box sx={{ pt: 6 }}>
        <MarkedRanges twinId={twin.id} range={range} mayWrite={mayWrite} onRange={dispatch} />
      </Box>
    </Box>
  );
}

const noCursor = (): void => {};

/** Edits the limit of the chosen rule. The score is updated while it changes. */
function Limit({
  candidate: { rule },
  input,
  onLimit,
}: {
  candidate: Candidate;
  input: TwinInput;
  onLimit(limit: number): void;
}): ReactNode {
  const unit = unitText(inputUnit(input));
  const text = `${formatNumber(rule.limit)}${unit ? ` ${unit}` : ''}`;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', columnGap: 4, pt: 3, maxWidth: 640 }}>
      <Typography id="limit-label" sx={{ flex: 'none' }}>
        Limit
      </Typography>
      <Slider
        aria-labelledby="limit-label"
        size="small"
        value={rule.limit}
        min={rule.lowest}
        max={rule.highest}
        step={rule.step}
        shiftStep={10 * rule.step}
        getAriaValueText={() => text}
        onChange={(_, value) => onLimit(Number((value as number).toPrecision(12)))}
      />
      <Typography sx={{ flex: 'none', minWidth: 96, textAlign: 'right', fontWeight: 600 }}>{text}</Typography>
    </Stack>
  );
}

const suffixes: Record<RuleShape, Record<'>' | '<', string>> = {
  value: { '>': 'high', '<': 'low' },
  average: { '>': 'high on average', '<': 'low on average' },
  spread: { '>': 'unsteady', '<': 'unsteady' },
};

/** Creates a protection from the rule, and opens it. */
function SaveRule({
  twinId,
  input,
  candidate: { rule, logic },
  level,
  onLevel,
}: {
  twinId: number;
  input: TwinInput;
  candidate: Candidate;
  level: number | null;
  onLevel(level: number | null): void;
}): ReactNode {
  const navigate = useNavigate();
  const write = useWriteProtection(twinId);
  const [name, setName] = useState(`${input.name} ${suffixes[rule.shape][rule.direction]}`.slice(0, 100));
  const [isTried, setIsTried] = useState(false);
  const draft = draftOfRule(twinId, name, logic, level);
  const problems = draftProblems(draft);
  const save = useMutation({
    mutationFn: () => write.create(toBody(draft, null)),
    onSuccess: ({ id }) => void navigate(protectionEditPath(id)),
  });
  return (
    <Box
      component="form"
      noValidate
      aria-label="Save the rule"
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (problems.size === 0) save.mutate();
      }}
      sx={{ pt: 3 }}
    >
      <ErrorState error={save.error} fallback="The protection could not be saved." />
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={3} sx={{ alignItems: { sm: 'flex-start' } }}>
        <Box sx={{ width: { sm: 320 } }}>
          <Field
            label="Name"
            value={name}
            error={isTried ? problems.get('name') : undefined}
            onChange={(event) => setName(event.target.value)}
          />
        </Box>
        <Box sx={{ width: { sm: 140 } }}>
          <NumberField
            label="Level"
            name="level"
            value={level}
            error={isTried ? problems.get('thresholds.0.level') : undefined}
            onChange={onLevel}
            onBlur={noCursor}
          />
        </Box>
        <Button
          type="submit"
          variant="contained"
          loading={save.isPending}
          sx={{ mt: { sm: '26px !important' } }}
        >
          Save as protection
        </Button>
      </Stack>
    </Box>
  );
}
