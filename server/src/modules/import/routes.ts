import { importPoints, listRefusedRows } from '@twinward/contracts/import';
import { AppError } from '../../platform/errors.ts';
import type { Routing } from '../../platform/routing.ts';
import { checkImport, readRefused, startImport } from './service.ts';

export function importRoutes({ implement }: Routing): void {
  implement(importPoints, async ({ actor, request }) => {
    const fields: Record<string, unknown> = {};
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        fields[part.fieldname] = part.value;
        continue;
      }
      const input = await checkImport(actor.tenant.db, part.filename, fields);
      return { commandId: await startImport(actor, input, part.file) };
    }
    throw new AppError(
      'invalid-request',
      'Please send the fields first and then the file, as multipart/form-data.',
    );
  });
  implement(listRefusedRows, ({ actor, params, query }) => readRefused(actor, params.commandId, query));
}
