import { useEffect, useState } from 'react';

const quiet = 120;

/** A value once it has stopped changing for a moment; told apart by its JSON. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as T), quiet);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}
