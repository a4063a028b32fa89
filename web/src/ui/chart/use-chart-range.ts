import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Range, type RangeAction, type RangeChoice, rangeReducer, resolveRange } from './range.ts';
import { readRange, sameChoice, writeRange } from './range-address.ts';

export interface ChartRange {
  choice: RangeChoice;
  range: Range;
  dispatch(action: RangeAction): void;
}

const settle = 250;

/**
 * The range of a page's charts, kept in the URL. It is written after movement stops, since browsers limit how often the
 * URL may change.
 *
 * @param extent from the oldest to the latest data
 */
export function useChartRange(extent: Range, fallback: RangeChoice): ChartRange {
  const [parameters, setParameters] = useSearchParams();
  const fromAddress = useMemo(() => readRange(parameters) ?? fallback, [parameters, fallback]);
  const [choice, setChoice] = useState(fromAddress);
  const written = useRef(fromAddress);

  // Back, forward and links change the range; URLs written by this hook do not.
  useEffect(() => {
    if (sameChoice(fromAddress, written.current)) return;
    written.current = fromAddress;
    setChoice(fromAddress);
  }, [fromAddress]);

  useEffect(() => {
    if (sameChoice(choice, written.current)) return;
    const timer = setTimeout(() => {
      written.current = choice;
      setParameters((current) => writeRange(current, choice, fallback), { replace: true });
    }, settle);
    return () => clearTimeout(timer);
  }, [choice, fallback, setParameters]);

  const dispatch = useCallback(
    (action: RangeAction) => setChoice((current) => rangeReducer(current, action, extent)),
    [extent],
  );
  const range = useMemo(() => resolveRange(choice, extent), [choice, extent]);
  return { choice, range, dispatch };
}
