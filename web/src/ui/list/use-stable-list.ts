import { useRef } from 'react';

/** The same array at every render for as long as its elements are the same. */
export function useStableList<T>(list: readonly T[]): readonly T[] {
  // A ref, not a state: while a query waits for its first commit, each pass of a render selects its data anew.
  const kept = useRef(list);
  if (!isSame(kept.current, list)) kept.current = list;
  return kept.current;
}

const isSame = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((element, index) => element === other[index]);
