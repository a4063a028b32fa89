import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Scrolls a part of a page into view and focuses it when the URL has its fragment.
 * @param name the fragment
 * @returns the ref of the part, which needs `tabIndex={-1}`
 */
export function useAnchor(name: string): RefObject<HTMLDivElement | null> {
  const { hash, key } = useLocation();
  const part = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the same link is followed again
  useEffect(() => {
    if (hash !== `#${name}`) return;
    part.current?.scrollIntoView();
    part.current?.focus({ preventScroll: true });
  }, [hash, key, name]);
  return part;
}
