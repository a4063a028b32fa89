import { keepPreviousData } from '@tanstack/react-query';
import type { getWorkCounts, getWorkSpans } from '@twinward/contracts/assets/work';
import type { LaneSpans } from '../../ui/chart/lane.tsx';
import type { PlotFrame } from '../../ui/chart/plot.ts';
import type { Range } from '../../ui/chart/range.ts';
import { noRange, useDrawnRange, useExactRange } from '../../ui/chart/use-drawn-range.ts';
import { useApiQuery } from '../api/api-query.ts';

/** The work under a tag on a chart's time axis. */
export interface WorkLane {
  tagId: number;
  groups: readonly LaneSpans[];
  /** Number of work records in the exact range. Undefined while loading. */
  count: number | undefined;
}

/** The work under some tags in a range, counted and merged by the server to the resolution of a chart. */
export function useWorkLanes(
  tagIds: readonly number[],
  range: Range,
  frame: PlotFrame,
  color: string,
  { onlyCompleted = false }: { onlyCompleted?: boolean } = {},
): { lanes: WorkLane[]; error: Error | null; refetch(): void } {
  const drawn = useDrawnRange(range, frame);
  const within = useExactRange(range);
  const scope = { tagIds, onlyCompleted };
  const of = { id: tagIds.map(String), completed: onlyCompleted ? ('true' as const) : ('false' as const) };
  const spans = useApiQuery<typeof getWorkSpans>(
    ['work', { ...scope, ...drawn, spans: true }],
    'GET /api/tags/work/spans',
    { query: { ...of, ...(drawn ?? noRange) } },
    { placeholderData: keepPreviousData, enabled: drawn !== null && tagIds.length > 0 },
  );
  const counts = useApiQuery<typeof getWorkCounts>(
    ['work', { ...scope, ...within, counts: true }],
    'GET /api/tags/work/counts',
    { query: { ...of, ...within } },
    { placeholderData: keepPreviousData, enabled: tagIds.length > 0 },
  );
  const lanes = tagIds.map((tagId) => ({
    tagId,
    groups: [
      {
        color,
        spans: (spans.data?.find((one) => one.tagId === tagId)?.spans ?? []).map(({ start, end }) => ({
          from: start,
          to: end,
        })),
      },
    ],
    count: counts.data?.find((one) => one.tagId === tagId)?.count,
  }));
  const refetch = (): void => void Promise.all([spans.refetch(), counts.refetch()]);
  return { lanes, error: spans.error ?? counts.error, refetch };
}
