import type { CardByKind } from '@twinward/contracts/questions/dashboard-card';
import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import { type FigureAlert, figureAlertChange } from '@twinward/contracts/questions/figure-alert';
import { queryLengths } from '@twinward/contracts/questions/query-definition';
import { cardTitle } from '@twinward/domain/dashboards/card-names';
import type { ReactNode } from 'react';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { useCreateFigureAlert, useUpdateFigureAlert } from '../api/figure-alerts.ts';

const directions = [
  { value: 'above', label: 'Rises above' },
  { value: 'below', label: 'Falls below' },
];

/** Adds an alert on a number card, or changes the limits of an alert. */
export function AlertForm({
  alert,
  cards,
  values,
  onClose,
}: {
  /** Null for a new alert. */
  alert: FigureAlert | null;
  cards: readonly CardByKind<'number'>[];
  /** The filter values of the figure. */
  values: CardValues;
  onClose: () => void;
}): ReactNode {
  const create = useCreateFigureAlert();
  const update = useUpdateFigureAlert();
  const form = useDraft({
    cardId: cards[0]?.id ?? '',
    name: alert?.name ?? (cards[0] ? cardTitle(cards[0]) : ''),
    direction: alert?.direction ?? ('above' as const),
    limit: alert?.limit ?? null,
    release: alert?.release ?? null,
  });
  const { cardId, ...change } = form.draft;
  const card = cards.find(({ id }) => id === cardId);
  const checked = figureAlertChange.safeParse(change);
  const releaseProblem = checked.error?.issues.find(({ path }) => path[0] === 'release')?.message;
  const choose = (id: string) => {
    const chosen = cards.find((one) => one.id === id);
    form.change({ cardId: id, ...(chosen ? { name: cardTitle(chosen) } : {}) });
  };
  const save = () => {
    if (!checked.data) return;
    const saved = { onSuccess: onClose };
    if (alert) update.mutate({ alert, change: checked.data }, saved);
    else if (card) create.mutate({ source: card.source, values, ...checked.data }, saved);
  };
  const error = create.error ?? update.error;
  return (
    <FormDialog
      title={alert ? 'Change alert' : 'Add alert'}
      action="Save"
      onSubmit={save}
      disabled={!checked.success}
      saving={{ isPending: create.isPending || update.isPending, error: error }}
      fallback="The alert could not be saved."
      errorFirst
      py={0}
      onClose={onClose}
    >
      {alert ? null : (
        <SelectField
          label="Number card"
          hint="Uses the site, class, twin and range that are selected now"
          choices={cards.map((one) => ({ value: one.id, label: cardTitle(one) }))}
          value={cardId}
          onChange={({ target }) => choose(target.value)}
        />
      )}
      <Field label="Name" {...form.text('name')} inputProps={{ maxLength: queryLengths.name }} />
      <SelectField label="Notify me when it" choices={directions} {...form.text('direction')} />
      <NumberField label="Limit" {...form.input('limit')} />
      <NumberField
        label="Reset at"
        hint="The alert can fire again after the figure returns to this value. Leave empty to use the limit."
        {...form.input('release')}
        error={releaseProblem}
      />
    </FormDialog>
  );
}
