import Stack from '@mui/material/Stack';
import { queryLengths } from '@twinward/contracts/questions/query-definition';
import type { ReactNode } from 'react';
import { bindFields } from '../../../ui/form/bound-fields.ts';
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
  const bound = bindFields({ draft, change: onChange });
  return (
    <Stack spacing={3}>
      <Field label="Name" required inputProps={{ maxLength: queryLengths.name }} {...bound.text('name')} />
      <Field
        label="Description"
        multiline
        maxRows={6}
        inputProps={{ maxLength: queryLengths.description }}
        {...bound.text('description')}
      />
      <Field
        label="Folder"
        hint="Separate nested folders with /."
        inputProps={{ maxLength: queryLengths.folder }}
        {...bound.text('folder')}
      />
      <SelectField
        label="Sharing"
        choices={[
          { value: 'private', label: 'Private: only you' },
          { value: 'tenant', label: 'Shared: readers see only the records they have access to' },
        ]}
        {...bound.text('sharing')}
      />
    </Stack>
  );
}
