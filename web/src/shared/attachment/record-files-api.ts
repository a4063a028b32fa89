import { useMutation } from '@tanstack/react-query';
import type {
  attachToRecord,
  downloadRecordAttachment,
  listRecordAttachments,
  removeRecordAttachment,
} from '@twinward/contracts/records/record-attachment';
import { useApiMutation } from '../api/api-mutation.ts';
import { useApiQuery } from '../api/api-query.ts';
import { call, send } from '../api/http.ts';
import { saveFile } from '../api/save-file.ts';
import type { RecordKey } from '../record/record-key.ts';

export const useRecordFiles = ({ type, id }: RecordKey) =>
  useApiQuery<typeof listRecordAttachments>(
    ['records', { recordId: id, files: type }],
    'GET /api/records/:type/:id/attachments',
    { params: { type, id } },
  );

/** @param field the attachment field; null for the record itself */
export const useAttach = ({ type, id }: RecordKey, field: string | null) =>
  useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('file', file, file.name);
      return call<typeof attachToRecord>('POST /api/records/:type/:id/attachments', {
        params: { type, id },
        query: field === null ? {} : { field },
        body,
      });
    },
    meta: { says: 'The file was attached.', renews: ['records'] },
  });

export const useDetach = ({ type, id }: RecordKey) =>
  useApiMutation<typeof removeRecordAttachment, number>(
    'DELETE /api/records/:type/:id/attachments/:attachmentId',
    { toCall: (attachmentId) => ({ params: { type, id, attachmentId } }), renews: ['records'] },
  );

export const useDownload = ({ type, id }: RecordKey) =>
  useMutation({
    mutationFn: async ({ attachmentId, name }: { attachmentId: number; name: string }) =>
      saveFile(
        await send<typeof downloadRecordAttachment>('GET /api/records/:type/:id/attachments/:attachmentId', {
          params: { type, id, attachmentId },
        }),
        name,
      ),
  });
