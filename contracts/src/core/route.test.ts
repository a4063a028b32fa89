import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { startsCommand } from './command.ts';
import { returnsFile } from './content-types.ts';
import { listBody, listCall, paging } from './list.ts';
import { type RouteParams, routeGroup } from './route.ts';

const defineRoute = routeGroup('Tags');

it('defineRoute parses the key of a call, and sets the default tag of its file', () => {
  const route = defineRoute('GET /api/tags', { access: 'apps', summary: 'Count tags', response: z.number() });
  expect(route).toMatchObject({ method: 'GET', path: '/api/tags', tag: 'Tags' });
  expect(route).not.toHaveProperty('params');
  expect(route).not.toHaveProperty('status');
  expectTypeOf(route.path).toEqualTypeOf<'/api/tags'>();
  const other = defineRoute('GET /api/tags', { access: 'apps', tag: 'Overview', summary: 'Count tags' });
  expect(other.tag).toBe('Overview');
});

it('derives the schema of path parameters from the path, unless the call has its own', () => {
  const deletion = { access: 'write:tag', summary: 'Delete a tag' } as const;
  const one = defineRoute('DELETE /api/tags/:id', deletion);
  expectTypeOf<RouteParams<typeof one>>().toEqualTypeOf<{ id: number }>();
  expect(one.params.parse({ id: '7' })).toEqual({ id: 7 });
  expect(one.params.safeParse({ id: 'seven' }).success).toBe(false);

  const part = defineRoute('DELETE /api/tags/:id/aliases/:aliasId/runs/:commandId/:name', deletion);
  expectTypeOf<RouteParams<typeof part>>().toEqualTypeOf<{
    id: number;
    aliasId: number;
    commandId: string;
    name: string;
  }>();
  const commandId = '7b0c2f60-7b51-4b7f-9d3c-6d1f6a1a2b3c';
  expect(part.params.parse({ id: '1', aliasId: '2', commandId, name: 'x' })).toEqual({
    id: 1,
    aliasId: 2,
    commandId,
    name: 'x',
  });

  const params = z.object({ id: z.string() });
  expect(defineRoute('DELETE /api/tags/:id', { ...deletion, params }).params).toBe(params);
  expect(() => defineRoute('DELETE /api/tags/:kind', deletion)).toThrow('the parameter kind needs a schema');
});

it('sets the status 204 for a call without a response', () => {
  expect(defineRoute('DELETE /api/tags', { access: 'write:tag', summary: 'Delete all tags' })).toHaveProperty(
    'status',
    204,
  );
});

it('adds the shared properties of lists, commands and files', () => {
  const list = defineRoute('POST /api/tags/filters', {
    access: 'apps',
    summary: 'List tags',
    ...listCall,
    response: z.array(z.string()),
  });
  expect([list.query, list.body, list.paged]).toEqual([paging, listBody, true]);
  const command = defineRoute('POST /api/tags/:id/count', {
    access: 'apps',
    summary: 'Count the points of a tag',
    ...startsCommand,
  });
  expect(command.status).toBe(202);
  const file = defineRoute('GET /api/tags/export', {
    access: 'apps',
    summary: 'Export tags',
    ...returnsFile('csv'),
  });
  expect([file.response, file.contentTypes]).toEqual(['file', ['text/csv; charset=utf-8']]);
});
