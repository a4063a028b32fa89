import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Tag } from '@twinward/contracts/signals/tag';
import { type ReactNode, useMemo, useState } from 'react';
import { useExcursionSpans } from '../../shared/api/queries/use-excursions.ts';
import { toBandSeries, useExpectedValues } from '../../shared/api/queries/use-expected-values.ts';
import { useTwinProtections } from '../../shared/api/queries/use-twin-protections.ts';
import { ExplainedAnswers } from '../../shared/patterns/protection-answers.tsx';
import { ExcursionPages } from '../../shared/twin/excursion-pages.tsx';
import { ExpectedRank } from '../../shared/twin/expected-rank.tsx';
import { convertSeries } from '../../shared/units/display-unit.ts';
import { useDisplayUnit } from '../../shared/units/use-display-unit.ts';
import { useLimits } from '../../shared/units/use-limits.ts';
import { useShownPoints } from '../../shared/units/use-shown-points.ts';
import { excursionBands, levelSpans } from '../../ui/chart/bands.ts';
import { ChartLegend } from '../../ui/chart/chart-legend.tsx';
import { CursorReadout } from '../../ui/chart/cursor-readout.tsx';
import { plotFrame } from '../../ui/chart/plot.ts';
import { PointsView } from '../../ui/chart/points-view.tsx';
import type { Range } from '../../ui/chart/range.ts';
import { emptySeries } from '../../ui/chart/series.ts';
import { useCanvasPicture } from '../../ui/chart/use-canvas-picture.ts';
import { useChartHint } from '../../ui/chart/use-chart-hint.ts';
import { useChartInk } from '../../ui/chart/use-chart-ink.ts';
import type { ChartRange } from '../../ui/chart/use-chart-range.ts';
import { useElementWidth } from '../../ui/chart/use-element-width.ts';
import { useChartView, ViewSwitch } from '../../ui/chart/view-switch.tsx';
import type { Action } from '../../ui/page/actions-menu.tsx';
import { Section } from '../../ui/page/section.tsx';
import { pointsFileName } from './api/download-points.ts';
import { ChartMenu, withUnit } from './explore/chart-menu.tsx';
import { DeviationView } from './explore/deviation-view.tsx';
import { GapList, useGaps } from './tag-feed.tsx';

/** The chart or table of a tag, with the excursions of the protections that use it. */
export function SignalView({
  twinId,
  tag,
  extent,
  actions,
  ...chartRange
}: { twinId: number; tag: Tag; extent: Range; actions: readonly Action[] } & ChartRange): ReactNode {
  const { range, dispatch } = chartRange;
  const [measure, width] = useElementWidth();
  const hint = useChartHint();
  const [cursor, setCursor] = useState<number | null>(null);
  const [view, setView] = useChartView();
  const protections = useTwinProtections(twinId);
  const scope = {
    twinId,
    protectionIds: (protections.data?.records ?? [])
      .filter(({ inputs }) => inputs.some(({ tagId }) => tagId === tag.id))
      .map(({ id }) => id),
  };
  const shown = useDisplayUnit(tag.unit);
  const findLimits = useLimits();
  const limits = useMemo(
    () => findLimits(protections.data?.records ?? [], tag.id, shown),
    [findLimits, protections.data, tag.id, shown],
  );
  const frame = useMemo(() => plotFrame(width, limits.length > 0), [width, limits.length]);
  const { points } = useShownPoints(tag.id, tag.unit, range, frame);
  const excursions = useExcursionSpans(scope, range, frame);
  const bands = useMemo(() => excursionBands(levelSpans(excursions.data ?? [])), [excursions.data]);
  // The first pattern protection that reads the tag and has a model.
  const modelled = (protections.data?.records ?? []).find(
    ({ id, indicatorPattern }) => scope.protectionIds.includes(id) && indicatorPattern?.modelVersion != null,
  );
  const { data: values } = useExpectedValues(modelled?.id ?? null, range, frame);
  const input = values?.inputs.find(({ tagId }) => tagId === tag.id);
  const expected = useMemo(
    () =>
      values && input && input.unit === tag.unit
        ? convertSeries(toBandSeries(values, input), shown)
        : undefined,
    [values, input, tag.unit, shown],
  );
  const gaps = useGaps(tag, range);
  const picture = useCanvasPicture();
  const ink = useChartInk();
  const series = points.data ?? emptySeries;
  const unit = shown.text;

  return (
    <Box ref={measure}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 4, pt: 3, pb: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          {view === 'chart' ? (
            <CursorReadout
              series={series}
              cursor={cursor}
              unit={unit}
              hint={`${unit === null ? '' : `${unit}. `}${hint}`}
            />
          ) : null}
        </Box>
        <ViewSwitch view={view} onView={setView} />
        <ChartMenu
          name={tag.name}
          actions={actions}
          onPicture={
            view === 'table'
              ? null
              : () =>
                  picture.save(
                    {
                      title: tag.name,
                      range,
                      lines: [{ label: withUnit(tag.name, unit), color: ink.signal, dash: 'solid' }],
                    },
                    pointsFileName(tag.name, range),
                  )
          }
        />
      </Stack>
      <div ref={picture.around}>
        <PointsView
          name={tag.name}
          tagId={tag.id}
          unit={unit}
          points={points}
          view={view}
          range={range}
          limits={limits}
          bands={bands}
          gaps={gaps}
          expected={expected}
          frame={frame}
          height={chartHeight}
          cursor={cursor}
          onCursor={setCursor}
          onRange={dispatch}
        />
      </div>
      {view === 'chart' ? (
        <ChartLegend series={series} expected={expected} hasGaps={gaps.length > 0} />
      ) : null}
      <GapList gaps={gaps} />
      {modelled?.indicatorPattern && view === 'chart' ? (
        <ExplainedAnswers
          name={modelled.name}
          protectionId={modelled.id}
          patterns={modelled.indicatorPattern.patterns}
          latest={extent.to}
          range={range}
          frame={frame}
        />
      ) : null}
      {values && input && modelled ? (
        <>
          <DeviationView
            tag={tag}
            values={values}
            input={input}
            chartRange={chartRange}
            view={view}
            frame={frame}
            cursor={cursor}
            onCursor={setCursor}
          />
          <Box sx={{ pt: 5 }}>
            <ExpectedRank twinId={twinId} protection={modelled} values={values} />
          </Box>
        </>
      ) : null}
      <Box sx={{ pt: 5 }}>
        <Section title="Excursions in this range">
          {protections.data === undefined ? null : (
            <ExcursionPages
              scope={scope}
              range={range}
              label={`Excursions of ${tag.name}`}
              withProtection
              onRange={dispatch}
            />
          )}
        </Section>
      </Box>
    </Box>
  );
}

const chartHeight = 420;
