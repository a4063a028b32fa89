import Typography from '@mui/material/Typography';
import type { CardKind, DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import { queryLengths } from '@twinward/contracts/questions/query-definition';
import { cardTitle, kindNames } from '@twinward/domain/dashboards/card-names';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { toChoices } from '../../../ui/form/choices.ts';
import { Field } from '../../../ui/form/field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { stateText } from '../../../ui/theme/theme.ts';
import { CardFields } from './card-fields.tsx';
import { findMissing, newCard } from './new-card.ts';

/** Adds or edits a card. */
export function CardDialog({
  card,
  onApply,
  onClose,
}: {
  /** Null for a new card. */
  card: DashboardCard | null;
  onApply: (card: DashboardCard) => void;
  onClose: () => void;
}): ReactNode {
  const [draft, setDraft] = useState<DashboardCard>(card ?? newCard('number'));
  const [isChecked, setIsChecked] = useState(false);
  const missing = findMissing(draft);
  const apply = (): void => {
    setIsChecked(true);
    if (missing === null) onApply(draft);
  };
  return (
    <FormDialog
      title={card === null ? 'Add card' : `Edit ${cardTitle(card)}`}
      action={card === null ? 'Add card' : 'Apply'}
      onSubmit={apply}
      py={0}
      onClose={onClose}
    >
      {card === null ? (
        <SelectField
          label="Card type"
          value={draft.kind}
          choices={toChoices(kindNames)}
          onChange={({ target }) => {
            setDraft({ ...newCard(target.value as CardKind), title: '' });
            setIsChecked(false);
          }}
        />
      ) : null}
      <CardFields key={draft.kind} card={draft} onCard={setDraft} />
      <Field
        label="Title"
        hint={`Default: ${cardTitle({ ...draft, title: '' })}`}
        value={draft.title}
        onChange={({ target }) => setDraft({ ...draft, title: target.value })}
        inputProps={{ maxLength: queryLengths.caption }}
      />
      {isChecked && missing !== null ? (
        <Typography role="alert" sx={{ color: (theme) => stateText(theme, 'error') }}>
          {missing}
        </Typography>
      ) : null}
    </FormDialog>
  );
}
