import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Marks the part of a page that an address with a fragment leads to: the part is scrolled into view and has the focus.
 * @param name the fragment
 * @returns for the part, which needs `tabIndex={-1}`
 */
export function useAnchor(name: string): RefObject<HTMLDivElement | null> {
  const { hash, key } = useLocation();
  const part = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link that is followed again leads there again
  useEffect(() => {
    if (hash !== `#${name}`) return;
    part.current?.scrollIntoView();
    part.current?.focus({ preventScroll: true });
  }, [hash, key, name]);
  return part;
}
