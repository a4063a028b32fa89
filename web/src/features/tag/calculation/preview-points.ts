import { useQueries } from '@tanstack/react-query';
import type { getPoints, PointColumns } from '@twinward/contracts/signals/data-point';
import type { getTag } from '@twinward/contracts/signals/tag';
import { HOUR } from '@twinward/domain/duration';
import type { PointBlock } from '@twinward/domain/evaluation';
import { useMemo } from 'react';
import { call } from '../../../shared/api/http.ts';
import { sourceKey } from '../../../shared/units/input-unit.ts';
import type { Range } from '../../../ui/chart/range.ts';

const day = 24 * HOUR;
export const month = 30 * day;

/** Maximum number of points per tag; more take too long to load in a browser. */
const mostPoints = 200_000;

/** Never refetched, since the chart must not change while the user edits. */
const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000 };

/** The time of a tag's latest point, and the number of its points in the month before. */
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
 * The month before the latest point of any tag, or less if a tag has too many points for a browser. Null without
 * points.
 */
export function previewRange(extents: readonly Extent[]): Range | null {
  const ends = extents.flatMap(({ latest }) => (latest === null ? [] : [latest]));
  if (ends.length === 0) return null;
  const to = Math.max(...ends);
  const densest = Math.max(...extents.map(({ inMonth }) => inMonth));
  const length =
    densest <= mostPoints ? month : Math.max(HOUR, Math.floor((month * mostPoints) / densest / HOUR) * HOUR);
  return { from: Math.max(0, to - length), to };
}

/** Steps of the history length, so that a longer window rarely needs more points. */
const histories = [day, 7 * day, 30 * day, 91 * day, 365 * day];

/** The history length to load for a window; at least a day, for the value at the start. */
export const historyFor = (window: number): number => histories.find((length) => length >= window) ?? window;

/** A tag and the UCUM code of the unit to read; null for the tag's own unit. */
export interface Source {
  tagId: number;
  unit: string | null;
}

export interface PreviewPoints {
  /** Null while loading, or if the tags have no points. */
  span: Range | null;
  /** Whether all tags are loaded and have no points. */
  isWithoutPoints: boolean;
  /** Points by `sourceKey`. Null while loading. */
  points: ReadonlyMap<string, PointColumns> | null;
  error: Error | null;
  retry(): void;
}

/**
 * The points of tags over the last month, with some history before it.
 *
 * @param history milliseconds before the range, for windows
 */
export function usePreviewPoints(sources: readonly Source[], history: number): PreviewPoints {
  const extents = useQueries({
    queries: sources.map(({ tagId }) => ({
      ...once,
      queryKey: ['preview-points', { extent: tagId }] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) => readExtent(tagId, signal),
    })),
  });
  const known = extents.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const isKnown = known.length === sources.length;
  const found = previewRange(isKnown ? known : []);
  // Memoized by its bounds, since effects depend on it.
  const [spanFrom, spanTo] = [found?.from ?? null, found?.to ?? null];
  const span = useMemo(
    () => (spanFrom === null || spanTo === null ? null : { from: spanFrom, to: spanTo }),
    [spanFrom, spanTo],
  );
  const from = span === null ? 0 : Math.max(0, span.from - history);
  const columns = useQueries({
    queries: sources.map((source) => ({
      ...once,
      queryKey: ['preview-points', { points: sourceKey(source), from, to: span?.to ?? 0 }] as const,
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PointColumns> => {
        const { points } = await call<typeof getPoints>('GET /api/tags/:id/data-points', {
          params: { id: source.tagId },
          query: {
            from: String(from),
            to: String((span?.to ?? 0) + 1),
            ...(source.unit === null ? {} : { unit: source.unit }),
          },
          signal,
        });
        return points ?? { times: [], values: [] };
      },
      enabled: span !== null,
    })),
  });
  const all = [...extents, ...columns];
  const loaded = columns.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const isLoaded = span !== null && loaded.length === sources.length;
  const read = columns.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: load time and start identify the points
  const points = useMemo(
    () => (isLoaded ? new Map(loaded.map((each, index) => [sourceKey(sources[index]!), each])) : null),
    [isLoaded, sources, from, read],
  );
  return {
    span,
    isWithoutPoints: sources.length > 0 && isKnown && span === null,
    points,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch();
    },
  };
}

const qualityCodes = { good: 0, uncertain: 1, bad: 2 } as const;

/** Converts points for the engine. */
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
