import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Time in milliseconds for charts to draw what has just arrived. */
const drawing = 500;

/** Prints the page once every card has been read, also those that were never in sight. */
export function usePrint(): { isPrinting: boolean; print: () => void } {
  const [isPrinting, setIsPrinting] = useState(false);
  const fetching = useIsFetching();
  useEffect(() => {
    if (!isPrinting || fetching > 0) return;
    const timer = setTimeout(() => {
      window.print();
      setIsPrinting(false);
    }, drawing);
    return () => clearTimeout(timer);
  }, [isPrinting, fetching]);
  return { isPrinting, print: () => setIsPrinting(true) };
}
