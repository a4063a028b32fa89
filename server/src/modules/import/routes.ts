import { importPoints, listRefusedRows } from '@twinward/contracts/import';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Routing } from '../../platform/routing.ts';
import { checkImport, readRefused, startImport } from './service.ts';

export function importRoutes({ implement }: Routing): void {
  implement(importPoints, ({ actor, request }) => takeIn(actor, request).catch(refuseBrokenForm));
  implement(listRefusedRows, ({ actor, params, query }) => readRefused(actor, params.commandId, query));
}

async function takeIn(actor: Actor, request: FastifyRequest): Promise<{ commandId: string }> {
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
}

/** What is wrong with a form is thrown without a class or a code of its own. */
function refuseBrokenForm(error: Error): never {
  if (/^Multipart:|multipart data$/.test(error.message))
    throw new AppError('invalid-request', 'The form is damaged or breaks off. Please send it again.');
  throw error;
}
