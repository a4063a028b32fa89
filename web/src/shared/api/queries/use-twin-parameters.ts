import type { UseQueryResult } from '@tanstack/react-query';
import type { getTwinParameters, TwinParameter, TwinParameters } from '@twinward/contracts/twins/parameter';
import { useApiQuery } from '../api-query.ts';

/** The parameters of a twin, by name, with the logic that names them; none are read without a twin. */
export const useTwinParameters = (twinId: number | null): UseQueryResult<TwinParameters> =>
  useApiQuery<typeof getTwinParameters>(
    ['twin-parameters', { twinId: twinId ?? 0 }],
    'GET /api/twins/:id/parameters',
    { params: { id: twinId ?? 0 } },
    { enabled: twinId !== null },
  );

const none: readonly TwinParameter[] = [];

/** The parameters that logic of a twin may name; none until they are loaded. */
export const useLogicParameters = (twinId: number | null): readonly TwinParameter[] =>
  useTwinParameters(twinId).data?.parameters ?? none;
