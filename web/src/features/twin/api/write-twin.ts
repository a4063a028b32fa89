import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  copyTwin,
  createTwin,
  deleteTwin,
  NewTwin,
  setTwinsActive,
  Twin,
  TwinChange,
  TwinChangeWithRisk,
  updateTwin,
  updateTwinWithRisk,
} from '@twinward/contracts/twins/twin';
import { call } from '../../../shared/api/http.ts';
import type { Entity } from '../../../shared/api/query-client.ts';

const concerned: ReadonlySet<Entity> = new Set([
  'twins',
  'twin-levels',
  'protections',
  'failure-modes',
  'assets',
  'watches',
  'search',
]);

/** Has everything that shows twins ask again; of a deleted one there is nothing more to ask. */
export function useRenewTwins(): (deletedId?: number) => void {
  const queryClient = useQueryClient();
  return (deletedId) => {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [entity, { twinId }] }) =>
        concerned.has(entity) && (deletedId === undefined || twinId !== deletedId),
    });
  };
}

function useTwinMutation<Request>(send: (request: Request) => Promise<Twin>) {
  const queryClient = useQueryClient();
  const renew = useRenewTwins();
  return useMutation({
    mutationFn: send,
    onSuccess: (twin) => {
      queryClient.setQueryData(['twins', { twinId: twin.id }], twin);
      renew();
    },
  });
}

export const useCreateTwin = () =>
  useTwinMutation((body: Pick<NewTwin, 'assetId'> & Partial<NewTwin>) =>
    call<typeof createTwin>('POST /api/twins', { body }),
  );

export const useSaveTwin = () =>
  useTwinMutation(({ id, ...body }: TwinChange & { id: number }) =>
    call<typeof updateTwin>('PUT /api/twins/:id', { params: { id }, body }),
  );

export const useSaveTwinWithRisk = () =>
  useTwinMutation((body: TwinChangeWithRisk) =>
    call<typeof updateTwinWithRisk>('PUT /api/twins/with-risk', { body }),
  );

export function useDeleteTwin(id: number) {
  const renew = useRenewTwins();
  return useMutation({
    mutationFn: () => call<typeof deleteTwin>('DELETE /api/twins/:id', { params: { id } }),
    onSuccess: () => renew(id),
  });
}

export function useSetTwinsActive() {
  const renew = useRenewTwins();
  return useMutation({
    mutationFn: (body: { twinIds: number[]; active: boolean }) =>
      call<typeof setTwinsActive>('PUT /api/twins/active', { body }),
    onSuccess: () => renew(),
  });
}

/** Starts to copy a twin; its command tells how far it is. */
export const useCopyTwin = (id: number) =>
  useMutation({
    mutationFn: (assetIds: number[]) =>
      call<typeof copyTwin>('POST /api/twins/:id/copy', { params: { id }, body: { assetIds } }),
  });
