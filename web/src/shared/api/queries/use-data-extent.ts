import { useQueries } from '@tanstack/react-query';
import type { listTagWork, oldestWork } from '@twinward/contracts/assets/work';
import type { oldestPoint } from '@twinward/contracts/signals/data-point';
import { useMemo } from 'react';
import { tagsExtent } from '../../../ui/chart/extent.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { apiListQuery, useApiQuery } from '../api-query.ts';
import { useTags } from './use-tag.ts';

/** The tag of an input, with the type of its data. */
export interface DataTag {
  type: 'data_point' | 'work';
  tagId: number;
}

const ofType = (tags: readonly DataTag[], wanted: DataTag['type']): number[] => [
  ...new Set(tags.flatMap(({ type, tagId }) => (type === wanted ? [tagId] : []))),
];

/** The time of the oldest point of some tags. Sends no request without tags. */
const useOldestPoint = (tagIds: readonly number[]) =>
  useApiQuery<typeof oldestPoint>(
    ['data-points', { oldest: tagIds }],
    'POST /api/tags/data-points/oldest',
    { body: [...tagIds] },
    { enabled: tagIds.length > 0 },
  );

/** The time of the oldest work under some tags. Sends no request without tags. */
export const useOldestWork = (tagIds: readonly number[]) =>
  useApiQuery<typeof oldestWork>(
    ['work', { oldest: tagIds }],
    'POST /api/tags/work/oldest',
    { body: [...tagIds] },
    { enabled: tagIds.length > 0 },
  );

/** The latest completed work under each tag: at most one record per tag. */
const useLatestCompleted = (tagIds: readonly number[]) =>
  useQueries({
    queries: tagIds.map((tagId) =>
      apiListQuery<typeof listTagWork>(
        ['work', { tagId, latestCompleted: true }],
        'POST /api/tags/:tagId/work/filters',
        {
          params: { tagId },
          query: { 'page-number': 1, 'page-size': 1 },
          body: {
            filters: [{ field: 'Completed', operator: 'IsNotNull', dataType: 'D' }],
            sorts: [{ field: 'Completed', direction: 'Descending' }],
          },
        },
      ),
    ),
  });

const toTimes = (answer: { time: string | null } | undefined): number[] =>
  answer?.time ? [Date.parse(answer.time)] : [];

/**
 * The range from the oldest point or work of some inputs to their latest point or completed work. `extent` is null
 * without data.
 */
export function useDataExtent(inputs: readonly DataTag[]): { extent: Range | null; isPending: boolean } {
  const pointTags = ofType(inputs, 'data_point');
  const workTags = ofType(inputs, 'work');
  const tags = useTags(pointTags);
  const oldestPoints = useOldestPoint(pointTags);
  const oldestOfWork = useOldestWork(workTags);
  const completed = useLatestCompleted(workTags);
  const known = tagsExtent(tags.flatMap(({ data }) => (data === undefined ? [] : [data])));
  const ends = completed.flatMap(({ data }) =>
    (data?.records ?? []).flatMap(({ completed: time }) => (time === null ? [] : [Date.parse(time)])),
  );
  const starts = [...toTimes(oldestPoints.data), ...toTimes(oldestOfWork.data)];
  const from = Math.min(...starts, ...(known === null ? [] : [known.from]));
  const to = Math.max(...ends, ...(known === null ? [] : [known.to]));
  const extent = useMemo(
    () => (Number.isFinite(from) && Number.isFinite(to) ? { from: Math.min(from, to), to } : null),
    [from, to],
  );
  const isPending =
    [...tags, ...completed].some((query) => query.isPending) ||
    (pointTags.length > 0 && oldestPoints.isPending) ||
    (workTags.length > 0 && oldestOfWork.isPending);
  return { extent, isPending };
}
