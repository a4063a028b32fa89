import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Tag } from '@twinward/contracts/signals/tag';
import { type ReactNode, useMemo, useState } from 'react';
import { useSeveralPoints } from '../../../shared/api/queries/use-points.ts';
import { useTag } from '../../../shared/api/queries/use-tag.ts';
import { useTwinProtections } from '../../../shared/api/queries/use-twin-protections.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import { ExplainedAnswers } from '../../../shared/patterns/protection-answers.tsx';
import { useDisplayUnits } from '../../../shared/units/use-display-unit.ts';
import { LimitList } from '../../../ui/chart/limit-labels.tsx';
import type { Range } from '../../../ui/chart/range.ts';
import { lineKey, listUnits, mostAxes, severalFrame } from '../../../ui/chart/several/axes.ts';
import { severalCsv } from '../../../ui/chart/several/rows.ts';
import { SeveralChart } from '../../../ui/chart/several/several-chart.tsx';
import { useCanvasPicture } from '../../../ui/chart/use-canvas-picture.ts';
import type { ChartRange } from '../../../ui/chart/use-chart-range.ts';
import { useElementWidth } from '../../../ui/chart/use-element-width.ts';
import { useChartView, ViewSwitch } from '../../../ui/chart/view-switch.tsx';
import { QueryError } from '../../../ui/feedback/loaded.tsx';
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx';
import type { Action } from '../../../ui/page/actions-menu.tsx';
import { pointsFileName } from '../api/download-points.ts';
import { ChartMenu, withUnit } from './chart-menu.tsx';
import { EventLanes } from './event-lanes.tsx';
import type { useExplored } from './explored-tags.ts';
import { LineList } from './line-list.tsx';
import { SeveralTable } from './several-table.tsx';
import { useComparedLines } from './use-compared-lines.ts';
import { useEventSources } from './use-event-sources.ts';
import { useLines } from './use-lines.ts';

/** Several tags on one chart, in lanes or in one table, with event lanes below. The first tag is the page's own. */
export function SeveralView({
  twinId,
  tags,
  extent,
  explored,
  actions,
  range,
  dispatch,
}: {
  twinId: number;
  tags: readonly Tag[];
  extent: Range;
  explored: ReturnType<typeof useExplored>;
  actions: readonly Action[];
} & ChartRange): ReactNode {
  const [measure, width] = useElementWidth();
  const [view, setView] = useChartView();
  const picture = useCanvasPicture();
  const [cursor, setCursor] = useState<number | null>(null);
  const { hidden, rising, layout, comparison } = explored;
  const toDisplayUnit = useDisplayUnits();
  const isInLanes = layout === 'lanes';
  const sisterId = comparison?.with === 'tag' ? comparison.tagId : null;
  const sister = useTag(sisterId ?? 0, sisterId !== null);
  const drawn = sister.data === undefined ? tags : [...tags, sister.data];
  const axes = isInLanes ? 1 : listUnits(drawn.map((tag) => ({ unit: toDisplayUnit(tag.unit).text }))).length;
  const frame = useMemo(() => severalFrame(width, Math.min(mostAxes, axes)), [width, axes]);
  const points = useSeveralPoints(
    tags.map(({ id }) => id),
    range,
    frame,
  );
  const protections = useTwinProtections(twinId);
  const own = useLines(tags, points, rising, protections.data?.records ?? none);
  const { lines, points: compared } = useComparedLines(
    own,
    tags,
    { comparison, sister: sister.data, rising },
    range,
    frame,
  );
  const shown = useMemo(
    () => lines.filter(({ id, compared }) => !hidden.includes(compared?.of ?? id)),
    [lines, hidden],
  );
  const sources = useEventSources(twinId, protections.data?.records ?? none, range, frame);
  const failed = [...points, ...compared, sister].find(({ error }) => error !== null);
  const left = isInLanes ? none : listUnits(lines).slice(mostAxes);
  const names = tags.map(({ name }) => name).join(', ');
  const fileName = pointsFileName(tags[0]!.name, range);
  const saveTable = () => void saveFile(new Response(severalCsv(shown, range)), `${fileName}.csv`);
  const savePicture = () =>
    picture.save(
      {
        title: names,
        range,
        lines: shown.map(({ name, unit, color, dash }) => ({ label: withUnit(name, unit), color, dash })),
      },
      fileName,
    );
  return (
    <Box ref={measure}>
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 4, pt: 3, pb: 1, flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
          <LineList
            lines={lines}
            range={range}
            cursor={view === 'chart' ? cursor : null}
            hidden={hidden}
            rising={rising}
            removable={(id) => id !== tags[0]?.id}
            onToggle={explored.toggle}
            onRemove={explored.remove}
          />
        </Box>
        {view === 'chart' && tags.length > 1 ? (
          <SegmentedControl label="Layout" value={layout} segments={layouts} onChange={explored.draw} />
        ) : null}
        <ViewSwitch view={view} onView={setView} />
        <ChartMenu
          name={names}
          actions={[...actions, { label: 'Download table', onChoose: saveTable }]}
          onPicture={view === 'table' ? null : savePicture}
        />
      </Box>
      {left.length === 0 ? null : (
        <Typography variant="body2" role="status">
          {`A chart has at most ${mostAxes} axes: signals in ${left.join(', ')} are shown only in the table.`}
        </Typography>
      )}
      <QueryError query={failed} fallback="The points could not be loaded." />
      {view === 'table' ? (
        <SeveralTable lines={shown} range={range} />
      ) : (
        <>
          <div ref={picture.around}>
            <SeveralChart
              layout={layout}
              lines={shown}
              range={range}
              frame={frame}
              cursor={cursor}
              busy={[...points, ...compared].some(({ isPlaceholderData }) => isPlaceholderData)}
              onCursor={setCursor}
              onRange={dispatch}
            />
          </div>
          {shown.map((line) => (
            <LimitList key={lineKey(line)} of={line.name} limits={line.limits} />
          ))}
          <EventLanes sources={sources} range={range} frame={frame} />
          {(protections.data?.records ?? none).map(({ id, name, indicatorPattern }) =>
            indicatorPattern?.modelVersion == null ? null : (
              <ExplainedAnswers
                key={id}
                name={name}
                protectionId={id}
                patterns={indicatorPattern.patterns}
                latest={extent.to}
                range={range}
                frame={frame}
              />
            ),
          )}
        </>
      )}
    </Box>
  );
}

const none = [] as const;
const layouts = [
  { value: 'one', label: 'One chart' },
  { value: 'lanes', label: 'Lanes' },
] as const;
