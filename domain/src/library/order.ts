/** Whether the common items of two lists have the same order in both. */
export function isSameOrder(one: readonly number[], other: readonly number[]): boolean {
  const common = one.filter((id) => other.includes(id));
  const kept = other.filter((id) => one.includes(id));
  return common.every((id, index) => kept[index] === id);
}

/**
 * Merges the order of thresholds: that of the model, unless the twin changed the order of those that the model had
 * before. A threshold that only the other side has stays after its predecessor there.
 */
export function mergeOrder(
  base: readonly number[],
  model: readonly number[],
  twin: readonly number[],
): number[] {
  return isSameOrder(base, twin) ? insertMissing(model, twin) : insertMissing(twin, model);
}

function insertMissing(order: readonly number[], other: readonly number[]): number[] {
  const result = [...order];
  other.forEach((id, index) => {
    if (result.includes(id)) return;
    const before = index === 0 ? -1 : result.indexOf(other[index - 1]!);
    result.splice(before + 1, 0, id);
  });
  return result;
}
