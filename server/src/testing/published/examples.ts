import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { routes } from '@twinward/contracts/core/routes';

const file = fileURLToPath(new URL('../../platform/http/openapi/examples.json', import.meta.url));

/** Longer bodies, of files in Base64 and the like, say less than their schema. */
const longest = 4000;

/**
 * Writes the bodies that the tests sent as the examples of the API's documentation, in the order of their routes. Calls with
 * an example in their contract, and those that anybody may make, keep theirs.
 */
export async function recordExamples(bodies: ReadonlyMap<string, unknown>): Promise<void> {
  const recorded = routes.flatMap(({ method, path, example, access }) => {
    const route = `${method} ${path}`;
    const body = bodies.get(route);
    if (body === undefined || typeof body === 'string' || example !== undefined || access === 'public')
      return [];
    return JSON.stringify(body).length > longest ? [] : [[route, body] as const];
  });
  await writeFile(file, `${JSON.stringify(Object.fromEntries(recorded), null, 2)}\n`);
}
