import {
  requiredScopes,
  type ServiceScope,
  serviceTokenPrefix,
} from '@twinward/contracts/access/service-account';
import { sessionHeaders } from '@twinward/contracts/access/session';
import { connectionTokenPrefix } from '@twinward/contracts/connections/connection';
import { commandReference } from '@twinward/contracts/core/command';
import { insufficientPrivilege } from '@twinward/contracts/core/error';
import { cappedHeader, type Page, totalHeader } from '@twinward/contracts/core/list';
import type {
  RawResponse,
  RouteBody,
  RouteContract,
  RouteKey,
  RouteParams,
  RouteQuery,
  RouteResponse,
} from '@twinward/contracts/core/route';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { assertAccess } from '../access.ts';
import { type Actor, type Authenticate, type Credentials, toCallerKey } from '../actor.ts';
import { AppError } from '../errors.ts';
import { assertKeepable } from '../text.ts';
import { databaseOfToken } from '../tokens.ts';
import { runOnce } from './idempotency.ts';
import { findSentBack, type SentBack, withoutSentBack } from './sent-back.ts';
import { createFileLimit, createLargeBodyLimit, hasLargeBody } from './shared-limits.ts';
import { createStreamLimit } from './stream-limit.ts';
import { UnparsedBody } from './unparsed-body.ts';

/** What a handler receives: the request's parts with the types of the contract, and the user. */
export interface Call<R extends RouteContract> {
  params: RouteParams<R>;
  query: RouteQuery<R>;
  body: RouteBody<R> | (R extends { defersLargeBody: true } ? UnparsedBody : never);
  actor: R['access'] extends 'public' ? null : Actor;
  request: FastifyRequest;
  reply: FastifyReply;
}

type CommandReference = z.infer<typeof commandReference>;

type Answer<R extends RouteContract> = R extends { response: RawResponse }
  ? FastifyReply
  : R extends { response: z.ZodType }
    ? R extends { paged: true }
      ? RouteResponse<R> extends (infer T)[]
        ? Page<T>
        : never
      : R extends { orNone: true }
        ? RouteResponse<R> | null
        : // Of a call that starts a command, its handler returns the id.
          [CommandReference, keyof RouteResponse<R>] extends [RouteResponse<R>, 'commandId']
          ? string
          : RouteResponse<R>
    : // Of a call that answers nothing, whatever its handler returns is left out.
      unknown;

export type Handler<R extends RouteContract> = (call: Call<R>) => Promise<Answer<R>>;

/** Binds calls of the contract to their handlers. A module's `routes.ts` is a list of these. */
export interface Routing {
  implement<R extends RouteContract>(contract: R, handler: Handler<R>): void;
}

/** Every bound call, to compare with the contract. */
export interface BoundRouting extends Routing {
  bound: ReadonlySet<string>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    contract?: RouteContract;
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
}

/**
 * Registers calls on the app: checks access first, then the input by the contract and whether it can be stored, then
 * runs the handler.
 */
export function createRouting(app: FastifyInstance, authenticate: Authenticate): BoundRouting {
  const bound = new Set<string>();
  const limitLargeBodies = createLargeBodyLimit();
  const limitFiles = createFileLimit();
  const limitStreams = createStreamLimit();
  app.decorateRequest('actor', null);
  return {
    bound,
    implement(contract, handler) {
      const sentBack = sentBackTo(contract);
      const holdsLargeBody = contract.bodyLimit !== undefined && contract.body !== 'file';
      bound.add(`${contract.method} ${contract.path}` satisfies RouteKey<RouteContract>);
      const options: RouteOptions = {
        method: contract.method,
        url: contract.path,
        schema: requestSchema(contract),
        config: {
          contract,
          ...rateLimitOptions(contract),
        },
        ...(holdsLargeBody ? { bodyLimit: contract.bodyLimit! } : {}),
        onRequest: async (request, reply) => {
          // Checked before the session is looked up; a request without credentials is not counted.
          if (contract.response === 'stream' && readCredentials(request)) limitStreams(request, reply);
          request.actor = await findActor(request, contract, authenticate);
          if (request.actor) checkAccess(request.actor, contract, request.params);
          assertContentType(request, contract);
          if (!request.actor) return;
          if (holdsLargeBody && hasLargeBody(request)) limitLargeBodies(request.actor, reply);
          if (contract.response === 'file') limitFiles(request.actor, reply);
        },
        preValidation: async (request) => {
          if (contract.paged) request.query = pagedQuery(request.query);
          if (sentBack) request.body = withoutSentBack(request.body, sentBack);
        },
        handler: async (request, reply) => {
          const { params, query, body, actor } = request;
          if (!(body instanceof UnparsedBody || body instanceof Uint8Array)) assertKeepable(body);
          const answer = await runOnce({ contract, request, reply, actor }, async () => {
            const answered = await handler({ params, query, body, actor, request, reply } as never);
            return contract.response === commandReference ? { commandId: answered } : answered;
          });
          return send(reply, contract, answer);
        },
      };
      if (contract.body === 'bytes') app.register(async (scope) => routeBytes(scope, options));
      else app.route(options);
    },
  };
}

/** Registers a route that receives a body of any content type as bytes. */
function routeBytes(scope: FastifyInstance, options: RouteOptions): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  scope.route(options);
}

/** Returns the fields that a change may contain because the record was read with them; null if there are none. */
function sentBackTo({ method, body, response, record }: RouteContract): SentBack | null {
  const read = record ?? (method === 'PUT' ? response : undefined);
  return body instanceof z.ZodType && read instanceof z.ZodType ? findSentBack(body, read) : null;
}

