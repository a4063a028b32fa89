import { z } from 'zod';

/**
 * The fields of a record in a response that the call to change it does not accept: a client may send back a record as
 * it was read. Null if there are none.
 */
export interface SentBack {
  dropped: ReadonlySet<string>;
  /** By field; for a list, of its elements. */
  nested: ReadonlyMap<string, SentBack>;
}

/** Compares the body of a call with the record that is read. */
export function findSentBack(body: z.ZodType, record: z.ZodType): SentBack | null {
  const [taken, read] = [findFields(body), findFields(record)];
  if (taken === null || read === null) return null;
  const dropped = new Set(Object.keys(read).filter((name) => !(name in taken)));
  const nested = new Map(
    Object.keys(taken).flatMap((name): [string, SentBack][] => {
      const inner = read[name] === undefined ? null : findSentBack(taken[name]!, read[name]);
      return inner === null ? [] : [[name, inner]];
    }),
  );
  return dropped.size + nested.size === 0 ? null : { dropped, nested };
}

/** Returns the body without those fields. Anything else stays, and is validated by the contract. */
export function withoutSentBack(body: unknown, fields: SentBack): unknown {
  if (Array.isArray(body)) return body.map((element) => withoutSentBack(element, fields));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      if (fields.dropped.has(name)) return [];
      const inner = fields.nested.get(name);
      return [[name, inner === undefined ? value : withoutSentBack(value, inner)]];
    }),
  );
}

/** Returns the fields of an object, of the objects of a list, or of all objects of a union; null for anything else. */
function findFields(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | null {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>;
  if (schema instanceof z.ZodArray) return findFields(schema.element as z.ZodType);
  if (schema instanceof z.ZodUnion) {
    const shapes = schema.options
      .map((option) => findFields(option as z.ZodType))
      .filter((shape) => shape !== null);
    return shapes.length === 0 ? null : Object.assign({}, ...shapes.toReversed());
  }
  if (schema instanceof z.ZodPipe) return findFields(schema.in as z.ZodType);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    return findFields(schema.unwrap() as z.ZodType);
  }
  return null;
}
