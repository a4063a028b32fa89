import { importPoints, listRefusedRows } from '@twinward/contracts/signals/import';
import type { Routing } from '../../../platform/http/routing.ts';
import { takeFile } from '../../../platform/http/upload-form.ts';
import { checkImport, readRefused, startImport } from './service.ts';

export function importRoutes({ implement }: Routing): void {
  implement(importPoints, ({ actor, request }) =>
    takeFile(request, async ({ fileName, fields, content }) => {
      const input = await checkImport(actor.tenant.db, fileName, fields);
      return { commandId: await startImport(actor, input, content) };
    }),
  );
  implement(listRefusedRows, ({ actor, params, query }) => readRefused(actor, params.commandId, query));
}
