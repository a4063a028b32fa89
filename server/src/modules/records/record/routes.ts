import { maximumAttachmentBytes } from '@twinward/contracts/advisories/advisory-attachment';
import { maximumRowFileBytes } from '@twinward/contracts/core/row-import';
import {
  changeRecords,
  createRecord,
  deleteRecord,
  exportRecords,
  findRecord,
  getRecord,
  getRecordHistory,
  listRecords,
  listRollUps,
  searchRecords,
  transitionRecord,
  updateRecord,
} from '@twinward/contracts/records/record';
import {
  attachToRecord,
  downloadRecordAttachment,
  listRecordAttachments,
  removeRecordAttachment,
} from '@twinward/contracts/records/record-attachment';
import {
  checkRecordImport,
  downloadRecordImportRows,
  downloadRecordTemplate,
  listRecordImportRows,
  recheckRecordImport,
  runRecordImport,
} from '@twinward/contracts/records/record-import';
import { removeField } from '@twinward/contracts/records/record-type';
import { listRequest, pageRequest } from '../../../platform/database/list.ts';
import { contentDisposition } from '../../../platform/http/content-disposition.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { receiveFile } from '../../../platform/http/upload-form.ts';
import { listResults, sendResults, sendWorkbook } from '../../jobs/row-import/service.ts';
import { getWritableTypeOfAny } from '../record-type/service.ts';
import * as attachments from './attachments.ts';
import { startBulkChange } from './bulk.ts';
import * as exporting from './export.ts';
import * as history from './history.ts';
import { recordImport } from './import-results.ts';
import { assertOwnImport, startRecordCheck, startRecordRecheck, startRecordRun } from './import-service.ts';
import * as search from './search.ts';
import * as service from './service.ts';

export function recordRoutes({ implement }: Routing): void {
  implement(listRecords, ({ actor, params, body, query }) =>
    service.listRecords(actor, params.type, listRequest(body, query)),
  );
  implement(getRecord, ({ actor, params }) => service.getRecord(actor, params.type, params.id));
  implement(findRecord, ({ actor, params }) => service.findRecord(actor, params.id));
  implement(listRollUps, ({ actor, params, query }) => service.listRollUps(actor, params.type, query.id));
  implement(createRecord, ({ actor, params, body }) => service.createRecord(actor, params.type, body));
  implement(updateRecord, ({ actor, params, body }) =>
    service.updateRecord(actor, params.type, params.id, body),
  );
  implement(transitionRecord, ({ actor, params, body }) =>
    service.transitionRecord(actor, params.type, params.id, body),
  );
  implement(deleteRecord, ({ actor, params }) => service.deleteRecord(actor, params.type, params.id));
  implement(changeRecords, ({ actor, params, body }) => startBulkChange(actor, params.type, body));
  implement(getRecordHistory, ({ actor, params, query }) =>
    history.getRecordHistory(actor, params.type, params.id, pageRequest(query)),
  );
  implement(searchRecords, ({ actor, body, query }) =>
    search.searchRecords(actor, {
      ...body,
      ...pageRequest(query),
    }),
  );
  implement(exportRecords, async ({ actor, params, query, body, reply }) => {
    const { fileName, type, content } = await exporting.exportRecords(actor, params.type, query.format, body);
    return reply.type(type).header('content-disposition', contentDisposition(fileName)).send(content);
  });
  implement(removeField, ({ actor, params }) => service.startFieldRemoval(actor, params.name, params.field));
  implementAttachments({ implement });
  implementImport({ implement });
}

function implementAttachments({ implement }: Routing): void {
  implement(listRecordAttachments, ({ actor, params }) =>
    attachments.listAttachments(actor, params.type, params.id),
  );
  implement(attachToRecord, async ({ actor, params, query, request }) => {
    // Checked before the file is read.
    await getWritableTypeOfAny(actor.tenant.db, actor, params.type);
    return receiveFile(
      request,
      (file) => attachments.attach(actor, params.type, params.id, file, query.field ?? null),
      { fileSize: maximumAttachmentBytes },
    );
  });
  implement(downloadRecordAttachment, async ({ actor, params, reply }) => {
    const file = await attachments.getAttachment(actor, params.type, params.id, params.attachmentId);
    return reply
      .type(file.type)
      .header('content-disposition', contentDisposition(file.name))
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(file.data);
  });
  implement(removeRecordAttachment, ({ actor, params }) =>
    attachments.detach(actor, params.type, params.id, params.attachmentId),
  );
}

function implementImport({ implement }: Routing): void {
  implement(downloadRecordTemplate, async ({ actor, params, reply }) => {
    const type = await getWritableTypeOfAny(actor.tenant.db, actor, params.type);
    return sendWorkbook(reply, `${type.name}.xlsx`, exporting.streamTemplate(actor.tenant.db, actor, type));
  });
  implement(checkRecordImport, async ({ actor, params, request }) => {
    await getWritableTypeOfAny(actor.tenant.db, actor, params.type);
    return receiveFile(request, (file) => startRecordCheck(actor, params.type, file), {
      fileSize: maximumRowFileBytes,
    });
  });
  implement(recheckRecordImport, ({ actor, params, body }) =>
    startRecordRecheck(actor, params.type, params.commandId, body.mapping),
  );
  implement(runRecordImport, ({ actor, params }) => startRecordRun(actor, params.type, params.commandId));
  implement(listRecordImportRows, async ({ actor, params, body, query }) => {
    await assertOwnImport(actor, params.type, params.commandId);
    return listResults(actor, recordImport, params.commandId, listRequest(body, query));
  });
  implement(downloadRecordImportRows, async ({ actor, params, reply }) => {
    await assertOwnImport(actor, params.type, params.commandId);
    return sendResults(reply, actor, recordImport, params.commandId);
  });
}
