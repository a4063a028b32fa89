import type { ReactNode } from 'react';
import { shownValue } from './display-unit.ts';
import { useDisplayUnit } from './use-display-unit.ts';

/** The latest value of a signal in the display unit. */
export function LatestValue({
  value,
  unit,
  none = '–',
}: {
  /** In the measured unit. */
  value: number | null;
  /** UCUM code of the measured unit. */
  unit: string | null;
  /** Shown if there is no value. */
  none?: string;
}): ReactNode {
  const shown = useDisplayUnit(unit);
  return value === null ? none : <span style={{ whiteSpace: 'nowrap' }}>{shownValue(value, shown)}</span>;
}
