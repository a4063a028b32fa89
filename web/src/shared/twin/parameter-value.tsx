import type { TwinParameter } from '@twinward/contracts/twins/parameter';
import { showParameter } from '@twinward/domain/language/parameters';
import type { ReactNode } from 'react';
import { useUnits } from '../units/use-display-unit.ts';

/** The value of a parameter with its unit. */
export function ParameterValue({ parameter }: { parameter: TwinParameter }): ReactNode {
  const { data: units } = useUnits();
  return showParameter(parameter, units) || 'No value';
}
