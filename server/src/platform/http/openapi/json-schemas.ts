import { z } from 'zod';

export type JsonSchema = { [keyword: string]: unknown };

/** Requests and responses can differ: defaults can be omitted in requests, and texts are parsed as numbers. */
type Direction = 'input' | 'output';

export interface SchemaUse {
  schema: z.ZodType;
  direction: Direction;
}

const address = (name: string) => `#/components/schemas/${name}`;

/** The name of the component that a schema refers to; empty if it is not a reference. */
export const referredName = ({ $ref }: JsonSchema): string =>
  String($ref ?? '')
    .split('/')
    .at(-1)!;

/**
 * Converts schemas to JSON Schema. Schemas with an id become components; one that differs by direction is named
 * `<id>Input` in requests.
 * @param uses by unique key
 * @returns the schemas by key, and all components that they refer to.
 */
export function convertSchemas(uses: ReadonlyMap<string, SchemaUse>): {
  converted: ReadonlyMap<string, JsonSchema>;
  components: Record<string, JsonSchema>;
} {
  const output = convert(uses, 'output');
  const input = convert(uses, 'input');
  const differing = findDiffering(input.components, output.components);
  const renamed = (schema: JsonSchema): JsonSchema =>
    withReferences(schema, (name) => address(differing.has(name) ? `${name}Input` : name));
  const components: Record<string, JsonSchema> = { ...output.components };
  for (const name of differing) components[`${name}Input`] = renamed(input.components[name]!);
  const converted = new Map([
    ...output.schemas,
    ...[...input.schemas].map(([key, schema]) => [key, renamed(schema)] as const),
  ]);
  return { converted, components: reachable([...converted.values()], components) };
}

/** A self-contained schema, with the components that it refers to in `$defs`. */
export function standingAlone(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const local = (each: JsonSchema) => withReferences(each, (name) => `#/$defs/${name}`);
  const parts = Object.entries(reachable([schema], components)).map(([name, part]) => [name, local(part)]);
  return { ...local(schema), ...(parts.length === 0 ? {} : { $defs: Object.fromEntries(parts) }) };
}

function convert(uses: ReadonlyMap<string, SchemaUse>, direction: Direction) {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of z.globalRegistry._idmap) registry.add(schema, { id });
  for (const [key, use] of uses) {
    // Wrapped, so that the same schema nested in another is not replaced by a reference to this use.
    if (use.direction === direction)
      registry.add(
        z.lazy(() => use.schema),
        { id: key },
      );
  }
  const all = z.toJSONSchema(registry, {
    io: direction,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    cycles: 'ref',
    reused: 'inline',
    uri: address,
    override: ({ zodSchema, jsonSchema }) => {
      delete jsonSchema.id;
      if (direction === 'input') describeAsNumber(zodSchema, jsonSchema);
    },
  }).schemas as Record<string, JsonSchema>;
  const schemas = new Map<string, JsonSchema>();
  const components: Record<string, JsonSchema> = {};
  for (const [name, { $id, $schema, ...schema }] of Object.entries(all)) {
    if (uses.has(name)) schemas.set(name, schema);
    else components[name] = schema;
  }
  return { schemas, components };
}

/** Documents a text of digits that is parsed as a number, as in a path, as a number. */
function describeAsNumber(zodSchema: z.core.$ZodTypes, jsonSchema: JsonSchema): void {
  if (zodSchema._zod.def.type !== 'pipe' || jsonSchema.type !== 'string') return;
  const { out } = zodSchema._zod.def as z.core.$ZodPipeDef;
  if (out._zod.def.type !== 'number') return;
  const { $schema, ...number } = z.toJSONSchema(out);
  delete jsonSchema.pattern;
  Object.assign(jsonSchema, number);
  if (jsonSchema.default !== undefined) jsonSchema.default = Number(jsonSchema.default);
}

/** The components that differ by direction, or refer to one that does. */
function findDiffering(
  input: Readonly<Record<string, JsonSchema>>,
  output: Readonly<Record<string, JsonSchema>>,
): ReadonlySet<string> {
  const names = Object.keys(input);
  const differing = new Set(
    names.filter((name) => JSON.stringify(input[name]) !== JSON.stringify(output[name])),
  );
  for (let size = -1; size !== differing.size; ) {
    size = differing.size;
    for (const name of names)
      if (findReferences(input[name]!).some((other) => differing.has(other))) differing.add(name);
  }
  return differing;
}

function reachable(
  roots: readonly JsonSchema[],
  components: Readonly<Record<string, JsonSchema>>,
): Record<string, JsonSchema> {
  const names = new Set<string>();
  const add = (schema: JsonSchema): void =>
    findReferences(schema)
      .filter((name) => !names.has(name))
      .forEach((name) => {
        names.add(name);
        add(components[name]!);
      });
  roots.forEach(add);
  return Object.fromEntries([...names].sort().map((name) => [name, components[name]!]));
}

function findReferences(schema: JsonSchema): string[] {
  const names: string[] = [];
  withReferences(schema, (name) => {
    names.push(name);
    return address(name);
  });
  return names;
}

/** @param refer returns the reference to a component */
function withReferences(schema: JsonSchema, refer: (name: string) => string): JsonSchema {
  const start = address('');
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(start)
      ? refer(value.slice(start.length))
      : value,
  );
}
