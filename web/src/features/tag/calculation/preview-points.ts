import { useQueries } from '@tanstack/react-query';
import type { getPoints, PointColumns } from '@twinward/contracts/signals/data-point';
import type { getTag } from '@twinward/contracts/signals/tag';
import { HOUR } from '@twinward/domain/duration';
import type { PointBlock } from '@twinward/domain/evaluation';
import { useMemo } from 'react';
import { call } from '../../../shared/api/http.ts';
import type { Range } from '../../../ui/chart/range.ts';

const day = 24 * HOUR;
export const month = 30 * day;

/** Of one tag; more would keep a browser busy with reading rather than with drawing. */
const mostPoints = 200_000;

/** Asked for once: what is drawn does not move under the hands of who edits. */
const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000 };

/** When a tag's points end, and how many there are in the month before. */
interface Extent {
  latest: number | null;
  inMonth: number;
}

async function readExtent(tagId: number, signal: AbortSignal): Promise<Extent> {
  const { latestTime } = await call<typeof getTag>('GET /api/tags/:id', { params: { id: tagId }, signal });
  if (latestTime === null) return { latest: null, inMonth: 0 };
  const latest = Date.parse(latestTime);
  const { buckets, points } = await call<typeof getPoints>('GET /api/tags/:id/data-points', {
    params: { id: tagId },
    query: { from: String(Math.max(0, latest - month)), to: String(latest + 1), buckets: '1' },
    signal,
  });
  return { latest, inMonth: buckets?.count[0] ?? points?.times.length ?? 0 };
}

/**
 * The last month up to the latest point of any of the tags; less where one of them has more points in it than a
 * browser should read. Null while none of them has points.
 */
export function spanOf(extents: readonly Extent[]): Range | null {
  const ends = extents.flatMap(({ latest }) => (latest === null ? [] : [latest]));
  if (ends.length === 0) return null;
  const to = Math.max(...ends);
  const densest = Math.max(...extents.map(({ inMonth }) => inMonth));
  const length =
    densest <= mostPoints ? month : Math.max(HOUR, Math.floor((month * mostPoints) / densest / HOUR) * HOUR);
  return { from: Math.max(0, to - length), to };
}

/** Steps in which points are read back from the span, so that a window that grows asks seldom for more. */
const histories = [day, 7 * day, 30 * day, 91 * day, 365 * day];

/** How far to read back before a span for windows of a length; at least a day, for the value at its start. */
export const historyFor = (window: number): number => histories.find((length) => length >= window) ?? window;

export interface PreviewPoints {
  /** Null until known, and where the tags have no points. */
  span: Range | null;
  /** All tags are known, and none of them has points. */
  isWithoutPoints: boolean;
  /** By tag id, once all are there. */
  points: ReadonlyMap<number, PointColumns> | null;
  error: Error | null;
  retry(): void;
}

/**
 * The points of tags over the last month and some time before it.
 *
 * @param history milliseconds before the span, for windows
 */
export function usePreviewPoints(tagIds: readonly number[], history: number): PreviewPoints {
  const extents = useQueries({
    queries: tagIds.map((tagId) => ({
      ...once,
      queryKey: ['preview-points', { extentOf: tagId }] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) => readExtent(tagId, signal),
    })),
  });
  const known = extents.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const isKnown = known.length === tagIds.length;
  const found = spanOf(isKnown ? known : []);
  // The same object while it covers the same, for effects to compare.
  const [spanFrom, spanTo] = [found?.from ?? null, found?.to ?? null];
  const span = useMemo(
    () => (spanFrom === null || spanTo === null ? null : { from: spanFrom, to: spanTo }),
    [spanFrom, spanTo],
  );
  const from = span === null ? 0 : Math.max(0, span.from - history);
  const columns = useQueries({
    queries: tagIds.map((tagId) => ({
      ...once,
      queryKey: ['preview-points', { pointsOf: tagId, from, to: span?.to ?? 0 }] as const,
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PointColumns> => {
        const { points } = await call<typeof getPoints>('GET /api/tags/:id/data-points', {
          params: { id: tagId },
          query: { from: String(from), to: String((span?.to ?? 0) + 1) },
          signal,
        });
        return points ?? { times: [], values: [] };
      },
      enabled: span !== null,
    })),
  });
  const all = [...extents, ...columns];
  const loaded = columns.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const isLoaded = span !== null && loaded.length === tagIds.length;
  const read = columns.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded is told by when, and from where on
  const points = useMemo(
    () => (isLoaded ? new Map(loaded.map((each, index) => [tagIds[index]!, each])) : null),
    [isLoaded, tagIds, from, read],
  );
  return {
    span,
    isWithoutPoints: tagIds.length > 0 && isKnown && span === null,
    points,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch();
    },
  };
}

const qualityCodes = { good: 0, uncertain: 1, bad: 2 } as const;

/** Points as the engine reads them. */
export function toBlock({ times, values, qualities }: PointColumns): PointBlock {
  return {
    times: Float64Array.from(times),
    values: Float64Array.from(values, (value) => value ?? 0),
    qualities: Uint8Array.from(values, (value, index) =>
      value === null ? qualityCodes.bad : qualityCodes[qualities?.[index] ?? 'good'],
    ),
    length: times.length,
  };
}
