import { AsyncLocalStorage } from 'node:async_hooks';
import { sessionHeaders } from '@twinward/contracts/access/session';
import { cappedHeader, type Paging, totalHeader } from '@twinward/contracts/core/list';
import { type RouteContract, routeName } from '@twinward/contracts/core/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../actor.ts';
import { AppError } from '../../errors.ts';
import type { CallAnswer } from './answer.ts';
import { type Arguments, toRequest } from './request.ts';
import { listTools, type Tool } from './tools.ts';

/** Time limit of a call, in milliseconds. */
const callTimeout = 60_000;

/** Makes calls of the API on behalf of the account that sent a request. */
export interface Caller {
  actor: Actor;
  /** @throws ArgumentProblem */
  call(tool: Tool, args: Arguments): Promise<CallAnswer>;
  /** Like `call`, by route instead of tool. */
  ask(route: RouteContract, args: Arguments): Promise<CallAnswer>;
}

const credentials = ['authorization', sessionHeaders.session, sessionHeaders.database].map((name) =>
  name.toLowerCase(),
);

/** The headers with these names that a request has exactly once. */
export const pickHeaders = (request: FastifyRequest, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** Aborts the calls made in its context. */
const callEnd = new AsyncLocalStorage<AbortSignal>();

/** Aborts calls together with their caller. `inject` only aborts calls whose body it has not read yet. */
export function endCallsWithCallers(app: FastifyInstance): void {
  app.addHook('onRequest', async (_, { raw }) => {
    const signal = callEnd.getStore();
    if (!signal) return;
    const end = () => raw.destroy(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

/**
 * Calls use their own routes, with the credentials and the IP address of the request, so access, limits and audit are
 * those of the API. A call is aborted when its caller closes the connection.
 * @param app with `endCallsWithCallers`
 */
export function createCaller(
  app: FastifyInstance,
  { actor, request, reply }: { actor: Actor; request: FastifyRequest; reply: FastifyReply },
  milliseconds: number = callTimeout,
): Caller {
  const closed = new AbortController();
  reply.raw.once('close', () => closed.abort());
  const own = pickHeaders(request, credentials);
  async function call(tool: Tool, args: Arguments): Promise<CallAnswer> {
    const { headers, ...sent } = toRequest(tool, args);
    const time = AbortSignal.timeout(milliseconds);
    const end = AbortSignal.any([closed.signal, time]);
    try {
      end.throwIfAborted();
      const answer = await callEnd.run(
        end,
        async () => await app.inject({ ...sent, headers: { ...headers, ...own }, remoteAddress: request.ip }),
      );
      return {
        status: answer.statusCode,
        payload: answer.payload,
        total: numberIn(answer.headers[totalHeader]),
        isCapped: answer.headers[cappedHeader] === 'true',
        retryAfter: numberIn(answer.headers['retry-after']),
      };
    } catch (error) {
      if (time.aborted) return tooLong(request.id, milliseconds);
      throw error;
    }
  }
  return { actor, call, ask: (route, args) => call(listTools().get(routeName(route))!, args) };
}

function numberIn(header: unknown): number | null {
  return header === undefined ? null : Number(header);
}

function tooLong(requestId: string, milliseconds: number): CallAnswer {
  const message = `The call was aborted after ${milliseconds / 1000} s. Its changes may have been saved. Please request less.`;
  const error = new AppError('unavailable', message);
  return {
    status: error.status,
    payload: JSON.stringify(error.body(requestId)),
    total: null,
    isCapped: false,
    retryAfter: null,
  };
}

/** The page of a list in the arguments of a tool; null for other calls. */
export function readPage({ route, listed }: Tool, args: Arguments): Paging | null {
  if (!route.paged) return null;
  const properties = listed.inputSchema.properties as Record<string, { default?: number }>;
  const readNumber = (name: keyof Paging) => Number(args[name] ?? properties[name]?.default ?? 1);
  return { 'page-number': readNumber('page-number'), 'page-size': readNumber('page-size') };
}
