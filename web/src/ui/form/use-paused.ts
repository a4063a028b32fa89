import { useEffect, useState } from 'react';

/** Debounces a text by the given milliseconds. */
export function usePaused(typed: string, milliseconds: number): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), milliseconds);
    return () => clearTimeout(timer);
  }, [typed, milliseconds]);
  return paused;
}
