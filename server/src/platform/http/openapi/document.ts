import { type Access, areas } from '@twinward/contracts/access/access';
import { requiredScopes } from '@twinward/contracts/access/service-account';
import { errorBody } from '@twinward/contracts/core/error';
import { liveEvent } from '@twinward/contracts/core/event';
import { cappedHeader, totalHeader } from '@twinward/contracts/core/list';
import { acceptsKey, type RouteContract, routeName } from '@twinward/contracts/core/route';
import { buildVersion } from '@twinward/contracts/core/version';
import { z } from 'zod';
import recorded from './examples.json' with { type: 'json' };
import { failureAnswers, failureSchemas, listFailures } from './failures.ts';
import type { JsonSchema } from './json-schemas.ts';
import { createSchemas, type FindSchema } from './route-schemas.ts';

/**
 * Returns the OpenAPI document of some calls.
 * @param introduction Markdown that is shown above them
 */
export function describeRoutes(routes: readonly RouteContract[], basePath: string, introduction: string) {
  const { findSchema, components } = createSchemas(routes, ['params', 'query', 'body', 'form', 'response'], {
    ':error': errorBody,
    ':event': liveEvent,
  });
  const names = namesOfParameters(routes);
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const rename = names(route.path);
    const path = route.path.replace(/:(\w+)/g, (_, name) => `{${rename(name)}}`).replace(/(.)\/$/, '$1');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route, findSchema, rename) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Twinward',
      version: buildVersion,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath }],
    tags: [...new Set(routes.map(({ tag }) => tag))].sort().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes,
      parameters: sharedParameters,
      headers: sharedHeaders,
      schemas: { ...components, ...failureSchemas },
      responses: failureAnswers,
    },
  };
}

type Rename = (parameter: string) => string;

/** OpenAPI treats `/lists/{id}` and `/lists/{name}` as one path, so the first names are used for both. */
function namesOfParameters(routes: readonly RouteContract[]): (path: string) => Rename {
  const toShape = (path: string) => path.replace(/:\w+/g, ':');
  const namesIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const first = new Map<string, string[]>();
  for (const { path } of routes) if (!first.has(toShape(path))) first.set(toShape(path), namesIn(path));
  return (path) => (name) => first.get(toShape(path))![namesIn(path).indexOf(name)]!;
}

function describeRoute(route: RouteContract, findSchema: FindSchema, rename: Rename): object {
  const body = describeBody(route, findSchema);
  return {
    operationId: routeName(route),
    summary: route.summary,
    description: describeConditions(route),
    tags: [route.tag],
    security: route.access === 'public' ? [] : describeSecurity(route),
    parameters: [
      ...describeParameters('path', findSchema(route, 'params'), rename),
      ...describeParameters('query', findSchema(route, 'query')),
      ...(acceptsKey(route) ? [refer('parameters', 'Idempotency-Key')] : []),
      ...(answersJson(route) && route.method === 'GET' ? [refer('parameters', 'If-None-Match')] : []),
      ...(route.response === 'stream' ? [refer('parameters', 'Last-Event-ID')] : []),
    ],
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: { ...describeSuccess(route, findSchema), ...listFailures(route) },
  };
}

const answersJson = ({ response }: RouteContract) => response instanceof z.ZodType;
const refer = (kind: 'parameters' | 'headers', name: string) => ({ $ref: `#/components/${kind}/${name}` });
const referToHeaders = (...names: readonly (keyof typeof sharedHeaders)[]) =>
  Object.fromEntries(['x-request-id' as const, ...names].map((name) => [name, refer('headers', name)]));

function describeParameters(
  place: 'path' | 'query',
  schema: JsonSchema | null,
  rename: Rename = (name) => name,
) {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...each }]) => ({
    name: rename(name),
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description ? { description } : {}),
    schema: each,
  }));
}

