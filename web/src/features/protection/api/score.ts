import { useMutation } from '@tanstack/react-query';
import type {
  getKnownHistory,
  getProtectionScore,
  markRange,
  NewMarkedRange,
  unmarkRange,
} from '@twinward/contracts/protections/protection-score';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';
import type { Key } from '../../../shared/api/query-key.ts';

/** The record of a protection. */
export const useScore = (protectionId: number) =>
  useApiQuery<typeof getProtectionScore>(
    ['protections', { protectionId, score: true }],
    'GET /api/indicators/:id/score',
    { params: { id: protectionId } },
  );

/** What a protection is scored against; nothing is asked for one that is not saved. */
export const useKnownHistory = (protectionId: number) =>
  useApiQuery<typeof getKnownHistory>(
    ['protections', { protectionId, score: true, events: true }],
    'GET /api/indicators/:id/events',
    { params: { id: protectionId } },
    { enabled: protectionId !== 0 },
  );

/** Marks ranges in which something was wrong, and takes marks away; renews every score of the protection. */
export function useMarks(protectionId: number) {
  const renews: Key[] = [
    ['protections', { protectionId, score: true }],
    ['simulations', { protectionId }],
  ];
  return {
    mark: useMutation({
      mutationFn: (body: NewMarkedRange) =>
        call<typeof markRange>('POST /api/indicators/:id/ranges', { params: { id: protectionId }, body }),
      meta: { renews },
    }),
    unmark: useMutation({
      mutationFn: (rangeId: number) =>
        call<typeof unmarkRange>('DELETE /api/indicators/:id/ranges/:rangeId', {
          params: { id: protectionId, rangeId },
        }),
      meta: { renews },
    }),
  };
}
