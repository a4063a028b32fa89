import { useMutation } from '@tanstack/react-query';
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
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { call } from '../../../shared/api/http.ts';
import type { Undo } from '../../../shared/api/mutation-effects.ts';

/** Queries that show twins. */
export const showTwins = [
  'twins',
  'twin-levels',
  'protections',
  'failure-modes',
  'assets',
  'watches',
  'search',
] as const;

function useTwinMutation<Request>(send: (request: Request) => Promise<Twin>, undo?: (saved: Twin) => Undo) {
  return useMutation({
    mutationFn: send,
    meta: {
      saves: ({ id }: Twin) => ['twins', { twinId: id }],
      renews: showTwins,
      ...(undo && { undo }),
    },
  });
}

export const useCreateTwin = () =>
  useTwinMutation(
    (body: Pick<NewTwin, 'assetId'> & Partial<NewTwin>) =>
      call<typeof createTwin>('POST /api/twins', { body }),
    ({ id }) =>
      () =>
        removeTwin(id),
  );

export const useSaveTwin = () =>
  useTwinMutation(({ id, ...body }: TwinChange & { id: number }) =>
    call<typeof updateTwin>('PUT /api/twins/:id', { params: { id }, body }),
  );

export const useSaveTwinWithRisk = () =>
  useTwinMutation((body: TwinChangeWithRisk) =>
    call<typeof updateTwinWithRisk>('PUT /api/twins/with-risk', { body }),
  );

const removeTwin = (id: number) => call<typeof deleteTwin>('DELETE /api/twins/:id', { params: { id } });

export const useDeleteTwin = (id: number) =>
  useMutation({
    mutationFn: () => removeTwin(id),
    meta: { deletes: { twinId: id }, renews: showTwins },
  });

const switchTwins = (body: { twinIds: number[]; active: boolean }) =>
  call<typeof setTwinsActive>('PUT /api/twins/active', { body });

export const useSetTwinsActive = () =>
  useMutation({
    mutationFn: switchTwins,
    meta: {
      renews: showTwins,
      undo: (
        { changed }: Awaited<ReturnType<typeof switchTwins>>,
        { twinIds, active }: Parameters<typeof switchTwins>[0],
      ) =>
        // No Undo if some twins already had the state, since it is unknown which ones to switch back.
        changed === twinIds.length ? () => switchTwins({ twinIds, active: !active }) : null,
    },
  });

/** Starts a command that copies a twin. */
export const useCopyTwin = (id: number) =>
  useApiMutation<typeof copyTwin, number[]>('POST /api/twins/:id/copy', {
    toCall: (assetIds) => ({ params: { id }, body: { assetIds } }),
  });
