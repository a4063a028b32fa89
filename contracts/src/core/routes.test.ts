import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findRoutes, type RouteContract } from './route.ts';
import { routes } from './routes.ts';

const directory = join(import.meta.dirname, '..');
const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
  // The lists of calls, routes.ts, join what the other files declare.
  (file) => /^\w+\/.*\.ts$/.test(file) && !file.endsWith('.test.ts') && !file.endsWith('/routes.ts'),
);

it('lists the calls of all contract files', async () => {
  const modules: object[] = await Promise.all(files.map((file) => import(join(directory, file))));
  const toKey = ({ method, path }: RouteContract) => `${method} ${path}`;
  expect(routes.map(toKey).sort()).toEqual(
    findRoutes(...modules)
      .map(toKey)
      .sort(),
  );
});

it('has no duplicate of a method and path', () => {
  const keys = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
});

it('has a summary and a tag for each call', () => {
  for (const { summary, tag } of routes) expect([summary, tag].every((text) => text.length > 2)).toBe(true);
});
