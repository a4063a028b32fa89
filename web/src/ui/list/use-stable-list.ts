import { useState } from 'react';

/** The same array at every render for as long as its elements are the same. */
export function useStableList<T>(list: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(list);
  if (kept === list || (kept.length === list.length && kept.every((one, index) => one === list[index])))
    return kept;
  setKept(list);
  return list;
}
