/** Lists of ids and words whose order has no meaning. */
const unordered = new Set(['keywords', 'tagAliasIds', 'failureModeIds']);

/**
 * Whether a field of a part has the same value in two definitions. Ignores what differs between twins without meaning:
 * the ids of actions, and the order of keywords and references. Absent and null are equal.
 */
export function isSameField(field: string, one: unknown, other: unknown): boolean {
  return isEqual(toComparable(field, one), toComparable(field, other));
}

function toComparable(field: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null;
  if (unordered.has(field)) return [...value].sort();
  if (field === 'actions') return value.map(withoutId);
  return value;
}

function withoutId({ id: _, ...action }: Record<string, unknown>): unknown {
  const lists = Object.entries(action).map(([field, value]) => [field, toComparable(field, value)]);
  return Object.fromEntries(lists);
}

/** Equality of JSON documents: the order of keys has no meaning, and an absent key equals null. */
function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (one === 0 && other === 0) return true;
  if (!isObject(one) || !isObject(other)) return (one ?? null) === (other ?? null);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one) && one.length !== (other as unknown as unknown[]).length) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isEqual(own(one, key), own(other, key)));
}

const own = (value: Record<string, unknown>, key: string) =>
  Object.hasOwn(value, key) ? value[key] : undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
