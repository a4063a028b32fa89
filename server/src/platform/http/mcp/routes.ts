import { callMcp } from '@twinward/contracts/access/mcp';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';
import type { Routing } from '../routing.ts';
import { createCaller, endCallsWithCallers, pickHeaders } from './caller.ts';
import { listTools, type Tool } from './tools.ts';

/** The headers of a message that the protocol uses. */
const readHeaders = ['accept', 'content-type', 'mcp-protocol-version'];

/** Binds the endpoint of the Model Context Protocol. */
export function mcpRoutes({ implement }: Routing, app: FastifyInstance): void {
  endCallsWithCallers(app);
  implement(callMcp, async ({ actor, body, query, request, reply }) => {
    const tools = chosenTools(query.tags);
    // Loaded on demand: it is slow to load, and most processes never need it.
    const { answerMessage } = await import('./server.ts');
    const caller = createCaller(app, { actor, request, reply });
    const headers = pickHeaders(request, readHeaders);
    const { status, text } = await answerMessage(body, headers, { tools, caller, log: request.log });
    reply.status(status);
    return text === '' ? reply.send() : reply.type('application/json').send(text);
  });
}

/** @throws AppError `invalid-request` with the list of all tags. */
function chosenTools(list: string | undefined): ReadonlyMap<string, Tool> {
  const tools = listTools();
  if (list === undefined) return tools;
  const chosen = list.split(',').map((tag) => tag.trim().toLowerCase());
  const all = new Map([...tools.values()].map(({ route: { tag } }) => [tag.toLowerCase(), tag]));
  const unknown = chosen.filter((tag) => !all.has(tag));
  if (unknown.length > 0)
    throw new AppError(
      'invalid-request',
      `tags: Unknown tags: ${unknown.join(', ')}. Available tags: ${[...all.values()].sort().join(', ')}.`,
    );
  return new Map([...tools].filter(([, { route }]) => chosen.includes(route.tag.toLowerCase())));
}
