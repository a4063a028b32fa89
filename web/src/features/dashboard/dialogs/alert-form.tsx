import type { CardOf } from '@twinward/contracts/questions/dashboard-card';
import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import { type FigureAlert, figureAlertChange } from '@twinward/contracts/questions/figure-alert';
import { queryLengths } from '@twinward/contracts/questions/query-definition';
import { cardTitle } from '@twinward/domain/dashboards/card-names';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
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
  cards: readonly CardOf<'number'>[];
  /** The filter values of the figure. */
  values: CardValues;
  onClose: () => void;
}): ReactNode {
  const create = useCreateFigureAlert();
  const update = useUpdateFigureAlert();
  const [cardId, setCardId] = useState(cards[0]?.id ?? '');
  const card = cards.find(({ id }) => id === cardId);
  const [name, setName] = useState(alert?.name ?? (card ? cardTitle(card) : ''));
  const [direction, setDirection] = useState<FigureAlert['direction']>(alert?.direction ?? 'above');
  const [limit, setLimit] = useState<number | null>(alert?.limit ?? null);
  const [release, setRelease] = useState<number | null>(alert?.release ?? null);
  const checked = figureAlertChange.safeParse({ name, direction, limit, release });
  const releaseProblem = checked.error?.issues.find(({ path }) => path[0] === 'release')?.message;
  const choose = (id: string) => {
    setCardId(id);
    const chosen = cards.find((one) => one.id === id);
    if (chosen) setName(cardTitle(chosen));
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
      <Field
        label="Name"
        value={name}
        onChange={({ target }) => setName(target.value)}
        inputProps={{ maxLength: queryLengths.name }}
      />
      <SelectField
        label="Notify me when it"
        choices={directions}
        value={direction}
        onChange={({ target }) => setDirection(target.value as FigureAlert['direction'])}
      />
      <NumberField label="Limit" value={limit} onChange={setLimit} />
      <NumberField
        label="Reset at"
        hint="The alert can fire again after the figure returns to this value. Leave empty to use the limit."
        value={release}
        onChange={setRelease}
        {...(releaseProblem === undefined ? {} : { error: releaseProblem })}
      />
    </FormDialog>
  );
}
