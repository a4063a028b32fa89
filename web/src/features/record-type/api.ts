import { useMutation } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type {
  copyRecordType,
  createRecordType,
  deleteRecordType,
  getRecordTypeUse,
  listRecordTypes,
  RecordType,
  removeField,
  updateRecordType,
} from '@twinward/contracts/records/record-type';
import { useApiMutation } from '../../shared/api/api-mutation.ts';
import { useApiPage, useApiQuery } from '../../shared/api/api-query.ts';
import { call } from '../../shared/api/http.ts';

export const pageSize = 100;

export const useTypeList = (body: ListBody, page: number) =>
  useApiPage<typeof listRecordTypes>(['record-types', { body, page }], 'POST /api/recordtypes/filters', {
    page,
    pageSize,
    body,
  });

/** The number of records of a type, and the number with a value in each field. */
export const useTypeUse = (name: string) =>
  useApiQuery<typeof getRecordTypeUse>(
    ['record-types', { name, use: true }],
    'GET /api/recordtypes/:name/use',
    { params: { name } },
  );

const effects = {
  saves: ({ name }: RecordType) => ['record-types', { name }] as const,
  renews: ['record-types', 'records'] as const,
};

export interface NewType {
  name: string;
  caption: string;
}

/** Creates a type. @param copied name of the type to copy; null for none */
export const useCreateType = (copied: string | null) =>
  useMutation({
    mutationFn: (body: NewType) =>
      copied === null
        ? call<typeof createRecordType>('POST /api/recordtypes', { body })
        : call<typeof copyRecordType>('POST /api/recordtypes/:name/copy', {
            params: { name: copied },
            body,
          }),
    meta: {
      ...effects,
      undo:
        ({ name }: RecordType) =>
        () =>
          removeType(name),
    },
  });

export const useUpdateType = (name: string) =>
  useApiMutation<typeof updateRecordType>('PUT /api/recordtypes/:name', { params: { name }, ...effects });

const removeType = (name: string) =>
  call<typeof deleteRecordType>('DELETE /api/recordtypes/:name', { params: { name } });

export const useDeleteType = (name: string) =>
  useMutation({
    mutationFn: () => removeType(name),
    meta: { deletes: { name }, renews: ['record-types'] },
  });

/** Starts a command that removes a deprecated field with its values. */
export const useRemoveField = (name: string) =>
  useApiMutation<typeof removeField, string>('POST /api/recordtypes/:name/fields/:field/remove', {
    toCall: (field) => ({ params: { name, field } }),
    says: null,
    renews: ['commands'],
  });
