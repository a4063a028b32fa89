import type { ReactNode } from 'react';
import { shownValue } from './display-unit.ts';
import { useDisplayUnit } from './use-display-unit.ts';

/** The latest value of a signal in the unit of the user's choice. */
export function LatestValue({
  value,
  unit,
  none = '–',
}: {
  /** As it is measured. */
  value: number | null;
  /** UCUM code of what it is measured in. */
  unit: string | null;
  /** Stands for no value. */
  none?: string;
}): ReactNode {
  const shown = useDisplayUnit(unit);
  return value === null ? none : <span style={{ whiteSpace: 'nowrap' }}>{shownValue(value, shown)}</span>;
}
