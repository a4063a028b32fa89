import { z } from 'zod';
import { defineRoute } from '../core/route.ts';

/**
 * The Model Context Protocol (https://modelcontextprotocol.io), over which an assistant finds the calls of the API as tools
 * and makes them with the token of a service account.
 */

export const mcpPath = '/api/mcp';

/** One message of JSON-RPC 2.0: a request, or a notification without an id. Lists of messages are refused. */
const mcpMessage = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string().max(200), z.number().int()]).optional(),
    method: z.string().max(200).optional(),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'McpMessage' });

export const callMcp = defineRoute({
  method: 'POST',
  path: mcpPath,
  access: 'signed-in',
  service: 'only',
  reads: true,
  rateLimit: 600,
  tag: 'Service accounts',
  summary:
    'The endpoint of the Model Context Protocol: streamable HTTP without sessions, whose tools are the calls of this API',
  query: z.object({
    tags: z
      .string()
      .max(1000)
      .optional()
      .describe('Tags of calls, separated by commas: only these calls are tools. All unless given'),
  }),
  body: mcpMessage,
  response: 'json-rpc',
});
