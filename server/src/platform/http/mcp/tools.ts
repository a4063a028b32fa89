import { requiredScopes } from '@twinward/contracts/access/service-account';
import { acceptsKey, type RouteContract, readsOnly, routeName } from '@twinward/contracts/core/route';
import { routes } from '@twinward/contracts/core/routes';
import { z } from 'zod';
import { type JsonSchema, referredName, standingAlone } from '../openapi/json-schemas.ts';
import { createSchemas, type FindSchema } from '../openapi/route-schemas.ts';

/** A call of the API as a tool of the Model Context Protocol. */
export interface Tool {
  route: RouteContract;
  /** Names of the arguments that are sent in the query. */
  query: readonly string[];
  required: readonly string[];
  /** The tool in the list of the protocol. */
  listed: {
    name: string;
    description: string;
    inputSchema: JsonSchema & { type: 'object' };
    annotations: {
      readOnlyHint: boolean;
      destructiveHint: boolean;
      idempotentHint: boolean;
      openWorldHint: boolean;
    };
  };
}

/** The argument for the header `Idempotency-Key` of calls that create something. */
export const keyArgument = 'idempotency-key';

/** Whether a call can be a tool: it is open to service accounts, and its body and response are JSON or empty. */
export const isTool = (route: RouteContract): boolean =>
  route.access !== 'public' &&
  requiredScopes(route) !== null &&
  [route.body, route.response].every((part) => part === undefined || part instanceof z.ZodType);

let described: ReadonlyMap<string, Tool> | undefined;

/** The tools by name. They are built on first use, which takes half a second. */
export function listTools(): ReadonlyMap<string, Tool> {
  described ??= describeTools(routes.filter(isTool));
  return described;
}

function describeTools(calls: readonly RouteContract[]): ReadonlyMap<string, Tool> {
  const { findSchema, components } = createSchemas(calls, ['params', 'query', 'body']);
  return new Map(calls.map((route) => [routeName(route), describeTool(route, findSchema, components)]));
}

interface ObjectSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

function describeTool(
  route: RouteContract,
  findSchema: FindSchema,
  components: Readonly<Record<string, JsonSchema>>,
): Tool {
  const params = (findSchema(route, 'params') ?? {}) as ObjectSchema;
  const query = (findSchema(route, 'query') ?? {}) as ObjectSchema;
  const body = findSchema(route, 'body');
  const required = [
    ...Object.keys(params.properties ?? {}),
    ...(query.required ?? []),
    ...(body && needsBody(body, components) ? ['body'] : []),
  ];
  const properties = {
    ...params.properties,
    ...query.properties,
    ...(body ? { body } : {}),
    ...(acceptsKey(route) ? { [keyArgument]: keySchema } : {}),
  };
  const inputSchema = standingAlone(
    { type: 'object', properties, required, additionalProperties: false },
    components,
  );
  return {
    route,
    query: Object.keys(query.properties ?? {}),
    required,
    listed: {
      name: routeName(route),
      description: describe(route),
      inputSchema: { ...inputSchema, type: 'object' },
      annotations: {
        readOnlyHint: readsOnly(route),
        destructiveHint: !readsOnly(route) && route.status !== 201,
        idempotentHint: readsOnly(route) || route.method === 'PUT' || route.method === 'DELETE',
        openWorldHint: false,
      },
    },
  };
}

/** Whether an empty body is rejected. */
function needsBody(body: JsonSchema, components: Readonly<Record<string, JsonSchema>>): boolean {
  const { type, required } = (components[referredName(body)] ?? body) as JsonSchema & ObjectSchema;
  return type !== 'object' || (required ?? []).length > 0;
}

const keySchema = {
  type: 'string',
  maxLength: 200,
  description:
    'Any text. Repeating a call with the same text and arguments returns the first response and creates nothing',
};

const describe = ({ summary, paged, status }: RouteContract): string =>
  [
    `${summary}.`,
    paged ? '`total` is the total number of records; page-number starts at 1.' : null,
    status === 202
      ? 'Starts a command: use getCommand with the commandId of the response for its progress.'
      : null,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
