import Box from '@mui/material/Box';
import { type FieldByKind, type FieldDefinition, rollUpFunctions } from '@twinward/contracts/records/field';
import type { ReactNode } from 'react';
import { useRecordType } from '../../shared/api/queries/use-record-type.ts';
import { useRecordTypes } from '../../shared/api/queries/use-record-types.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import type { KindFieldsProps } from './kind-field-parts.tsx';
import { rollUpLabels } from './type-words.ts';

const summable: ReadonlySet<string> = new Set(['number', 'integer', 'money', 'computed']);
const dates: ReadonlySet<string> = new Set(['date', 'date-time']);

const choices = (fields: readonly FieldDefinition[], none: string) => [
  { value: '', label: none },
  ...fields.map(({ name, caption }) => ({ value: name, label: caption })),
];

/** Edits a roll-up, which counts or sums a field over records of another type that refer to this one. */
export function RollUpFields({
  type,
  ofType,
  field,
  problems,
  change,
}: KindFieldsProps<FieldByKind<'roll-up'>>): ReactNode {
  const types = (useRecordTypes().data?.records ?? []).filter(({ isSystem }) => !isSystem);
  const other = useRecordType(field.recordType === type.name ? '' : field.recordType).data;
  const theirs = field.recordType === type.name ? ofType.fields : (other?.fields ?? []);
  const references = theirs.filter((one) => one.kind === 'reference' && one.recordType === type.name);
  const rolled = theirs.filter(({ kind }) => field.function === 'latest' || summable.has(kind));
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' }, gap: 4 }}>
      <SelectField
        label="Related record type"
        choices={[
          { value: '', label: 'Choose a type' },
          ...types.map(({ name, caption }) => ({ value: name, label: caption })),
        ]}
        value={field.recordType}
        error={problems.recordType}
        onChange={({ target }) => change({ recordType: target.value, reference: '', field: null, by: null })}
      />
      <SelectField
        label="Reference field"
        choices={choices(references, 'Choose a field')}
        value={field.reference}
        error={problems.reference}
        onChange={({ target }) => change({ reference: target.value })}
      />
      <SelectField
        label="Function"
        choices={rollUpFunctions.map((value) => ({ value, label: rollUpLabels[value] }))}
        value={field.function}
        error={problems.function}
        onChange={({ target }) =>
          change({ function: target.value, ...(target.value === 'count' ? { field: null } : {}) })
        }
      />
      {field.function === 'count' ? null : (
        <SelectField
          label="Field"
          choices={choices(rolled, 'Choose a field')}
          value={field.field ?? ''}
          error={problems.field}
          onChange={({ target }) => change({ field: target.value || null })}
        />
      )}
      {field.function === 'latest' ? (
        <SelectField
          label="Latest by"
          choices={choices(
            theirs.filter(({ kind }) => dates.has(kind)),
            'Creation time',
          )}
          value={field.by ?? ''}
          error={problems.by}
          onChange={({ target }) => change({ by: target.value || null })}
        />
      ) : null}
    </Box>
  );
}
