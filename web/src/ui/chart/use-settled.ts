import { useEffect, useState } from 'react';

const quiet = 120;

/**
 * A value once it has stopped changing for a moment; the first one that is not null counts at once. Values are
 * told apart by their JSON.
 */
export function useSettled<T>(value: T | null): T | null {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as T | null), quiet);
    return () => clearTimeout(timer);
  }, [key]);
  return settled ?? value;
}
