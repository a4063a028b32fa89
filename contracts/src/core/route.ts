import type { z } from 'zod';
import type { Access } from '../access/access.ts';

/** An answer that is not JSON, which the handler writes itself. */
export type RawResponse = 'file' | 'stream' | 'redirect' | 'json-rpc';
/** A form with one file, which the handler reads itself. */
export type FileBody = 'file';
/** A body of any content type, read whole and not parsed. */
export type BytesBody = 'bytes';

/**
 * One call of the API, declared once: the server registers it, checks access and input by it and
 * documents it; the browser takes its types from it.
 */
export interface RouteContract {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` for parameters. */
  path: string;
  access: Access;
  /** Whether a user who must still set up a second factor may make it. */
  beforeEnrolment?: boolean;
  /** Whether a user whose password was set by somebody else may make it before changing it. */
  beforeNewPassword?: boolean;
  /** Whether the token of a display may make it; those of all others are refused. */
  display?: true;
  /** Whether the token of a connection may make it, for that connection: beside users, or `only` such tokens. */
  connection?: true | 'only';
  /** Whether it is for people alone: the tokens of service accounts are refused. */
  personal?: true;
  /** Whether it is for service accounts alone. */
  service?: 'only';
  /** Whether a call that is no GET, and answers no pages, changes nothing. */
  reads?: true;
  summary: string;
  tag: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType | FileBody | BytesBody;
  /** The fields of the form, which come before its file. */
  form?: z.ZodObject;
  /** Largest accepted body in bytes; the server's own limit of 1 MiB unless given. */
  bodyLimit?: number;
  /** Whether the handler takes a large body unparsed, to parse and check it in a thread of its own. */
  defersLargeBody?: true;
  /** A body to try the call with, in its documentation. */
  example?: unknown;
  status?: 200 | 201 | 202 | 204;
  response?: z.ZodType | RawResponse;
  /** Of a file or stream that is answered. */
  contentTypes?: readonly string[];
  /**
   * How a record that a change takes is read; the answer of a PUT unless given. Fields that only this has are ignored in
   * the body, so that a record can be sent back as it was read.
   */
  record?: z.ZodType;
  /** Whether the call answers 204 when nothing was found. */
  orNone?: boolean;
  /** Whether the answer carries `x-paging-total-records`. */
  paged?: boolean;
  /** At most so many calls a minute of one user; of one address where nobody is signed in. */
  rateLimit?: number;
}

const defined = new WeakSet<object>();
const names = new WeakMap<object, string>();

/** Declares a call and keeps its exact types. */
export function defineRoute<const R extends RouteContract>(route: R): R {
  defined.add(route);
  return route;
}

const isRoute = (value: unknown): value is RouteContract => defined.has(value as object);
const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The calls that modules export, alone or as objects of calls, in the order of the modules. */
export function routesOf(...modules: readonly object[]): RouteContract[] {
  const found: RouteContract[] = [];
  function add(name: string, value: unknown): void {
    if (!isRoute(value)) return;
    names.set(value, name);
    found.push(value);
  }
  for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
    add(name, value);
    if (typeof value !== 'object' || value === null || isRoute(value)) continue;
    // `assetImportRoutes.check` is `checkAssetImport`.
    for (const [part, route] of Object.entries(value))
      add(`${part}${capitalized(name.replace(/Routes$/, ''))}`, route);
  }
  return found;
}

/** The name of a call that `routesOf` has found: that of its constant. */
export function nameOf(route: RouteContract): string {
  const name = names.get(route);
  if (name === undefined) throw new Error(`No module exports ${route.method} ${route.path}.`);
  return name;
}

/** Whether a call makes a record or a command: a repeated one would make another. */
export const makesRecord = ({ method, status }: RouteContract): boolean =>
  method === 'POST' && (status === 201 || status === 202);

/** Whether a call takes an `Idempotency-Key`. A file is read too late to compare it with an earlier one. */
export const takesKey = (route: RouteContract): boolean => makesRecord(route) && route.body !== 'file';

/** Whether a call changes nothing. */
export const readsOnly = ({ method, paged, reads }: Pick<RouteContract, 'method' | 'paged' | 'reads'>) =>
  method === 'GET' || paged === true || reads === true;

/** `GET /api/twins/:id`: how code names a call. */
export type RouteKey<R extends RouteContract> = `${R['method']} ${R['path']}`;

type Parsed<T> = T extends z.ZodType ? z.output<T> : T extends BytesBody ? Uint8Array : undefined;
type Sent<T> = T extends z.ZodType
  ? z.input<T>
  : T extends FileBody | RawResponse | BytesBody
    ? unknown
    : undefined;

export type RouteParams<R extends RouteContract> = Parsed<R['params']>;
export type RouteQuery<R extends RouteContract> = Parsed<R['query']>;
export type RouteBody<R extends RouteContract> = Parsed<R['body']>;
export type RouteResponse<R extends RouteContract> = Parsed<R['response']>;
export type RouteParamsInput<R extends RouteContract> = Sent<R['params']>;
export type RouteQueryInput<R extends RouteContract> = Sent<R['query']>;
export type RouteBodyInput<R extends RouteContract> = Sent<R['body']>;
