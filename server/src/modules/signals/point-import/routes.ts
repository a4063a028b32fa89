import {
  importPoints,
  listRefusedRows,
  maximumHeadBytes,
  readFileHead,
} from '@twinward/contracts/signals/import';
import type { Routing } from '../../../platform/http/routing.ts';
import { receiveFile } from '../../../platform/http/upload-form.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { checkImport, readRefused, readUploadHead, startImport } from './service.ts';

export function importRoutes({ implement }: Routing): void {
  implement(importPoints, ({ actor, request }) =>
    receiveFile(
      request,
      async ({ fileName, fields, content }) => {
        const input = await checkImport(actor, fileName, fields);
        return startImport(actor, input, content);
      },
      { fields: 20, fieldSize: 1_000_000 },
    ),
  );
  implement(readFileHead, (call) =>
    receiveFile(
      call.request,
      (file) => readUploadHead(call.actor, file, (kept) => runTask(call, 'read-head', kept)),
      { fileSize: maximumHeadBytes },
    ),
  );
  implement(listRefusedRows, ({ actor, params, query }) => readRefused(actor, params.commandId, query));
}
