import type { getRemoteModel, listRemoteModels, takeRemoteModel } from '@twinward/contracts/library/remote';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiQuery } from '../../../shared/api/api-query.ts';

/** Models shared by the installation of a connection. */
export const useRemoteModels = (connectionId: number) =>
  useApiQuery<typeof listRemoteModels>(
    ['twin-models', { connectionId }],
    'GET /api/library/remote/:connectionId/models',
    { params: { connectionId } },
  );

/** A shared model with its definition. */
export const useRemoteModel = (connectionId: number, modelId: number) =>
  useApiQuery<typeof getRemoteModel>(
    ['twin-models', { connectionId, modelId }],
    'GET /api/library/remote/:connectionId/models/:modelId',
    { params: { connectionId, modelId } },
  );

export const useTakeRemoteModel = (connectionId: number) =>
  useApiMutation<typeof takeRemoteModel, number>('POST /api/library/remote/:connectionId/models/:modelId', {
    toCall: (modelId) => ({ params: { connectionId, modelId } }),
    renews: ['twin-models'],
  });
