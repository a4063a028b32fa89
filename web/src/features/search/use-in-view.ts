import { type RefObject, useEffect, useRef } from 'react';

/** Keeps the element of the active option in view. */
export function useInView(isActive: boolean): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return element;
}
