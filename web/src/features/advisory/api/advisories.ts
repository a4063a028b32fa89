import { keepPreviousData, type UseQueryResult, useMutation } from '@tanstack/react-query';
import type {
  Advisory,
  AdvisorySummary,
  AdvisoryTransitionCall,
  commentAdvisory,
  createAdvisory,
  deleteAdvisory,
  getAdvisory,
  listAdvisories,
  listSimilarAdvisories,
  sendWorkRequest,
  transitionAdvisory,
  updateAdvisory,
} from '@twinward/contracts/advisories/advisory';
import type {
  attachToAdvisory,
  downloadAttachment,
  removeAttachment,
} from '@twinward/contracts/advisories/advisory-attachment';
import type { changeAdvisories, transitionAdvisories } from '@twinward/contracts/advisories/advisory-bulk';
import type { ListBody, Page } from '@twinward/contracts/core/list';
import type { RouteBodyInput } from '@twinward/contracts/core/route';
import type { AdvisoryEntry } from '@twinward/domain/rules/advisory';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiListQuery, useApiPage, useApiQuery } from '../../../shared/api/api-query.ts';
import { call, send } from '../../../shared/api/http.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import { stateLabels } from '../advisory-words.ts';

export const pageSize = 100;

/**
 * A page of advisories.
 * @param twinId limits the list to one twin
 */
export const useAdvisories = (
  body: ListBody,
  page: number,
  twinId?: number,
): UseQueryResult<Page<AdvisorySummary>> =>
  useApiPage<typeof listAdvisories>(
    ['advisories', { list: body, page, ...(twinId === undefined ? {} : { twinId }) }],
    'POST /api/advisories/filters',
    { page, pageSize, body },
  );

export const useAdvisory = (twinId: number, id: number): UseQueryResult<Advisory> =>
  useApiQuery<typeof getAdvisory>(['advisories', { twinId, advisoryId: id }], 'GET /api/advisories/:id', {
    params: { id },
  });

/** A page of closed advisories similar to the given one, latest closed first. */
export const useSimilarAdvisories = (id: number, page: number): UseQueryResult<Page<AdvisorySummary>> =>
  useApiListQuery<typeof listSimilarAdvisories>(
    ['advisories', { similar: id, page }],
    'GET /api/advisories/:id/similar',
    { params: { id }, query: { 'page-number': String(page) } },
    { placeholderData: keepPreviousData },
  );

interface SavedAdvisory {
  entry: AdvisoryEntry;
  /** The advisory to change; null for a new one. */
  of: { id: number; version: number } | null;
}

/** Creates an advisory of a twin, or updates an existing version. */
export const useSaveAdvisory = (twinId: number) =>
  useMutation({
    mutationFn: ({ entry, of }: SavedAdvisory) =>
      of === null
        ? call<typeof createAdvisory>('POST /api/advisories', { body: { twinId, ...entry } })
        : call<typeof updateAdvisory>('PUT /api/advisories/:id', {
            params: { id: of.id },
            body: { ...entry, version: of.version },
          }),
    meta: {
      renews: ['advisories'],
      undo: ({ id }: Advisory, { of }: SavedAdvisory) => (of === null ? () => removeAdvisory(id) : null),
    },
  });

const removeAdvisory = (id: number) =>
  call<typeof deleteAdvisory>('DELETE /api/advisories/:id', { params: { id } });

export const useDeleteAdvisory = (id: number) =>
  useMutation({
    mutationFn: () => removeAdvisory(id),
    meta: { deletes: { advisoryId: id } },
  });

/** Changes the state of an advisory. Of all transitions, only closing has a reverse: reopening. */
export function useTransition(id: number) {
  const change = (body: RouteBodyInput<typeof transitionAdvisory>) =>
    call<typeof transitionAdvisory>('POST /api/advisories/:id/transition', { params: { id }, body });
  return useMutation({
    mutationFn: (body: AdvisoryTransitionCall) => change(body),
    meta: {
      renews: ['advisories'],
      says: ({ state }: Advisory) => `The advisory is ${stateLabels[state].toLowerCase()}.`,
      undo: ({ version, transitions }: Advisory, { transition }: AdvisoryTransitionCall) =>
        transition === 'close' && transitions.includes('reopen')
          ? () => change({ transition: 'reopen', reason: 'Closing was undone.', version })
          : null,
    },
  });
}

/** Tries to send the work request of an advisory now. */
export const useSendWorkRequest = (id: number) =>
  useApiMutation<typeof sendWorkRequest>('POST /api/advisories/:id/work-request/send', {
    params: { id },
    says: null,
    renews: ['advisories'],
    renewsOnFailure: true,
  });

/** Starts a command that changes the state of many advisories. */
export const useBulkTransition = () =>
  useApiMutation<typeof transitionAdvisories>('POST /api/advisories/transition');

/** Starts a command that sets fields of many advisories. */
export const useBulkChange = () => useApiMutation<typeof changeAdvisories>('POST /api/advisories/changes');

export const useComment = (id: number) =>
  useApiMutation<typeof commentAdvisory, string>('POST /api/advisories/:id/comments', {
    toCall: (text) => ({ params: { id }, body: { text } }),
    renews: ['advisories'],
    says: 'The comment was added.',
  });

export const useAttach = (id: number) =>
  useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return call<typeof attachToAdvisory>('POST /api/advisories/:id/attachments', { params: { id }, body });
    },
    meta: { renews: ['advisories'], says: 'The file was attached.' },
  });

export const useDetach = (id: number) =>
  useApiMutation<typeof removeAttachment, number>('DELETE /api/advisories/:id/attachments/:attachmentId', {
    toCall: (attachmentId) => ({ params: { id, attachmentId } }),
    renews: ['advisories'],
    says: 'The file was removed.',
  });

/** Downloads an attachment. */
export const useDownload = (id: number) =>
  useMutation({
    mutationFn: async ({ attachmentId, name }: { attachmentId: number; name: string }) =>
      saveFile(
        await send<typeof downloadAttachment>('GET /api/advisories/:id/attachments/:attachmentId', {
          params: { id, attachmentId },
        }),
        name,
      ),
  });
