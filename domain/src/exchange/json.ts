/** Sorts the names of all objects in a JSON value, so that equal values have equal texts. */
export function sortNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([one], [other]) => compareTexts(one, other))
      .map(([name, inner]) => [name, sortNames(inner)]),
  );
}

/** Compares texts by their UTF-16 code units. Unlike a collation, the order does not depend on the environment. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The JSON text of a value with sorted names and an indent of two spaces. */
export const toStableJson = (value: unknown): string => JSON.stringify(sortNames(value), null, 2);

/** A difference between two values. Undefined if one of them has nothing at the path. */
export interface Difference {
  /** Names and positions joined by dots, as in `fields.2.caption`; empty for the values themselves. */
  path: string;
  before: unknown;
  after: unknown;
}

/** Returns the differences between two JSON values, outermost first, at most `maximum`. */
export function findDifferences(before: unknown, after: unknown, maximum = 100): Difference[] {
  const found: Difference[] = [];
  const walk = (path: string, one: unknown, other: unknown): void => {
    if (found.length >= maximum) return;
    if (isContainer(one) && isContainer(other) && Array.isArray(one) === Array.isArray(other)) {
      const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
      for (const name of names) walk(path ? `${path}.${name}` : name, getOwn(one, name), getOwn(other, name));
    } else if (one !== other) found.push({ path, before: one, after: other });
  };
  walk('', sortNames(before), sortNames(after));
  return found;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

const getOwn = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
