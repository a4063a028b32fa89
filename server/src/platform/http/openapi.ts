import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { RouteContract } from '@twinward/contracts/core/route';
import { buildVersion } from '@twinward/contracts/core/version';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

/**
 * The plugin's own policy upgrades to https, which leaves its page blank over plain HTTP except on localhost.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // The plugin's page has inline styles.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const securityOf = ({ connection }: RouteContract) => [
  { session: [], database: [] },
  ...(connection ? [{ connection: [] }] : []),
];

/** Describes every call at /api/openapi.json, and as a page at /api/docs. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Twinward',
        version: buildVersion,
        description:
          'Sign in with POST /api/login; send the session’s id and the database’s name, each base64 encoded, ' +
          'in the headers SessId and DbName. The token of a connection goes into Authorization: Bearer. Failed calls answer with the schema Error.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'header', name: 'SessId' },
          database: { type: 'apiKey', in: 'header', name: 'DbName' },
          connection: { type: 'http', scheme: 'bearer', description: 'The token of a connection' },
        },
      },
    },
    transform: (input) => {
      const described = jsonSchemaTransform(input);
      const contract = input.route.config?.contract;
      if (!contract) return described;
      return {
        ...described,
        schema: {
          ...described.schema,
          ...(contract.access === 'public' ? {} : { security: securityOf(contract) }),
          ...(contract.body === 'file' ? { consumes: ['multipart/form-data'] } : {}),
        },
      };
    },
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: policy });
  const rateLimit = { max: 60, timeWindow: '1 minute' };
  app.get('/api/openapi.json', { schema: { hide: true }, config: { rateLimit } }, async () => app.swagger());
}
