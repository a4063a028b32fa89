import Box from '@mui/material/Box';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import type { VersionComparison as Comparison } from '@twinward/contracts/protections/pattern-version';
import { type ReactNode, useMemo } from 'react';
import { PatternName } from '../../../shared/patterns/pattern-name.tsx';
import { EventLane } from '../../../ui/chart/event-lane.tsx';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { useExactRange } from '../../../ui/chart/use-drawn-range.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { formatCount, formatDateTime, formatNumber } from '../../../ui/format/format.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { useVersionComparison } from '../api/patterns.ts';
import { answerSpans } from './answer-lane.ts';

type Pair = Comparison['pairs'][number];

/** The answers of a version and of the one in service over the visible range, on the time axis of the charts. */
export function VersionComparison({
  setId,
  version,
  patterns,
  step,
  extent,
  range,
  frame,
}: {
  setId: number;
  version: number;
  patterns: readonly PatternOfSet[];
  /** Step of the finer of the two grids, in milliseconds. */
  step: number;
  extent: Range;
  range: Range;
  frame: PlotFrame;
}): ReactNode {
  const compared = comparedRange(extent, range, step);
  const { from, to } = useExactRange(compared);
  const comparison = useVersionComparison(setId, version, { from: Number(from), to: Number(to) });
  return (
    <Loaded query={comparison} rows={3} fallback="The versions could not be compared.">
      {(found) => (
        <Compared
          version={version}
          comparison={found}
          isCut={compared.isCut}
          patterns={patterns}
          range={range}
          frame={frame}
        />
      )}
    </Loaded>
  );
}

/** Maximum number of grid points per call. */
const mostSteps = 199_000;

/**
 * The visible part of the history, or all of it by default; its latest part if it is too long for one call.
 *
 * @param step milliseconds
 */
export function comparedRange(extent: Range, visible: Range, step: number): Range & { isCut: boolean } {
  const from = Math.max(extent.from, visible.from);
  const to = Math.min(extent.to, visible.to);
  const wanted = from < to ? { from, to } : extent;
  const earliest = wanted.to - mostSteps * step;
  return { from: Math.max(wanted.from, earliest), to: wanted.to, isCut: wanted.from < earliest };
}

function Compared({
  version,
  comparison,
  isCut,
  patterns,
  range,
  frame,
}: {
  version: number;
  comparison: Comparison;
  /** Whether only the latest part of the visible range is compared. */
  isCut: boolean;
  patterns: readonly PatternOfSet[];
  range: Range;
  frame: PlotFrame;
}): ReactNode {
  const timeZone = useTimeZone();
  const from = Date.parse(comparison.from);
  const until = Date.parse(comparison.to);
  const inService = useMemo(
    () => answerSpans(comparison.inService.changes, patterns, until),
    [comparison, patterns, until],
  );
  const candidate = useMemo(
    () => answerSpans(comparison.version.changes, patterns, until),
    [comparison, patterns, until],
  );
  const different = comparison.pairs.filter((pair) => pair.version !== pair.inService);
  const named = (id: number): ReactNode => {
    const pattern = patterns.find((one) => one.id === id);
    return pattern === undefined ? 'A removed pattern' : <PatternName pattern={pattern} />;
  };
  const columns: readonly Column<Pair>[] = [
    {
      id: 'inService',
      header: `Version ${comparison.inService.version}`,
      cell: (pair) => named(pair.inService),
    },
    { id: 'version', header: `Version ${version}`, cell: (pair) => named(pair.version) },
    { id: 'count', header: 'Times', cell: ({ count }) => formatCount(count), numeric: true, width: '100px' },
  ];
  return (
    <Box component="section" aria-label={`Version ${version} against the one in service`} sx={{ pt: 1 }}>
      <Muted>
        {comparison.agreement === null
          ? 'There is no time with answers from both versions.'
          : `The versions agree on ${formatNumber(Math.round(comparison.agreement * 1000) / 10)} % of ${formatCount(comparison.compared)} times.`}
      </Muted>
      <Muted>
        {`Compared from ${formatDateTime(from, timeZone)} to ${formatDateTime(until, timeZone)}${
          isCut
            ? `: the latest ${formatCount(mostSteps)} steps of the visible range. Zoom in to compare an earlier part.`
            : '.'
        }`}
      </Muted>
      <EventLane
        name={`Version ${comparison.inService.version}, in service`}
        groups={inService}
        range={range}
        frame={frame}
      />
      <EventLane name={`Version ${version}`} groups={candidate} range={range} frame={frame} />
      {different.length === 0 ? null : (
        <Box sx={{ pt: 2, maxWidth: 640 }}>
          <DataTable
            label="Different answers"
            columns={columns}
            rows={different.slice(0, 10)}
            rowKey={(pair) => `${pair.inService} ${pair.version}`}
          />
        </Box>
      )}
    </Box>
  );
}
