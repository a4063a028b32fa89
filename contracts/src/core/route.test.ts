import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { startsCommand } from './command.ts';
import { returnsFile } from './content-types.ts';
import { listBody, listCall, paging } from './list.ts';
import { idParams } from './primitives.ts';
import { type RouteParams, routesOf } from './route.ts';

const defineRoute = routesOf('Tags');

it('declares a call by its key, under the heading of the file', () => {
  const route = defineRoute('GET /api/tags', { access: 'apps', summary: 'Count tags', response: z.number() });
  expect(route).toMatchObject({ method: 'GET', path: '/api/tags', tag: 'Tags' });
  expect(route).not.toHaveProperty('params');
  expect(route).not.toHaveProperty('status');
  expectTypeOf(route.path).toEqualTypeOf<'/api/tags'>();
  const other = defineRoute('GET /api/tags', { access: 'apps', tag: 'Overview', summary: 'Count tags' });
  expect(other.tag).toBe('Overview');
});

it('takes :id as the id of a record, unless the call has other parameters', () => {
  const deletion = { access: 'write:tag', summary: 'Delete a tag' } as const;
  const route = defineRoute('DELETE /api/tags/:id', deletion);
  expect(route.params).toBe(idParams);
  expectTypeOf<RouteParams<typeof route>>().toEqualTypeOf<{ id: number }>();
  expect(defineRoute('POST /api/tags/:id/release', deletion).params).toBe(idParams);
  expect(defineRoute('DELETE /api/tags/:idea', deletion)).not.toHaveProperty('params');
  const params = z.object({ id: z.string() });
  expect(defineRoute('DELETE /api/tags/:id', { ...deletion, params }).params).toBe(params);
});

it('answers 204 without a response', () => {
  expect(defineRoute('DELETE /api/tags', { access: 'write:tag', summary: 'Delete all tags' })).toHaveProperty(
    'status',
    204,
  );
});

it('shares what lists, commands and files have in common', () => {
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
