import { createConfig, lintFromString, type RuleSeverity } from '@redocly/openapi-core';
import { routeName } from '@twinward/contracts/core/route';
import { routes } from '@twinward/contracts/core/routes';
import { expect, it } from 'vitest';
import { describeRoutes } from './document.ts';

const document = describeRoutes(routes, '/twin/', 'How to begin');
interface Operation {
  operationId: string;
  parameters: { name?: string; in?: string; schema?: unknown; $ref?: string }[];
  requestBody?: { content: Record<string, { schema?: { properties?: Record<string, unknown> } }> };
  responses: Record<string, { headers?: object; content?: object; $ref?: string }>;
}
const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap(
  (methods) => Object.values(methods),
);
const operation = (id: string) => operations.find(({ operationId }) => operationId === id)!;

it('is valid by the rules of OpenAPI', async () => {
  const rules = [
    'struct',
    'no-unresolved-refs',
    'no-identical-paths',
    'no-path-trailing-slash',
    'path-params-defined',
    'path-declaration-must-exist',
    'no-enum-type-mismatch',
    'no-schema-type-mismatch',
    'operation-operationId',
    'operation-operationId-unique',
    'operation-operationId-url-safe',
    'operation-parameters-unique',
    'operation-summary',
    'operation-description',
    'security-defined',
  ];
  const config = await createConfig({
    rules: Object.fromEntries(rules.map((rule) => [rule, 'error' satisfies RuleSeverity])),
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

it('describes each call once, by the name of its constant', () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(routes.map(routeName).sort());
});

it('lists the content types of every file and stream, and the fields of every form', () => {
  for (const route of routes) {
    const { requestBody, responses } = operation(routeName(route));
    const content = responses[String(route.status ?? 200)]?.content ?? {};
    if (route.response === 'file' || route.response === 'stream')
      expect([routeName(route), Object.keys(content).length]).toEqual([
        routeName(route),
        new Set(route.contentTypes).size,
      ]);
    if (route.body === 'file')
      expect(requestBody?.content['multipart/form-data']?.schema?.properties).toHaveProperty('file');
  }
  const form = operation('importPoints').requestBody?.content['multipart/form-data']?.schema?.properties;
  expect(Object.keys(form!)).toEqual(expect.arrayContaining(['timeZone', 'tagId', 'file']));
});

it('lists the errors of each call', () => {
  for (const { operationId, responses } of operations)
    expect([operationId, Object.keys(responses)]).toEqual([
      operationId,
      expect.arrayContaining(['500', '503', 'default']),
    ]);
  const { responses } = operation('updateTwin');
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '404', '409', '415']));
  const { Error409, Error404 } = document.components.schemas as Record<string, unknown>;
  expect(JSON.stringify(Error409)).toContain('"enum":["conflict"]');
  expect(JSON.stringify(Error404)).toContain('"enum":["not-found"]');
});

it('describes integers as such, in paths and queries too', () => {
  const { parameters } = operation('listTwins');
  const size = parameters.find(({ name }) => name === 'page-size');
  expect(size?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 1000, default: 100 });
  const id = operation('getTwin').parameters.find(({ name }) => name === 'id');
  expect(id).toMatchObject({ in: 'path', required: true, schema: { type: 'integer' } });
});

it('lists the headers for pages, and of calls that create something', () => {
  const { responses } = operation('listTwins');
  expect(responses['200']?.headers).toHaveProperty('x-paging-total-records');
  expect(operation('createTwin').parameters).toContainEqual({
    $ref: '#/components/parameters/Idempotency-Key',
  });
  // For a change, and for a call with a file.
  for (const name of ['updateTwin', 'importPoints'])
    expect(operation(name).parameters).not.toContainEqual({
      $ref: '#/components/parameters/Idempotency-Key',
    });
  const findHeaders = (name: string) => operation(name).responses['201']?.headers ?? {};
  expect(findHeaders('createTwin')).toHaveProperty('idempotency-replayed');
  expect(findHeaders('attachToAdvisory')).not.toHaveProperty('idempotency-replayed');
});
