import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { getTagStatus, JobStatus, TagStatus } from '@twinward/contracts/signals/tag';
import { useEffect, useRef } from 'react';
import { call } from '../../../shared/api/http.ts';

export const isRunning = (job: JobStatus | null | undefined): boolean =>
  job?.status === 'pending' || job?.status === 'loading' || job?.status === 'running';

const pollInterval = 2000;
const mostAtOnce = 500;
const none: readonly TagStatus[] = [];

/** The status of imports into tags and of recalculations. Polled while one runs. */
export function useTagStatuses(tagIds: readonly number[]): readonly TagStatus[] {
  const found = useQuery({
    queryKey: ['tags', { status: tagIds }],
    queryFn: async ({ signal }): Promise<TagStatus[]> => {
      const all: TagStatus[] = [];
      for (let first = 0; first < tagIds.length; first += mostAtOnce) {
        const id = tagIds.slice(first, first + mostAtOnce).map(String);
        all.push(...(await call<typeof getTagStatus>('GET /api/tags/status', { query: { id }, signal })));
      }
      return all;
    },
    enabled: tagIds.length > 0,
    refetchInterval: ({ state }) =>
      (state.data as TagStatus[] | undefined)?.some(
        (tag) => isRunning(tag.recalculationJobStatus) || isRunning(tag.dataImportJobStatus),
      )
        ? pollInterval
        : false,
  });
  return found.data ?? none;
}

/** The status of recalculations by tag id. Invalidates the tags when one ends. */
export function useRecalculations(tagIds: readonly number[]): ReadonlyMap<number, JobStatus> {
  const queryClient = useQueryClient();
  const found = useTagStatuses(tagIds);
  const statuses = new Map(
    found.flatMap(({ id, recalculationJobStatus: job }) => (job ? [[id, job] as const] : [])),
  );
  const running = [...statuses].flatMap(([id, job]) => (isRunning(job) ? [id] : [])).join();
  const before = useRef(running);
  useEffect(() => {
    const ended = before.current
      .split(',')
      .filter((id) => id !== '' && !running.split(',').includes(id))
      .map(Number);
    before.current = running;
    if (ended.length === 0) return;
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [entity, { tagId, calculated }] }) =>
        entity === 'tags' && (calculated !== undefined || ended.includes(tagId as number)),
    });
  }, [queryClient, running]);
  return statuses;
}
