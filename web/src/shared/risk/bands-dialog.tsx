import { type RiskMatrixBands, riskMatrixBands } from '@twinward/contracts/risk/portfolio';
import type { ReactNode } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { currencySymbol } from '../../ui/format/format.ts';
import { useSetBands } from '../api/queries/use-risk-matrix.ts';

/** Parses the bounds in a text such as '5, 20, 50', or returns an error message. */
export function boundsIn(text: string, largest: number): number[] | string {
  const bounds = text
    .split(/[;,\s]+/)
    .filter((part) => part !== '')
    .map(Number);
  if (bounds.length === 0) return 'Required.';
  if (bounds.length > 9) return 'Please enter at most 9 numbers.';
  if (bounds.some((bound) => !Number.isInteger(bound)))
    return 'Please enter integers, for example 5, 20, 50.';
  if (bounds.some((bound) => bound < 1 || bound > largest))
    return `Please enter numbers between 1 and ${largest}.`;
  const rises = bounds.every((bound, place) => place === 0 || bound > bounds[place - 1]!);
  return rises ? bounds : 'Please enter numbers in ascending order.';
}

const largestValues = {
  probability: riskMatrixBands.shape.probability.element.maxValue!,
  consequence: riskMatrixBands.shape.consequence.element.maxValue!,
};

/** Edits the bands of the risk matrix, which apply to all analyses. */
export function BandsDialog({ bands, onClose }: { bands: RiskMatrixBands; onClose: () => void }): ReactNode {
  const form = useDraft({
    probability: bands.probability.join(', '),
    consequence: bands.consequence.join(', '),
  });
  const saving = useSetBands();
  const probability = boundsIn(form.draft.probability, largestValues.probability);
  const consequence = boundsIn(form.draft.consequence, largestValues.consequence);
  const save = (): void => {
    if (typeof probability === 'string' || typeof consequence === 'string') return;
    saving.mutate({ probability, consequence }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title="Bands of the risk matrix"
      action="Save bands"
      onSubmit={save}
      disabled={typeof probability === 'string' || typeof consequence === 'string'}
      saving={saving}
      fallback="The bands could not be saved."
      cancel={null}
      spacing={4}
      py={0}
      onClose={onClose}
    >
      <Field
        label="Probability, %"
        hint="Lower limits of the bands, for example 5, 20, 50"
        {...form.text('probability')}
        error={typeof probability === 'string' ? probability : undefined}
      />
      <Field
        label={`Cost of failure, ${currencySymbol()}`}
        hint="Lower limits of the bands, for example 1000, 10000"
        {...form.text('consequence')}
        error={typeof consequence === 'string' ? consequence : undefined}
      />
    </FormDialog>
  );
}
