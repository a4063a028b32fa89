import { useMutation } from '@tanstack/react-query';
import type {
  createMarkedRange,
  deleteMarkedRange,
  getKnownHistory,
  MarkedRange,
  NewMarkedRangeInput,
} from '@twinward/contracts/protections/known-history';
import type { getProtectionScore } from '@twinward/contracts/protections/protection-score';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';
import type { Key } from '../../../shared/api/query-key.ts';

/** The score of a protection. */
export const useScore = (protectionId: number) =>
  useApiQuery<typeof getProtectionScore>(
    ['protections', { protectionId, score: true }],
    'GET /api/indicators/:id/score',
    { params: { id: protectionId } },
  );

/** The known failures and marked ranges of a twin, used to score logic. */
export const useKnownHistory = (twinId: number) =>
  useApiQuery<typeof getKnownHistory>(
    ['protections', { twinId, history: true }],
    'GET /api/twins/:id/known-history',
    { params: { id: twinId } },
  );

/** Creates and deletes marked ranges of a twin, and invalidates all scores. */
export function useMarks(twinId: number) {
  const renews: Key[] = [
    ['protections', {}],
    ['simulations', {}],
  ];
  const mark = (body: NewMarkedRangeInput) =>
    call<typeof createMarkedRange>('POST /api/twins/:id/marked-ranges', { params: { id: twinId }, body });
  const unmark = ({ id: rangeId }: Pick<MarkedRange, 'id'>) =>
    call<typeof deleteMarkedRange>('DELETE /api/twins/:id/marked-ranges/:rangeId', {
      params: { id: twinId, rangeId },
    });
  return {
    mark: useMutation({
      mutationFn: mark,
      meta: { renews, undo: (marked: MarkedRange) => () => unmark(marked) },
    }),
    unmark: useMutation({
      mutationFn: (range: MarkedRange) => unmark(range),
      meta: {
        says: 'Deleted.',
        renews,
        undo:
          (_: unknown, { id, start, end, failedAt, ...rest }: MarkedRange) =>
          () =>
            mark({
              ...rest,
              start: Date.parse(start),
              end: Date.parse(end),
              failedAt: failedAt === null ? null : Date.parse(failedAt),
            }),
      },
    }),
  };
}
