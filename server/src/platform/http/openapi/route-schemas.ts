import { type RouteContract, routeName } from '@twinward/contracts/core/route';
import { z } from 'zod';
import { convertSchemas, type JsonSchema, referredName, type SchemaUse } from './json-schemas.ts';

/** The parts of a call that have a schema, with their direction. */
const directions = {
  params: 'input',
  query: 'input',
  body: 'input',
  form: 'input',
  response: 'output',
} as const;
type Part = keyof typeof directions;

/** The schema of a part of a call; null if it has none. */
export type FindSchema = (route: RouteContract, part: Part) => JsonSchema | null;

/**
 * The schemas of the given parts of calls, and the components that they refer to.
 * @param answers more response schemas, by keys that no call uses
 */
export function createSchemas(
  routes: readonly RouteContract[],
  parts: readonly Part[],
  answers: Readonly<Record<string, z.ZodType>> = {},
): { findSchema: FindSchema; components: Record<string, JsonSchema> } {
  const toKey = (route: RouteContract, part: Part) => `${routeName(route)}:${part}`;
  const uses = new Map<string, SchemaUse>(
    Object.entries(answers).map(([key, schema]) => [key, { schema, direction: 'output' }]),
  );
  for (const route of routes)
    for (const part of parts)
      if (route[part] instanceof z.ZodType)
        uses.set(toKey(route, part), { schema: route[part], direction: directions[part] });
  const { converted, components } = convertSchemas(uses);
  const findSchema: FindSchema = (route, part) => {
    const schema = converted.get(toKey(route, part)) ?? null;
    // Parameters and form fields are described one by one.
    const isTakenApart = part === 'params' || part === 'query' || part === 'form';
    return schema && isTakenApart ? (components[referredName(schema)] ?? schema) : schema;
  };
  return { findSchema, components };
}
