import {
  commentAdvisory,
  createAdvisory,
  deleteAdvisory,
  getAdvisory,
  getAdvisoryRecord,
  listAdvisories,
  listSimilarAdvisories,
  sendWorkRequest,
  transitionAdvisory,
  updateAdvisory,
} from '@twinward/contracts/advisories/advisory';
import {
  attachToAdvisory,
  downloadAttachment,
  maximumAttachmentBytes,
  removeAttachment,
} from '@twinward/contracts/advisories/advisory-attachment';
import {
  changeAdvisories,
  exportAdvisories,
  transitionAdvisories,
} from '@twinward/contracts/advisories/advisory-bulk';
import { listRequest, pageRequest } from '../../../platform/database/list.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { contentDisposition } from '../../../platform/http/content-disposition.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { receiveFile } from '../../../platform/http/upload-form.ts';
import { sendExport } from '../../jobs/list-export/service.ts';
import { getProtection } from '../../protections/protection/service.ts';
import { attach, detach, getAttachment, toContentType } from './attachment.ts';
import { startBulk, startBulkChange } from './bulk.ts';
import { exportedAdvisories } from './export.ts';
import * as read from './read.ts';
import { listAdvisoryRecords } from './record.ts';
import { transitionIn } from './transition.ts';
import * as workRequest from './work-request.ts';
import * as write from './write.ts';

export function advisoryRoutes({ implement }: Routing): void {
  implement(listAdvisories, ({ actor, body, query }) => read.listAdvisories(actor, listRequest(body, query)));
  implement(getAdvisory, ({ actor, params }) => read.getAdvisory(actor.tenant.db, actor, params.id));
  implement(listSimilarAdvisories, ({ actor, params, query }) =>
    read.listSimilarAdvisories(actor.tenant.db, params.id, pageRequest(query)),
  );
  implement(createAdvisory, ({ actor, body }) => write.createAdvisory(actor, body));
  implement(updateAdvisory, ({ actor, params, body }) => write.updateAdvisory(actor, params.id, body));
  implement(deleteAdvisory, ({ actor, params }) => write.deleteAdvisory(actor, params.id));
  implement(transitionAdvisory, ({ actor, params, body }) =>
    withTransaction(actor.tenant.db, async (db) => {
      await transitionIn(db, actor, params.id, body);
      return read.getAdvisory(db, actor, params.id);
    }),
  );
  implement(transitionAdvisories, ({ actor, body }) => startBulk(actor, body));
  implement(changeAdvisories, ({ actor, body }) => startBulkChange(actor, body));
  implement(exportAdvisories, (call) => sendExport(call, exportedAdvisories(call.actor)));
  implement(sendWorkRequest, ({ actor, params }) => workRequest.sendWorkRequest(actor, params.id));
  implement(commentAdvisory, ({ actor, params, body }) => write.addComment(actor, params.id, body.text));
  implement(attachToAdvisory, ({ actor, params, request }) =>
    receiveFile(request, (file) => attach(actor, params.id, file), { fileSize: maximumAttachmentBytes }),
  );
  implement(downloadAttachment, async ({ actor, params, reply }) => {
    const { name, type, data } = await getAttachment(actor, params.id, params.attachmentId);
    return reply
      .type(toContentType(type, data))
      .header('content-disposition', contentDisposition(name))
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(data);
  });
  implement(removeAttachment, ({ actor, params }) => detach(actor, params.id, params.attachmentId));
  implement(getAdvisoryRecord, async ({ actor, params }) => {
    await getProtection(actor.tenant.db, params.id);
    return (await listAdvisoryRecords(actor.tenant.db, [params.id]))[0]!;
  });
}
