import { keepPreviousData } from '@tanstack/react-query';
import type {
  findSimilar,
  getProposals,
  getSimilar,
  SimilarStretches,
} from '@twinward/contracts/protections/pattern-search';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { isUnfinished } from '../../../shared/api/queries/use-command.ts';

const pollInterval = 1000;

/** Proposed ranges for training. @param length proposed time before a failure, ISO 8601; null for the default */
export const useProposals = (setId: number, length: string | null) =>
  useApiQuery<typeof getProposals>(
    ['patterns', { setId, proposals: true, length }],
    'GET /api/indicator-patterns/:id/proposals',
    { params: { id: setId }, query: length === null ? {} : { length } },
    { placeholderData: keepPreviousData },
  );

/** Starts a search for the most similar ranges. */
export const useFindSimilar = (setId: number) =>
  useApiMutation<typeof findSimilar>('POST /api/indicator-patterns/:id/similar', { params: { id: setId } });

/** A search for similar ranges. Polled while it runs. */
export const useSimilar = (setId: number, commandId: string) =>
  useApiQuery<typeof getSimilar>(
    ['commands', { commandId, similar: setId }],
    'GET /api/indicator-patterns/:id/similar/:commandId',
    { params: { id: setId, commandId } },
    {
      refetchInterval: ({ state }) =>
        state.data === undefined || isUnfinished((state.data as SimilarStretches).status)
          ? pollInterval
          : false,
    },
  );
