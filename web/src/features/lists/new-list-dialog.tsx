import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ListKind, newValueList } from '@twinward/contracts/system/value-list';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { toChoices } from '../../ui/form/choices.ts';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useCreateList } from './api.ts';
import { kindNotes, listPath } from './list-words.ts';

const rules = schemaRules(newValueList.shape, ['name', 'description']);
const kinds = toChoices(kindNotes);
const types = [
  { value: 'C', label: 'Text' },
  { value: 'N', label: 'Number' },
];
const empty = { categories: [], items: [] };
const first = { name: '', description: '', kind: 'plain' as ListKind, dataType: 'C' as 'C' | 'N' };

/** Asks for the content of a list, creates it and opens it. */
export function NewListDialog({ onClose }: { onClose(): void }): ReactNode {
  const navigate = useNavigate();
  const creating = useCreateList();
  const [draft, setDraft] = useState(first);
  const [isTried, setIsTried] = useState(false);
  const problems = fieldMessages({ name: draft.name, description: draft.description }, rules);
  const shown = isTried ? problems : {};
  const change = (fields: Partial<typeof first>): void => setDraft({ ...draft, ...fields });
  const save = (): void => {
    setIsTried(true);
    if (Object.keys(problems).length > 0) return;
    creating.mutate(
      { ...draft, dataType: draft.kind === 'plain' ? draft.dataType : 'C', configuration: empty },
      {
        onSuccess: ({ name }) => {
          onClose();
          void navigate(listPath(name));
        },
      },
    );
  };
  return (
    <AppDialog
      title="Add list"
      busy={creating.isPending}
      dirty={draft !== first}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" onClick={save}>
            Add list
          </Button>
        </>
      }
    >
      <Stack spacing={3} sx={{ py: 3 }}>
        <Field
          label="Name"
          hint="Used by the API and in files. Cannot be changed later. A-Z, 0-9, _ and -"
          required
          value={draft.name}
          error={shown.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Field
          label="Description"
          value={draft.description}
          error={shown.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        <SelectField
          label="Kind"
          choices={kinds}
          value={draft.kind}
          onChange={(event) => change({ kind: event.target.value as ListKind })}
        />
        {draft.kind === 'plain' ? (
          <SelectField
            label="Values"
            choices={types}
            value={draft.dataType}
            onChange={(event) => change({ dataType: event.target.value as 'C' | 'N' })}
          />
        ) : null}
        <ErrorState error={creating.error} fallback="The list could not be added." />
      </Stack>
    </AppDialog>
  );
}