/** @throws AppError `unsupported-media-type` for a body that is not JSON where JSON is required. */
function assertContentType({ headers }: FastifyRequest, { body }: RouteContract): void {
  const type = headers['content-type'];
  if (!(body instanceof z.ZodType) || type === undefined || /^application\/json *(;|$)/i.test(type)) return;
  throw new AppError('unsupported-media-type', 'The body has a content type that this call does not take.');
}

/** Alternative names for a page of a list and its size. */
const pageNames: Readonly<Record<string, string>> = {
  pageNumber: 'page-number',
  page: 'page-number',
  pageSize: 'page-size',
  size: 'page-size',
};

function pagedQuery(query: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query as object).map(([name, value]) => [pageNames[name] ?? name, value]),
  );
}

/**
 * Maximum number of calls per minute and user that create or receive a file, or start a command, since each is much
 * work for the server.
 */
const costlyCalls = 120;

function rateLimitOptions({ rateLimit, body, response, status }: RouteContract) {
  const isCostly = body === 'file' || response === 'file' || status === 202;
  const max = rateLimit ?? (isCostly ? costlyCalls : undefined);
  return max === undefined ? {} : { rateLimit: { max, timeWindow: '1 minute', keyGenerator } };
}

/** Users share an address behind a proxy or in a company network, so calls are counted by user if known. */
function keyGenerator({ actor, ip }: FastifyRequest): string {
  return actor ? toCallerKey(actor) : ip;
}

function send(reply: FastifyReply, contract: RouteContract, answer: unknown): unknown {
  if (typeof contract.response === 'string') return answer;
  if (answer === null && contract.orNone) return reply.status(204).send();
  reply.status(contract.status ?? 200);
  if (!contract.paged) return reply.send(answer);
  const { records, total, capped } = answer as Page<unknown>;
  if (capped) reply.header(cappedHeader, 'true');
  return reply.header(totalHeader, total).send(records);
}

/**
 * Returns the signed-in user; null for a public call.
 * @throws AppError `unauthenticated`
 */
async function findActor(
  request: FastifyRequest,
  contract: RouteContract,
  authenticate: Authenticate,
): Promise<Actor | null> {
  if (contract.access === 'public') return null;
  const credentials = readCredentials(request);
  const actor = credentials && (await authenticate(credentials));
  if (!actor) throw new AppError('unauthenticated', 'Please sign in.');
  return actor;
}

/** Whether a call would pass its access checks. */
export function mayCall(actor: Actor, contract: RouteContract): boolean {
  try {
    checkAccess(actor, contract, {});
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** @throws AppError `new-password-required`, `second-factor-required` or `forbidden`. */
function checkAccess(actor: Actor, contract: RouteContract, params: unknown): void {
  if (actor.connection) {
    if (!contract.connection)
      throw new AppError('forbidden', 'A connection may only deliver points, and read what is shared.');
    const { id } = params as { id?: string };
    if (id !== undefined && id !== String(actor.connection.id))
      throw new AppError('forbidden', 'The token is of another connection.');
    return;
  }
  if (contract.connection === 'only' || (contract.service === 'only' && !actor.service))
    throw new AppError('forbidden', insufficientPrivilege);
  if (actor.session.mustChangePassword && !contract.beforeNewPassword) {
    throw new AppError('new-password-required', 'Change your password first: somebody else set it.');
  }
  if (actor.session.mustEnrol && !contract.beforeEnrolment) {
    throw new AppError('second-factor-required', 'Set up a second factor first: it is required here.');
  }
  if (actor.display && !contract.display)
    throw new AppError('forbidden', 'A display may only show its dashboards.');
  if (actor.service) checkScopes(actor.service.scopes, contract);
  assertAccess(actor, contract.access);
}

/** @throws AppError `forbidden` for a call outside the scopes of a service account. */
function checkScopes(scopes: readonly ServiceScope[], contract: RouteContract): void {
  const asked = requiredScopes(contract);
  if (!asked) throw new AppError('forbidden', 'This call is for people: no service account may make it.');
  const missing = asked.find((scope) => !scopes.includes(scope));
  if (missing) throw new AppError('forbidden', `The service account lacks the scope '${missing}'.`);
}

export function readCredentials({ headers }: Pick<FastifyRequest, 'headers'>): Credentials | null {
  const token = /^(?:Bearer|Token) (\S{1,400})$/i.exec(headers.authorization ?? '')?.[1];
  const sessionId = token && findPrefix(token) ? token : decode(headers[sessionHeaders.session]);
  const prefix = sessionId && findPrefix(sessionId);
  if (prefix) return { sessionId, databaseName: databaseOfToken(prefix, sessionId) };
  const databaseName = decode(headers[sessionHeaders.database]);
  return sessionId && databaseName ? { sessionId, databaseName } : null;
}

/** Prefixes of tokens that contain the name of their database. */
const prefixes = [connectionTokenPrefix, serviceTokenPrefix];

const findPrefix = (token: string): string | undefined => prefixes.find((prefix) => token.startsWith(prefix));

const base64 = /^[A-Za-z0-9+/]{1,400}={0,2}$/;

function decode(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string' || !base64.test(header)) return null;
  return Buffer.from(header, 'base64').toString('utf8');
}

function requestSchema(contract: RouteContract) {
  const { params, query, body, response, status = 200, orNone } = contract;
  return {
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body instanceof z.ZodType ? { body } : {}),
    ...(response instanceof z.ZodType
      ? { response: { [status]: response, ...(orNone ? { 204: z.undefined() } : {}) } }
      : {}),
  };
}
