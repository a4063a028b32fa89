import { useEffect, useState } from 'react';

const quiet = 120;

/** Debounces a value; the first value other than null is returned at once. Values are compared as JSON. */
export function useSettled<T>(value: T | null): T | null {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as T | null), quiet);
    return () => clearTimeout(timer);
  }, [key]);
  return settled ?? value;
}
