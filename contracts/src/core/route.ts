import { z } from 'zod';
import type { Access } from '../access/access.ts';
import { commandIdParameter, idParameter } from './primitives.ts';

/** A response that is not JSON and is written by the handler. */
export type RawResponse = 'file' | 'stream' | 'redirect' | 'json-rpc';
/** A form with one file, which is read by the handler. */
type FileBody = 'file';
/** A body of any content type, read completely but not parsed. */
type BytesBody = 'bytes';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * The declaration of one call of the API. The server uses it to register the call, check access and input, and
 * document it; the browser uses its types.
 */
export interface RouteContract {
  method: Method;
  /** With `:name` for parameters. */
  path: string;
  access: Access;
  /** Whether users may make the call before they have set up a required second factor. */
  beforeEnrolment?: boolean;
  /** Whether users may make the call before they have changed a password set by somebody else. */
  beforeNewPassword?: boolean;
  /** Whether displays may make the call. They are refused on all other calls. */
  display?: true;
  /** Whether a connection token may make the call for its connection; `only`: users may not. */
  connection?: true | 'only';
  /** Whether service accounts are refused. */
  personal?: true;
  /** Whether only service accounts may make the call. */
  service?: 'only';
  /** Whether the call changes nothing although it is neither a GET nor paged. */
  reads?: true;
  summary: string;
  tag: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType | FileBody | BytesBody;
  /** The fields of the form, which come before its file. */
  form?: z.ZodObject;
  /** Maximum size of the body in bytes; default 1 MiB. */
  bodyLimit?: number;
  /** Whether the handler receives a large body unparsed, to parse and check it in a worker thread. */
  defersLargeBody?: true;
  /** An example body for the documentation. */
  example?: unknown;
  /** Default: 200, or 204 without a response. */
  status?: 200 | 201 | 202 | 204;
  response?: z.ZodType | RawResponse;
  /** Content types of a returned file or stream. */
  contentTypes?: readonly string[];
  /**
   * The schema of the changed record when it is read; default: the response of a PUT. Its fields that the body does
   * not have are ignored in the body, so that clients can send back a record as they read it.
   */
  record?: z.ZodType;
  /** Whether the call returns 204 if nothing was found. */
  orNone?: boolean;
  /** Whether the response has the header `x-paging-total-records`. */
  paged?: boolean;
  /** Maximum number of calls per minute by one user, or by one IP address if nobody is signed in. */
  rateLimit?: number;
}

const defined = new WeakSet<object>();
const names = new WeakMap<object, string>();

type AnyKey = `${Method} /${string}`;
type RouteOptions = Omit<RouteContract, 'method' | 'path' | 'tag'> & { tag?: string };
type MethodAndPath<Key> = Key extends `${infer M extends Method} ${infer P}`
  ? { method: M; path: P }
  : { method: Method; path: string };

/** The parameters of paths by their names. Of other parameters, those that end in `Id` are ids of records. */
const pathParameters = {
  id: idParameter,
  commandId: commandIdParameter,
  name: z.string().max(100),
};
type PathParameters = typeof pathParameters;

type ParameterIn<Path> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParameterIn<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never;
type ParameterSchema<Name> = Name extends keyof PathParameters ? PathParameters[Name] : typeof idParameter;
type DefaultParams<Key, Options> = Options extends { params: z.ZodType }
  ? unknown
  : [ParameterIn<Key>] extends [never]
    ? unknown
    : { params: z.ZodObject<{ [Name in ParameterIn<Key>]: ParameterSchema<Name> }> };

/** @throws Error for a parameter whose schema its name does not tell */
function toParams(path: string): { params?: z.ZodObject } {
  const names = [...path.matchAll(/\/:(\w+)/g)].map(([, name]) => name!);
  if (names.length === 0) return {};
  const shape = names.map((name) => {
    const known = (pathParameters as Record<string, z.ZodType>)[name];
    if (!known && !name.endsWith('Id')) throw new Error(`${path}: the parameter ${name} needs a schema`);
    return [name, known ?? idParameter];
  });
  return { params: z.object(Object.fromEntries(shape)) };
}

type Declared<Key, Options> = MethodAndPath<Key> & DefaultParams<Key, Options> & { tag: string } & Options;

/**
 * Returns the function that declares calls, and keeps their exact types:
 * `defineRoute('GET /api/twins/:id', { access: 'apps', summary: 'Get a twin', response: twin })`. The parameters of the
 * path follow from their names (`pathParameters`), unless the call has `params`.
 * @param tag the heading of the calls in the documentation; a call may have another one
 */
export function routeGroup(tag: string) {
  return <const Key extends AnyKey, const Options extends RouteOptions>(
    key: Key,
    options: Options,
  ): Declared<Key, Options> => {
    const [method, path] = key.split(' ') as [Method, string];
    const route: RouteContract = {
      method,
      path,
      tag,
      ...(options.params ? {} : toParams(path)),
      ...(options.response === undefined ? { status: 204 } : {}),
      ...options,
    };
    defined.add(route);
    return route as unknown as Declared<Key, Options>;
  };
}

const isRoute = (value: unknown): value is RouteContract => defined.has(value as object);
const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The calls that modules export, single or in objects, in the order of the modules. */
export function findRoutes(...modules: readonly object[]): RouteContract[] {
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

/** The name of a call that `findRoutes` has found: the name of its constant. */
export function routeName(route: RouteContract): string {
  const name = names.get(route);
  if (name === undefined) throw new Error(`No module exports ${route.method} ${route.path}.`);
  return name;
}

/** Whether a call creates a record or command, so that repeating it would create another one. */
export const createsRecord = ({ method, status }: RouteContract): boolean =>
  method === 'POST' && (status === 201 || status === 202);

/** Whether a call takes an `Idempotency-Key`. A file is read too late to compare it with an earlier one. */
export const acceptsKey = (route: RouteContract): boolean => createsRecord(route) && route.body !== 'file';

/** Whether a call changes nothing. */
export const readsOnly = ({ method, paged, reads }: Pick<RouteContract, 'method' | 'paged' | 'reads'>) =>
  method === 'GET' || paged === true || reads === true;

/** The key of a call in code, such as `GET /api/twins/:id`. */
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
