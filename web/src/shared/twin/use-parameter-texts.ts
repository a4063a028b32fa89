import type { Unit } from '@twinward/contracts/system/unit';
import type { TwinParameter } from '@twinward/contracts/twins/parameter';
import { fillParameters, showParameter } from '@twinward/domain/language/parameters';
import { useMemo } from 'react';
import { useUnits } from '../units/use-display-unit.ts';

const noUnits: readonly Unit[] = [];

/** Returns a function that replaces parameter names in braces in a text by their values. */
export function useParameterTexts(parameters: readonly TwinParameter[] = []): (text: string) => string {
  const { data: units = noUnits } = useUnits();
  return useMemo(() => {
    const values = new Map(parameters.map((parameter) => [parameter.name, showParameter(parameter, units)]));
    return (text) => fillParameters(text, values);
  }, [parameters, units]);
}
