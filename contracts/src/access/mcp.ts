import { z } from 'zod';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Service accounts');

/**
 * The Model Context Protocol (https://modelcontextprotocol.io), through which an assistant lists the calls of the API
 * as tools and makes them with the token of a service account.
 */

export const mcpPath = '/api/mcp';

/** One JSON-RPC 2.0 message: a request, or a notification without an id. Batches are refused. */
const mcpMessage = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string().max(200), z.number().int()]).optional(),
    method: z.string().max(200).optional(),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'McpMessage' });

export const callMcp = defineRoute(`POST ${mcpPath}`, {
  access: 'signed-in',
  service: 'only',
  reads: true,
  rateLimit: 600,
  summary:
    'Call the endpoint of the Model Context Protocol: streamable HTTP without sessions, with the calls of this API as tools',
  query: z.object({
    tags: z
      .string()
      .max(1000)
      .optional()
      .describe(
        'Tags of calls, separated by commas: only calls with these tags become tools. All calls if omitted',
      ),
  }),
  body: mcpMessage,
  response: 'json-rpc',
});
