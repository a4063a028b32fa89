import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { newRecordType, type RecordType } from '@twinward/contracts/records/record-type';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useCreateType } from './api.ts';
import { toIdentifier } from './field-draft.ts';
import { typePath } from './type-words.ts';

const rules = schemaRules(newRecordType.shape, ['name', 'caption']);

/** Asks for caption and identifier of a type, creates it and opens it. */
export function NewTypeDialog({
  copied,
  onClose,
}: {
  /** The type whose fields and states are copied; null for none. */
  copied: Pick<RecordType, 'name' | 'caption'> | null;
  onClose(): void;
}): ReactNode {
  const navigate = useNavigate();
  const creating = useCreateType(copied?.name ?? null);
  const [caption, setCaption] = useState('');
  // The identifier is derived from the caption until the user types one.
  const [typedName, setTypedName] = useState<string | null>(null);
  const [isTried, setIsTried] = useState(false);
  const draft = { caption, name: typedName ?? toIdentifier(caption) };
  const problems = fieldMessages(draft, rules);
  const shown = isTried ? problems : {};
  const save = (): void => {
    setIsTried(true);
    if (Object.keys(problems).length > 0) return;
    creating.mutate(draft, {
      onSuccess: ({ name }) => {
        onClose();
        void navigate(typePath(name));
      },
    });
  };
  const label = copied === null ? 'Add record type' : 'Copy record type';
  return (
    <AppDialog
      title={copied === null ? label : `Copy ${copied.caption}`}
      busy={creating.isPending}
      dirty={caption !== '' || typedName !== null}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" onClick={save}>
            {label}
          </Button>
        </>
      }
    >
      <Stack spacing={3} sx={{ py: 3 }}>
        <Field
          label="Caption"
          hint="Name of a single record, for example Inspection."
          required
          value={caption}
          error={shown.caption}
          onChange={(event) => setCaption(event.target.value)}
        />
        <Field
          label="Identifier"
          hint="Used by the API and in files. Cannot be changed later. A-Z, 0-9, _ and -"
          required
          spellCheck={false}
          value={draft.name}
          error={shown.name}
          onChange={(event) => setTypedName(event.target.value)}
        />
        <ErrorState error={creating.error} fallback="The record type could not be added." />
      </Stack>
    </AppDialog>
  );
}
