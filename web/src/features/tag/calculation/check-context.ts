import type { CalculationInput } from '@twinward/contracts/twins/tag-alias';
import type { CheckOptions } from '@twinward/domain/language';
import type { DraftInput } from './draft.ts';

/** The names available to the logic, with their descriptions for completion. */
export function checkContext(
  inputs: readonly DraftInput[],
  ofTwin: readonly CalculationInput[],
  beside: Pick<CheckOptions, 'parameters' | 'units' | 'unit' | 'mixedUnits'>,
): CheckOptions {
  const known = new Map(ofTwin.map((input) => [input.name, input]));
  return {
    dialect: 'base',
    result: 'number',
    ...beside,
    aliases: inputs.map(({ name, tag, unit }) => {
      const input = known.get(name);
      const description = [input?.cycle ?? input?.description, tag?.name].filter(Boolean).join(' · ');
      return { name, type: 'data_point' as const, unit, ...(description === '' ? {} : { description }) };
    }),
  };
}
