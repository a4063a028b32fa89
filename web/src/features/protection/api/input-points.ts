import { useQueries } from '@tanstack/react-query';
import type { listTagWork } from '@twinward/contracts/assets/work';
import type { getPoints } from '@twinward/contracts/signals/data-point';
import type { PointBlock } from '@twinward/domain/evaluation';
import { useMemo } from 'react';
import { call, callList } from '../../../shared/api/http.ts';
import { sourceKey } from '../../../shared/units/input-unit.ts';
import type { Range } from '../../../ui/chart/range.ts';

/** An input with its tag. */
export interface MappedInput {
  alias: string;
  type: 'work' | 'data_point';
  tagId: number;
  /** UCUM code of the unit to read. */
  unit: string | null;
}

/** Maximum number of points over all inputs. Above it, evaluation on the server is faster than loading. */
const mostPoints = 600_000;

/** Never refetched, since the chart must not change while the user edits. */
const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000 };

const workPerPage = 100;

async function readCount(tagId: number, { from, to }: Range, signal: AbortSignal): Promise<number> {
  const { buckets, points } = await call<typeof getPoints>('GET /api/tags/:id/data-points', {
    params: { id: tagId },
    query: { from: String(from), to: String(to), buckets: '1' },
    signal,
  });
  return buckets?.count[0] ?? points?.times.length ?? 0;
}

const qualityCodes = { good: 0, uncertain: 1, bad: 2 } as const;

async function readData(
  { tagId, unit }: MappedInput,
  { from, to }: Range,
  signal: AbortSignal,
): Promise<PointBlock> {
  const { points } = await call<typeof getPoints>('GET /api/tags/:id/data-points', {
    params: { id: tagId },
    query: { from: String(from), to: String(to), ...(unit === null ? {} : { unit }) },
    signal,
  });
  const { times, values, qualities } = points ?? { times: [], values: [] };
  return {
    times: Float64Array.from(times),
    values: Float64Array.from(values, (value) => value ?? 0),
    qualities: Uint8Array.from(values, (value, index) =>
      value === null ? qualityCodes.bad : qualityCodes[qualities?.[index] ?? 'good'],
    ),
    length: times.length,
  };
}

/** Reads the completions of work under a tag up to the end of the range. */
async function readWork(tagId: number, { to }: Range, signal: AbortSignal): Promise<PointBlock> {
  const times: number[] = [];
  for (let page = 1; ; page++) {
    const { records, total } = await callList<typeof listTagWork>('POST /api/tags/:tagId/work/filters', {
      params: { tagId },
      query: { 'page-number': String(page), 'page-size': String(workPerPage) },
      body: {
        filters: [{ field: 'Completed', operator: 'IsNotNull', dataType: 'D' }],
        sorts: [{ field: 'Completed', direction: 'Ascending' }],
      },
      signal,
    });
    times.push(...records.flatMap(({ completed }) => (completed === null ? [] : [Date.parse(completed)])));
    if (page * workPerPage >= total) break;
  }
  const upTo = Float64Array.from(new Set(times.filter((time) => time < to)));
  return { times: upTo, values: new Float64Array(upTo.length), length: upTo.length };
}

export interface InputPoints {
  /** By `sourceKey`; null until all are loaded, and if there are too many. */
  points: ReadonlyMap<string, PointBlock> | null;
  /** The number of points; null until known. */
  count: number | null;
  isTooMany: boolean;
  error: Error | null;
  retry(): void;
}

/** Loads the points of inputs over a range once, unless there are too many for a browser. */
export function useInputPoints(inputs: readonly MappedInput[], range: Range): InputPoints {
  const { from, to } = range;
  const counts = useQueries({
    queries: inputs.map(({ tagId, type }) => ({
      ...once,
      queryKey: ['preview-points', { count: tagId, from, to }] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        type === 'work' ? Promise.resolve(0) : readCount(tagId, { from, to }, signal),
    })),
  });
  const isCounted = counts.every(({ data }) => data !== undefined);
  const count = isCounted ? counts.reduce((sum, { data }) => sum + (data ?? 0), 0) : null;
  const isTooMany = count !== null && count > mostPoints;
  const blocks = useQueries({
    queries: inputs.map((input) => ({
      ...once,
      queryKey: ['preview-points', { block: sourceKey(input), from, to }] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        input.type === 'work'
          ? readWork(input.tagId, { from, to }, signal)
          : readData(input, { from, to }, signal),
      enabled: count !== null && !isTooMany,
      // Columns are compared by load time, not by value.
      structuralSharing: false,
    })),
  });
  const isLoaded = !isTooMany && count !== null && blocks.every(({ data }) => data !== undefined);
  const read = blocks
    .map(({ dataUpdatedAt }, index) => `${sourceKey(inputs[index]!)}:${dataUpdatedAt}`)
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: load time and range identify the points
  const points = useMemo(
    () =>
      isLoaded ? new Map(blocks.map(({ data }, index) => [sourceKey(inputs[index]!), data!] as const)) : null,
    [isLoaded, read, from, to],
  );
  const all = [...counts, ...blocks];
  return {
    points,
    count,
    isTooMany,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch();
    },
  };
}
