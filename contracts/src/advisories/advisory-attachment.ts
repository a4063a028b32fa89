import { z } from 'zod';
import { id } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Advisories');

export const advisoryAttachment = z
  .object({
    id,
    name: z.string(),
    type: z.string(),
    size: z.number().int().describe('Size in bytes'),
    userName: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AdvisoryAttachment' });
export type AdvisoryAttachment = z.infer<typeof advisoryAttachment>;

export const maximumAttachmentBytes = 10 * 1024 * 1024;
/** Content types of the files that can be attached, by file extension. */
export const attachmentTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  txt: 'text/plain',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

export const attachToAdvisory = defineRoute('POST /api/advisories/:id/attachments', {
  access: 'write:advisory',
  summary: `Attach a file of at most 10 MB, as multipart/form-data. File types: ${Object.keys(attachmentTypes).join(', ')}`,
  body: 'file',
  bodyLimit: maximumAttachmentBytes + 64 * 1024,
  status: 201,
  response: advisoryAttachment,
});

export const downloadAttachment = defineRoute('GET /api/advisories/:id/attachments/:attachmentId', {
  access: 'apps',
  summary: 'Download an attached file',
  response: 'file',
  contentTypes: [...Object.values(attachmentTypes)],
});

export const removeAttachment = defineRoute('DELETE /api/advisories/:id/attachments/:attachmentId', {
  access: 'write:advisory',
  summary: 'Remove an attached file',
});