function describeBody(route: RouteContract, findSchema: FindSchema): object | null {
  if (route.body === 'bytes')
    return { 'text/plain': { schema: { type: 'string' } }, 'application/octet-stream': {} };
  if (route.body === 'file') {
    const { properties = {}, required = [] } = (findSchema(route, 'form') ?? {}) as {
      properties?: object;
      required?: string[];
    };
    const file = { type: 'string', format: 'binary', description: 'The file, sent after the fields' };
    const schema = { type: 'object', properties: { ...properties, file }, required: [...required, 'file'] };
    return { 'multipart/form-data': { schema } };
  }
  const schema = findSchema(route, 'body');
  if (!schema) return null;
  const example = findExample(route);
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

/**
 * An example body: that of the contract, else one from the tests, recorded by `npm run examples`; undefined for a call
 * without either.
 */
export const findExample = ({ method, path, example }: RouteContract): unknown =>
  example ?? (recorded as Readonly<Record<string, unknown>>)[`${method} ${path}`];

function describeSuccess(route: RouteContract, findSchema: FindSchema): Record<string, object> {
  const { response, contentTypes = [], paged, orNone, status = 200, method } = route;
  if (response === 'redirect')
    return { 302: { description: 'Redirects to another page', headers: referToHeaders('location') } };
  if (response === 'file' || response === 'stream') {
    const content = Object.fromEntries(
      contentTypes.map((type) => [
        type,
        { schema: response === 'stream' ? eventSchema : { type: 'string', format: 'binary' } },
      ]),
    );
    const headers = referToHeaders(...(response === 'file' ? (['content-disposition'] as const) : []));
    return { [status]: { description: response === 'file' ? 'The file' : 'The events', headers, content } };
  }
  const replayed = acceptsKey(route) ? (['idempotency-replayed'] as const) : [];
  const nothing = { description: 'No content', headers: referToHeaders(...replayed) };
  if (response === 'json-rpc') {
    const content = { 'application/json': { schema: { type: 'object' } } };
    return {
      200: { description: 'The answer to a request', headers: referToHeaders(), content },
      202: { ...nothing, description: 'The notification was accepted' },
    };
  }
  const schema = findSchema(route, 'response');
  if (!schema) return { [status]: nothing };
  const headers = referToHeaders(
    ...(paged ? ([totalHeader, cappedHeader] as const) : []),
    ...(method === 'GET' ? (['etag'] as const) : []),
    ...replayed,
  );
  return {
    [status]: { description: successes[status], headers, content: { 'application/json': { schema } } },
    ...(orNone ? { 204: { ...nothing, description: 'None exists' } } : {}),
    ...(method === 'GET'
      ? { 304: { ...nothing, description: 'Not modified: the ETag matches If-None-Match' } }
      : {}),
  };
}

const successes = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted: runs as a command',
  204: 'No content',
} as const;

/** A server-sent event contains JSON in its `data` line. */
const eventSchema = {
  type: 'string',
  contentMediaType: 'application/json',
  contentSchema: { $ref: '#/components/schemas/LiveEvent' },
};

function describeConditions(route: RouteContract): string {
  const { access, service, bodyLimit, rateLimit } = route;
  return [
    service === 'only' ? 'For service accounts only.' : describeAccess(access),
    access === 'public' ? null : describeScopes(route),
    bodyLimit === undefined
      ? null
      : `Maximum body size: ${(bodyLimit / 1024 ** 2).toLocaleString('en')} MiB.`,
    rateLimit === undefined ? null : `Rate limit: ${rateLimit} calls per minute.`,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

function describeAccess(access: Access): string {
  if (access === 'public') return 'No authentication required.';
  if (access === 'signed-in') return 'For all signed-in users.';
  if (access.startsWith('write:'))
    return `For users to whom the record type \`${access.slice('write:'.length)}\` is assigned.`;
  return `For administrators, and users in ${areas[access as keyof typeof areas].map((group) => `\`${group}\``).join(' or ')}.`;
}

function describeScopes(route: RouteContract): string {
  const scopes = requiredScopes(route)?.map((scope) => `\`${scope}\``);
  return scopes ? `Service accounts: ${scopes.join(' and ')}.` : 'Not for service accounts.';
}

const describeSecurity = (route: RouteContract) => [
  ...(route.service === 'only' ? [] : [{ session: [], database: [] }]),
  ...(requiredScopes(route) ? [{ service: [] }] : []),
  ...(route.connection ? [{ connection: [] }] : []),
];

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'header',
    name: 'SessId',
    description: 'Session id, as base64',
  },
  database: {
    type: 'apiKey',
    in: 'header',
    name: 'DbName',
    description: 'Database name, as base64',
  },
  service: { type: 'http', scheme: 'bearer', description: 'Token of a service account' },
  connection: { type: 'http', scheme: 'bearer', description: 'Token of a connection' },
};

const headerParameter = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', maxLength: 200 },
  example,
});

const sharedParameters = {
  'Idempotency-Key': headerParameter(
    'Idempotency-Key',
    'Any text, such as a UUID. Repeating the call with the same key within 24 hours returns the first response and creates nothing. With another body, the call is refused (409).',
    '0b6f1d5e-3c2f-4c3e-9d0c-6a0a7f5f9a11',
  ),
  'If-None-Match': headerParameter(
    'If-None-Match',
    'ETag of an earlier response. Returns 304 without a body if nothing has changed',
    'W/"3q2-7wAAAAAAAAAAAAAAAAAAAAA"',
  ),
  'Last-Event-ID': headerParameter(
    'Last-Event-ID',
    'Id of the last received event; the stream continues after it',
    '1042',
  ),
};

const header = (description: string, schema: JsonSchema) => ({ description, schema });
const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

const sharedHeaders = {
  'x-request-id': header('Id of the request in the server log', text),
  'retry-after': header('Seconds to wait before retrying', count),
  allow: header('Methods that the path supports', text),
  etag: header('Version of the response, for If-None-Match', text),
  location: header('Address of the other page', text),
  'idempotency-replayed': header(
    '`true` if this is the response of an earlier call with the same Idempotency-Key',
    {
      type: 'string',
      enum: ['true'],
    },
  ),
  'content-disposition': header('Name of the file', text),
  [totalHeader]: header('Total number of matching records', count),
  [cappedHeader]: header('`true` if more records match than the total', { type: 'string', enum: ['true'] }),
} as const;
