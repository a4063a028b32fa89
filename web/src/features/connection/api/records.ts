import type { listExtraction, readAgain } from '@twinward/contracts/connections/extraction';
import type {
  getDefaultConnections,
  getStreamMapping,
  setDefaultConnections,
  updateStreamMapping,
} from '@twinward/contracts/connections/mapping';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiQuery } from '../../../shared/api/api-query.ts';

/** Polling interval of figures in milliseconds, since live events do not report them. */
const figuresEvery = 5000;

/** The progress of reading each stream of a connection. */
export const useExtraction = (connectionId: number) =>
  useApiQuery<typeof listExtraction>(
    ['connections', { connectionId, extraction: true }],
    'GET /api/connections/:id/extraction',
    { params: { id: connectionId } },
    { refetchInterval: figuresEvery },
  );

/** Reads a stream, or all of them, from the start date again. */
export const useReadAgain = (connectionId: number) =>
  useApiMutation<typeof readAgain, string | null>('POST /api/connections/:id/extraction/read-again', {
    toCall: (stream) => ({ params: { id: connectionId }, body: { stream } }),
    renews: ['connections'],
    says: 'Reading again from the start date.',
  });

const mappingKey = (connectionId: number, stream: string) =>
  ['connections', { connectionId, mapping: stream }] as const;

export const useStreamMapping = (connectionId: number, stream: string) =>
  useApiQuery<typeof getStreamMapping>(
    mappingKey(connectionId, stream),
    'GET /api/connections/:id/mappings/:stream',
    { params: { id: connectionId, stream } },
  );

export const useSaveMapping = (connectionId: number, stream: string) =>
  useApiMutation<typeof updateStreamMapping>('PUT /api/connections/:id/mappings/:stream', {
    params: { id: connectionId, stream },
    saves: ({ stream: name }) => mappingKey(connectionId, name),
  });

const defaultsKey = ['connections', { defaults: true }] as const;

/** The default connections for work requests, by system; a twin or asset can override them. */
export const useDefaultConnections = () =>
  useApiQuery<typeof getDefaultConnections>(defaultsKey, 'GET /api/connections/defaults', {});

export const useSetDefaultConnections = () =>
  useApiMutation<typeof setDefaultConnections>('PUT /api/connections/defaults', {
    saves: () => defaultsKey,
    says: 'Saved.',
  });
