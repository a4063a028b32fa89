import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { assertFewValues, mostParsedBytes, UnparsedBody } from './unparsed-body.ts';

/**
 * Parses JSON bodies like Fastify, after counting their values. Leaves large ones unparsed if their call defers
 * parsing.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.contract?.defersLargeBody && body.length > mostParsedBytes) {
      done(null, new UnparsedBody(body));
      return;
    }
    try {
      assertFewValues(body);
    } catch (error) {
      done(error as Error);
      return;
    }
    parse(request, body.toString('utf8'), done);
  });
  app.setValidatorCompiler(checkParsed);
}

/** Validates a parsed body by the contract. */
const checkParsed: FastifySchemaCompiler<z.ZodType> = (route) => {
  const validate = validatorCompiler(route);
  return (data) => (data instanceof UnparsedBody ? { value: data } : validate(data));
};
