import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { getTagStatus, JobStatus, TagStatus } from '@twinward/contracts/tag';
import { useEffect, useRef } from 'react';
import { call } from '../../../app/http.ts';

export const isRunning = (job: JobStatus | null | undefined): boolean =>
  job?.status === 'pending' || job?.status === 'loading' || job?.status === 'running';

const askAgain = 2000;

/**
 * How recalculations of tags stand, by the tags' ids; asked again while one runs. When one ends, the tags are
 * read anew.
 */
export function useRecalculations(tagIds: readonly number[]): ReadonlyMap<number, JobStatus> {
  const queryClient = useQueryClient();
  const found = useQuery({
    queryKey: ['tags', { statusOf: tagIds }],
    queryFn: ({ signal }): Promise<TagStatus[]> =>
      call<typeof getTagStatus>('GET /api/tags/status', { query: { id: tagIds.map(String) }, signal }),
    enabled: tagIds.length > 0,
    refetchInterval: ({ state }) =>
      (state.data as TagStatus[] | undefined)?.some((tag) => isRunning(tag.recalculationJobStatus))
        ? askAgain
        : false,
  });
  const statuses = new Map(
    (found.data ?? []).flatMap(({ id, recalculationJobStatus: job }) => (job ? [[id, job] as const] : [])),
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
      predicate: ({ queryKey: [entity, { tagId }] }) => entity === 'tags' && ended.includes(tagId as number),
    });
  }, [queryClient, running]);
  return statuses;
}
