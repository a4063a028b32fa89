import { useMutation } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type { RouteBodyInput } from '@twinward/contracts/core/route';
import type { getModelPerformance } from '@twinward/contracts/library/performance';
import type {
  compareTwinModelVersions,
  createTwinModel,
  deleteTwinModel,
  deleteTwinModelDraft,
  getDraftState,
  getTwinModel,
  listTwinModels,
  listTwinModelVersions,
  publishTwinModel,
  TwinModel,
  updateTwinModel,
} from '@twinward/contracts/library/twin-model';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { apiQuery, useApiListQuery, useApiPage, useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

export const modelsPerPage = 50;

/** A page of models. The previous page stays while another loads. */
export const useTwinModels = (body: ListBody, page: number, pageSize = modelsPerPage) =>
  useApiPage<typeof listTwinModels>(
    ['twin-models', { body, page, pageSize }],
    'POST /api/library/models/filters',
    { page, pageSize, body },
  );

/** @param versionId null for the newest published version, or for the draft if none was published */
export const modelQuery = (modelId: number, versionId: number | null) =>
  apiQuery<typeof getTwinModel>(['twin-models', { modelId, versionId }], 'GET /api/library/models/:id', {
    params: { id: modelId },
    query: versionId === null ? {} : { versionId },
  });

/** The changes of the draft of a model, and the problems that prevent publishing. */
export const useDraftState = (modelId: number, draftVersionId: number) =>
  useApiQuery<typeof getDraftState>(
    ['twin-models', { modelId, draftVersionId }],
    'GET /api/library/models/:id/draft',
    { params: { id: modelId } },
  );

/** The newest hundred versions of a model, its draft first. */
export const useModelVersions = (modelId: number) =>
  useApiListQuery<typeof listTwinModelVersions>(
    ['twin-models', { modelId, versions: true }],
    'GET /api/library/models/:id/versions',
    { params: { id: modelId }, query: { 'page-number': 1, 'page-size': 100 } },
  );

/** The differences between two versions of a model. */
export const useVersionDifferences = (modelId: number, from: number, to: number) =>
  useApiQuery<typeof compareTwinModelVersions>(
    ['twin-models', { modelId, from, to }],
    'GET /api/library/models/:id/differences',
    { params: { id: modelId }, query: { from, to } },
    { enabled: from !== to },
  );

/** The performance of a model over its twins. @param versionId only twins at this version; null for all twins */
export const useModelPerformance = (modelId: number, versionId: number | null) =>
  useApiQuery<typeof getModelPerformance>(
    ['twin-models', { modelId, performance: true, versionId }],
    'GET /api/library/models/:id/performance',
    { params: { id: modelId }, query: versionId === null ? {} : { versionId } },
  );

const renews = ['twin-models'] as const;
const saves = ({ id, versionId }: TwinModel) => ['twin-models', { modelId: id, versionId }] as const;

export const useCreateModel = () =>
  useApiMutation<typeof createTwinModel>('POST /api/library/models', {
    saves,
    renews,
    undo:
      ({ id }) =>
      () =>
        deleteModel(id),
  });

/** The request to change a model. Without a definition, its parts are kept. */
export type ModelChange = RouteBodyInput<typeof updateTwinModel>;

export const useUpdateModel = (modelId: number) =>
  useApiMutation<typeof updateTwinModel>('PUT /api/library/models/:id', {
    params: { id: modelId },
    saves,
    renews,
  });

/** Publishes the draft. The draft state is not refetched, since the draft no longer exists. */
export const usePublishModel = (modelId: number, draftVersionId: number) =>
  useApiMutation<typeof publishTwinModel>('POST /api/library/models/:id/publish', {
    params: { id: modelId },
    says: 'Published.',
    deletes: { draftVersionId },
    renews,
  });

export const useDiscardDraft = (modelId: number, draftVersionId: number) =>
  useApiMutation<typeof deleteTwinModelDraft>('DELETE /api/library/models/:id/draft', {
    params: { id: modelId },
    says: 'The draft was discarded.',
    deletes: { draftVersionId },
    renews,
  });

const deleteModel = (id: number) =>
  call<typeof deleteTwinModel>('DELETE /api/library/models/:id', { params: { id } });

export const useDeleteModel = (modelId: number) =>
  useMutation({
    mutationFn: () => deleteModel(modelId),
    meta: { deletes: { modelId }, renews },
  });
