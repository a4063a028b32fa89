import { type ErrorId, errorCatalogue } from '@twinward/contracts/core/error';
import type { RouteContract } from '@twinward/contracts/core/route';
import type { JsonSchema } from './json-schemas.ts';

const statuses = [...new Set(Object.values(errorCatalogue).map(({ status }) => status))];
const findIds = (status: number): ErrorId[] =>
  (Object.keys(errorCatalogue) as ErrorId[]).filter((id) => errorCatalogue[id].status === status);

const nameOfStatus = (status: number) => `Error${status}`;
const temporary: readonly number[] = [429, 503, 507];
const requestId = { 'x-request-id': { $ref: '#/components/headers/x-request-id' } };

const answer = (description: string, schema: JsonSchema, headers = {}) => ({
  description,
  headers: { ...requestId, ...headers },
  content: { 'application/json': { schema } },
});

/** Error schemas by status: the common schema with the possible ids. */
export const failureSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  statuses.map((status) => [
    nameOfStatus(status),
    {
      allOf: [
        { $ref: '#/components/schemas/Error' },
        { type: 'object', properties: { id: { type: 'string', enum: findIds(status) } }, required: ['id'] },
      ],
    },
  ]),
);

/** The shared error responses, by status. */
export const failureAnswers = Object.fromEntries([
  ...statuses.map((status) => [
    nameOfStatus(status),
    answer(
      findIds(status)
        .map((id) => errorCatalogue[id].title)
        .join(', or '),
      { $ref: `#/components/schemas/${nameOfStatus(status)}` },
      {
        ...(temporary.includes(status)
          ? { 'retry-after': { $ref: '#/components/headers/retry-after' } }
          : {}),
        ...(status === 405 ? { allow: { $ref: '#/components/headers/allow' } } : {}),
      },
    ),
  ]),
  ['Error', answer('Any other error', { $ref: '#/components/schemas/Error' })],
]);

/** The error responses of a call; `default` covers errors that any call can have. */
export function listFailures(contract: RouteContract): Record<string, { $ref: string }> {
  const { access, params, query, body, method, paged, rateLimit, status } = contract;
  const writes = method !== 'GET' && !paged;
  const isCostly = body === 'file' || contract.response === 'file' || status === 202;
  const possible: readonly [status: number, isPossible: boolean][] = [
    [400, Boolean(params ?? query ?? body)],
    [401, access !== 'public' || method === 'POST'],
    [403, access !== 'public'],
    [404, params !== undefined],
    [409, writes],
    [413, body !== undefined],
    [415, body !== undefined],
    [429, rateLimit !== undefined || isCostly],
    [500, true],
    [503, true],
    [507, writes],
  ];
  const named = possible
    .filter(([, isPossible]) => isPossible)
    .map(([each]) => [String(each), nameOfStatus(each)]);
  return Object.fromEntries(
    [...named, ['default', 'Error']].map(([key, name]) => [key, { $ref: `#/components/responses/${name}` }]),
  );
}
