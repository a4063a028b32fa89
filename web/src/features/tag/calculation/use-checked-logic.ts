import type { Tag } from '@twinward/contracts/signals/tag';
import type { CalculationInput } from '@twinward/contracts/twins/tag-alias';
import type { CheckOptions } from '@twinward/domain/language';
import { useMemo } from 'react';
import { useLogicParameters } from '../../../shared/api/queries/use-twin-parameters.ts';
import { useUnits } from '../../../shared/units/use-display-unit.ts';
import { checkContext } from './check-context.ts';
import { type Draft, toUnit, usableInputs } from './draft.ts';
import { type NamedTag, type Preview, usePreview } from './use-preview.ts';

/** Checks and previews the logic of a calculated tag with the inputs, parameters and units that it may use. */
export function useCheckedLogic(
  twinId: number,
  /** Null for a new tag. */
  tag: Tag | null,
  draft: Draft,
  ofTwin: readonly CalculationInput[],
): { context: CheckOptions; preview: Preview } {
  const usable = useMemo(() => usableInputs({ inputs: draft.inputs }, ofTwin), [draft.inputs, ofTwin]);
  const { data: units } = useUnits();
  const parameters = useLogicParameters(twinId);
  const unit = toUnit(draft);
  const isChanged = draft.logic !== (tag?.logic ?? '') || unit !== (tag?.unit ?? null);
  const context = useMemo(
    () =>
      checkContext(usable, ofTwin, {
        parameters,
        units,
        unit,
        mixedUnits: isChanged ? 'error' : 'warning',
      }),
    [usable, ofTwin, parameters, units, unit, isChanged],
  );
  const names = useMemo(
    () => usable.map(({ name, tag: input, unit }): NamedTag => ({ name, tagId: input?.id ?? null, unit })),
    [usable],
  );
  return { context, preview: usePreview(draft.logic, names, { parameters, units, unit }) };
}
