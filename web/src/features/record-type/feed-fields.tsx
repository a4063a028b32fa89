import Box from '@mui/material/Box';
import type { FieldByKind, FieldDefinition } from '@twinward/contracts/records/field';
import type { ReactNode } from 'react';
import { SelectField } from '../../ui/form/select-field.tsx';
import type { KindFieldsProps } from './kind-field-parts.tsx';

const choices = (fields: readonly FieldDefinition[], none: string) => [
  { value: '', label: none },
  ...fields.map(({ name, caption }) => ({ value: name, label: caption })),
];

/** Chooses a tag fed by the values of a field, for charts and rules. Offered if the type refers to assets. */
export function FeedFields({
  type,
  ofType,
  field,
  problems,
  change,
}: KindFieldsProps<FieldByKind<'number'> | FieldByKind<'integer'> | FieldByKind<'computed'>>): ReactNode {
  const used = ofType.fields.filter(({ deprecated }) => !deprecated);
  const assets = used.filter((one) => one.kind === 'reference' && one.recordType === 'asset');
  const times = used.filter(({ kind }) => kind === 'date' || kind === 'date-time');
  if (type.isSystem || assets.length === 0 || times.length === 0) return null;
  // Undefined in fields that were saved before this feature existed.
  const feeds = field.feeds ?? null;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' }, gap: 4 }}>
      <SelectField
        label="Write values to a tag of the asset in"
        choices={choices(assets, 'No tag')}
        value={feeds?.asset ?? ''}
        error={problems.feeds}
        onChange={({ target }) =>
          change({
            feeds: target.value === '' ? null : { asset: target.value, time: feeds?.time ?? times[0]!.name },
          })
        }
      />
      {feeds === null ? null : (
        <SelectField
          label="Time of the point from"
          choices={times.map(({ name, caption }) => ({ value: name, label: caption }))}
          value={feeds.time}
          error={undefined}
          onChange={({ target }) => change({ feeds: { ...feeds, time: target.value } })}
        />
      )}
    </Box>
  );
}
