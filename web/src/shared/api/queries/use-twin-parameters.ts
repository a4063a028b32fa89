import type { UseQueryResult } from '@tanstack/react-query';
import type { getTwinParameters, TwinParameter, TwinParameters } from '@twinward/contracts/twins/parameter';
import { useApiQuery } from '../api-query.ts';

/** The parameters of a twin, ordered by name, with the logic that uses them. Sends no request without a twin. */
export const useTwinParameters = (twinId: number | null): UseQueryResult<TwinParameters> =>
  useApiQuery<typeof getTwinParameters>(
    ['twin-parameters', { twinId: twinId ?? 0 }],
    'GET /api/twins/:id/parameters',
    { params: { id: twinId ?? 0 } },
    { enabled: twinId !== null },
  );

const none: readonly TwinParameter[] = [];

/** The parameters available to logic of a twin. Empty while loading. */
export const useLogicParameters = (twinId: number | null): readonly TwinParameter[] =>
  useTwinParameters(twinId).data?.parameters ?? none;
