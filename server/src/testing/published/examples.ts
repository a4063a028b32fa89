import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RouteContract } from '@twinward/contracts/core/route';
import { routes } from '@twinward/contracts/core/routes';

const file = fileURLToPath(new URL('../../platform/http/openapi/examples.json', import.meta.url));

/** The bodies that the tests sent of calls without an example in their contract, but for those that anybody may make. */
export const recordable = (bodies: ReadonlyMap<string, unknown>): [RouteContract, unknown][] =>
  routes.flatMap((route) => {
    const body = bodies.get(nameOfRoute(route));
    if (body === undefined || typeof body === 'string') return [];
    return route.example !== undefined || route.access === 'public' ? [] : [[route, body]];
  });

const nameOfRoute = ({ method, path }: RouteContract): string => `${method} ${path}`;

/** Writes them as the examples of the API's documentation, in the order of their routes. */
export async function recordExamples(bodies: ReadonlyMap<string, unknown>): Promise<void> {
  const examples = recordable(bodies).map(([route, body]) => [nameOfRoute(route), body]);
  await writeFile(file, `${JSON.stringify(Object.fromEntries(examples), null, 2)}\n`);
}
