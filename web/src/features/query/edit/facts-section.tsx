import Stack from '@mui/material/Stack';
import type { Sharing } from '@twinward/contracts/questions/query';
import { queryLengths } from '@twinward/contracts/questions/query-definition';
import type { ReactNode } from 'react';
import { Field } from '../../../ui/form/field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import type { QueryDraft } from './definition.ts';

/** Edits name, folder and sharing of a query. */
export function FactsSection({
  draft,
  onChange,
}: {
  draft: QueryDraft;
  onChange: (part: Partial<QueryDraft>) => void;
}): ReactNode {
  return (
    <Stack spacing={3}>
      <Field
        label="Name"
        required
        value={draft.name}
        onChange={({ target }) => onChange({ name: target.value })}
        inputProps={{ maxLength: queryLengths.name }}
      />
      <Field
        label="Description"
        multiline
        maxRows={6}
        value={draft.description}
        onChange={({ target }) => onChange({ description: target.value })}
        inputProps={{ maxLength: queryLengths.description }}
      />
      <Field
        label="Folder"
        hint="Separate nested folders with /."
        value={draft.folder}
        onChange={({ target }) => onChange({ folder: target.value })}
        inputProps={{ maxLength: queryLengths.folder }}
      />
      <SelectField
        label="Sharing"
        choices={[
          { value: 'private', label: 'Private: only you' },
          { value: 'tenant', label: 'Shared: readers see only the records they have access to' },
        ]}
        value={draft.sharing}
        onChange={({ target }) => onChange({ sharing: target.value as Sharing })}
      />
    </Stack>
  );
}
