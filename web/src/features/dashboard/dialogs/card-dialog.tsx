import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { CardKind, DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import { queryLengths } from '@twinward/contracts/questions/query-definition';
import { cardTitle, kindNames } from '@twinward/domain/dashboards/card-names';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
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
    <AppDialog
      title={card === null ? 'Add card' : `Edit ${cardTitle(card)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" onClick={apply}>
            {card === null ? 'Add card' : 'Apply'}
          </Button>
        </>
      }
    >
      <Stack spacing={3}>
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
      </Stack>
    </AppDialog>
  );
}
