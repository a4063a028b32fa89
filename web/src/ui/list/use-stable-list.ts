import { useRef } from 'react';

/** Returns the same array in every render while its elements are the same. */
export function useStableList<T>(list: readonly T[]): readonly T[] {
  // A ref instead of state: before the first commit of a query, each render pass selects its data again.
  const kept = useRef(list);
  if (!isSame(kept.current, list)) kept.current = list;
  return kept.current;
}

const isSame = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((element, index) => element === other[index]);
