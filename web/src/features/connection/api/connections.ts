import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type {
  Connection,
  ConnectionSummary,
  createConnection,
  createConnectionToken,
  deleteConnection,
  deleteConnectionToken,
  getConnection,
  listConnectionLog,
  listConnections,
  listConnectionTypes,
  pauseConnection,
  resumeConnection,
  updateConnection,
} from '@twinward/contracts/connections/connection';
import type { ListBody, Page } from '@twinward/contracts/core/list';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { apiListQuery, useApiListQuery, useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';
import { grouped } from '../connection-list.ts';

export const pageSize = 100;
/** Polling interval of figures in milliseconds, since live events do not report them. */
const figuresEvery = 5000;
const logEvery = 2000;

const toPageQuery = (page: number) => ({ 'page-number': page, 'page-size': pageSize });

export const useConnectionTypes = () =>
  useApiQuery<typeof listConnectionTypes>(
    ['connection-types', {}],
    'GET /api/connections/types',
    {},
    { staleTime: Number.POSITIVE_INFINITY },
  );

export const useConnections = (body: ListBody, page = 1, enabled = true) =>
  useQuery({
    ...apiListQuery<typeof listConnections>(
      ['connections', { body, page }],
      'POST /api/connections/filters',
      {
        query: toPageQuery(page),
        body,
      },
    ),
    select: withGroups,
    placeholderData: keepPreviousData,
    refetchInterval: figuresEvery,
    enabled,
  });

const withGroups = ({ records, ...rest }: Page<ConnectionSummary>): Page<ConnectionSummary> => ({
  ...rest,
  records: grouped(records),
});

export const useConnection = (connectionId: number) =>
  useApiQuery<typeof getConnection>(
    ['connections', { connectionId }],
    'GET /api/connections/:id',
    { params: { id: connectionId } },
    { refetchInterval: figuresEvery },
  );

const effects = {
  saves: ({ id }: Connection) => ['connections', { connectionId: id }] as const,
  renews: ['connections'] as const,
};

export const useCreateConnection = () =>
  useApiMutation<typeof createConnection>('POST /api/connections', {
    ...effects,
    undo:
      ({ id }) =>
      () =>
        removeConnection(id),
  });

export const useUpdateConnection = (id: number) =>
  useApiMutation<typeof updateConnection>('PUT /api/connections/:id', { params: { id }, ...effects });

const pause = (id: number) =>
  call<typeof pauseConnection>('POST /api/connections/:id/pause', { params: { id } });
const resume = (id: number) =>
  call<typeof resumeConnection>('POST /api/connections/:id/resume', { params: { id } });

export const usePauseConnection = () =>
  useMutation({
    mutationFn: pause,
    meta: { ...effects, says: 'Paused.', undo: (_: unknown, id: number) => () => resume(id) },
  });

export const useResumeConnection = () =>
  useMutation({
    mutationFn: resume,
    meta: { ...effects, says: 'Resumed.', undo: (_: unknown, id: number) => () => pause(id) },
  });

const removeConnection = (id: number) =>
  call<typeof deleteConnection>('DELETE /api/connections/:id', { params: { id } });

export const useDeleteConnection = (id: number) =>
  useMutation({
    mutationFn: () => removeConnection(id),
    meta: { deletes: { connectionId: id }, renews: ['connections'] },
  });

export const useCreateToken = (id: number) =>
  useApiMutation<typeof createConnectionToken>('POST /api/connections/:id/token', {
    params: { id },
    says: null,
    renews: ['connections'],
  });

export const useDeleteToken = (id: number) =>
  useApiMutation<typeof deleteConnectionToken>('DELETE /api/connections/:id/token', {
    params: { id },
    says: 'Deleted.',
    renews: ['connections'],
  });

export const useConnectionLog = (connectionId: number, body: ListBody, page: number) =>
  useApiListQuery<typeof listConnectionLog>(
    ['connection-log', { connectionId, body, page }],
    'POST /api/connections/:id/log/filters',
    { params: { id: connectionId }, query: toPageQuery(page), body },
    { placeholderData: keepPreviousData, refetchInterval: logEvery },
  );
