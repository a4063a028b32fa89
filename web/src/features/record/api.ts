import { useMutation } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type { FieldChanges } from '@twinward/contracts/records/field';
import type { createLinks } from '@twinward/contracts/records/link';
import type {
  CustomRecord,
  createRecord,
  deleteRecord,
  exportRecords,
  findRecord,
  getRecordHistory,
  listRecords,
  transitionRecord,
  updateRecord,
} from '@twinward/contracts/records/record';
import { useApiMutation } from '../../shared/api/api-mutation.ts';
import { useApiPage, useApiQuery } from '../../shared/api/api-query.ts';
import { call, callList, send } from '../../shared/api/http.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { maximumSelected } from '../../shared/record/bulk-change.ts';
import type { RecordKey } from '../../shared/record/record-key.ts';

export const pageSize = 50;

export const useRecordList = (type: string, body: ListBody, page: number) =>
  useApiPage<typeof listRecords>(['records', { type, body, page }], 'POST /api/records/:type/filters', {
    page,
    pageSize,
    params: { type },
    body,
  });

/** A record of any type. */
export const useRecord = (id: number) =>
  useApiQuery<typeof findRecord>(['records', { recordId: id }], 'GET /api/records/:id', { params: { id } });

const effects = {
  saves: ({ id }: CustomRecord) => ['records', { recordId: id }] as const,
  renews: ['records', 'links', 'search'] as const,
};

/** A link to create with a new record. */
export interface LinkTo {
  relationship: string;
  /** The side of the other record. */
  side: 'from' | 'to';
  id: number;
}

export interface SavedRecord {
  fields: FieldChanges;
  version: number | null;
}

/** Creates a record, or updates the one with an id. */
export const useSaveRecord = (type: string, id: number | null) =>
  useMutation({
    mutationFn: ({ fields, version }: SavedRecord) =>
      id === null
        ? call<typeof createRecord>('POST /api/records/:type', { params: { type }, body: { fields } })
        : call<typeof updateRecord>('PUT /api/records/:type/:id', {
            params: { type, id },
            body: { fields, version: version! },
          }),
    meta: { ...effects, undo: (saved: CustomRecord) => (id === null ? () => removeRecord(saved) : null) },
  });

/** Links a new record to the one from whose page it was added. */
export const useLinkNew = () =>
  useApiMutation<typeof createLinks, { id: number; to: LinkTo }>('POST /api/links', {
    toCall: ({ id, to: { relationship, side, id: other } }) => ({
      body: {
        relationship,
        links: [side === 'from' ? { fromId: other, toId: id } : { fromId: id, toId: other }],
      },
    }),
    renews: ['links', 'relationships', 'structure-nodes'],
  });

/** Changes the state of a record. @property backTo the previous state if a step leads back to it; else null */
export function useTransition({ type, id }: RecordKey) {
  const change = (body: { to: string; version: number }) =>
    call<typeof transitionRecord>('POST /api/records/:type/:id/transition', { params: { type, id }, body });
  return useMutation({
    mutationFn: ({ to, version }: { to: string; version: number; backTo: string | null }) =>
      change({ to, version }),
    meta: {
      ...effects,
      renewsOnFailure: true,
      undo: ({ version }: CustomRecord, { backTo }: { backTo: string | null }) =>
        backTo === null ? null : () => change({ to: backTo, version }),
    },
  });
}

const removeRecord = ({ type, id }: RecordKey) =>
  call<typeof deleteRecord>('DELETE /api/records/:type/:id', { params: { type, id } });

export const useDeleteRecord = ({ type, id }: RecordKey) =>
  useMutation({
    mutationFn: () => removeRecord({ type, id }),
    meta: { deletes: { recordId: id }, renews: ['records', 'links', 'search'] },
  });

export const historyPageSize = 25;

export const useRecordHistory = ({ type, id }: RecordKey, page: number) =>
  useApiPage<typeof getRecordHistory>(
    ['records', { recordId: id, history: page }],
    'GET /api/records/:type/:id/history',
    { page, pageSize: historyPageSize, params: { type, id } },
  );

const rowsPerRead = 1000;

/** Reads all records that match, up to `maximumSelected`. */
export const useAllMatching = (type: string) =>
  useMutation({
    mutationFn: async (body: ListBody) => {
      const all: CustomRecord[] = [];
      for (let page = 1; page <= maximumSelected / rowsPerRead; page++) {
        const { records } = await callList<typeof listRecords>('POST /api/records/:type/filters', {
          params: { type },
          query: { 'page-number': page, 'page-size': rowsPerRead },
          body,
        });
        all.push(...records);
        if (records.length < rowsPerRead) break;
      }
      return all;
    },
  });

/** Downloads all pages of a list as a file. */
export const useExport = (type: string) =>
  useMutation({
    mutationFn: async ({ body, format }: { body: ListBody; format: 'csv' | 'xlsx' }) =>
      saveFile(
        await send<typeof exportRecords>('POST /api/records/:type/export', {
          params: { type },
          query: { format },
          body,
        }),
        `${type}.${format}`,
      ),
  });
