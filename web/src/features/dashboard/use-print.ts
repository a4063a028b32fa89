import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Milliseconds to wait for charts to draw newly loaded data. */
const drawing = 500;

/** Prints the page after all cards are loaded, including those outside the viewport. */
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
