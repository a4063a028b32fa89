import { z } from 'zod';
import { attachmentTypes, maximumAttachmentBytes } from '../advisories/advisory-attachment.ts';
import { id, idParameter } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { recordIdentifier } from './field.ts';
import { recordParams } from './record.ts';

const defineRoute = routeGroup('Records');

export const recordAttachment = z
  .object({
    id,
    field: z
      .string()
      .nullable()
      .describe('Field of kind attachment that the file belongs to; null if it belongs to the record'),
    name: z.string(),
    type: z.string(),
    size: z.number().int().describe('Size in bytes'),
    userName: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'RecordAttachment' });
export type RecordAttachment = z.infer<typeof recordAttachment>;

export const listRecordAttachments = defineRoute('GET /api/records/:type/:id/attachments', {
  access: 'signed-in',
  summary: 'List the files of a record, by name',
  params: recordParams,
  response: z.array(recordAttachment),
});

export const attachToRecord = defineRoute('POST /api/records/:type/:id/attachments', {
  access: 'signed-in',
  summary: `Attach a file of at most 10 MB, as multipart/form-data. Types: ${Object.keys(attachmentTypes).join(', ')}`,
  params: recordParams,
  query: z.object({ field: recordIdentifier.optional().describe('Name of a field of kind attachment') }),
  body: 'file',
  bodyLimit: maximumAttachmentBytes + 64 * 1024,
  status: 201,
  response: recordAttachment,
});

const attachmentParams = recordParams.extend({ attachmentId: idParameter });

export const downloadRecordAttachment = defineRoute('GET /api/records/:type/:id/attachments/:attachmentId', {
  access: 'signed-in',
  summary: 'Download a file of a record',
  params: attachmentParams,
  response: 'file',
  contentTypes: [...Object.values(attachmentTypes)],
});

export const removeRecordAttachment = defineRoute('DELETE /api/records/:type/:id/attachments/:attachmentId', {
  access: 'signed-in',
  summary: 'Remove a file of a record',
  params: attachmentParams,
});
