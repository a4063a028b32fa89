import Box from '@mui/material/Box';
import type { ProtectionType } from '@twinward/contracts/protections/protection';
import type { ReactNode } from 'react';
import { bindFields } from '../../ui/form/bound-fields.ts';
import { DateTimeInput } from '../../ui/form/date-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FieldGrid } from '../../ui/form/field-grid.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { RecordChoices } from '../../ui/form/record-choice.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import type { Draft, Named, Problems } from './draft.ts';

const types = [
  { value: 'condition', label: 'Condition protection' },
  { value: 'activity', label: 'Activity protection' },
  { value: 'pattern', label: 'Pattern protection' },
];

/** The type of a saved protection cannot change to or from pattern protection. */
const listTypes = (saved: ProtectionType | null) =>
  types.filter(({ value }) => saved === null || (value === 'pattern') === (saved === 'pattern'));

/** Name, type and other facts of a protection, and the failure modes it protects against. */
export function FactsForm({
  draft,
  savedType,
  problems,
  readOnly,
  failureModes,
  ofWhat = 'twin',
  onChange,
}: {
  draft: Draft;
  /** Type of the saved protection; null for a new one, for which any type can be chosen. */
  savedType: ProtectionType | null;
  problems: Problems;
  readOnly: boolean;
  failureModes: readonly Named[];
  /** The kind of owner. */
  ofWhat?: 'twin' | 'model';
  onChange(change: Partial<Draft>): void;
}): ReactNode {
  const bound = bindFields({
    draft,
    problems: Object.fromEntries(problems),
    readOnly,
    change: onChange,
  });
  return (
    <FieldGrid gap={4}>
      <Field label="Name" required {...bound.text('name')} />
      <SelectField label="Type" choices={listTypes(savedType)} {...bound.text('type')} />
      <Field label="Description" multiline minRows={1} maxRows={6} {...bound.text('description')} />
      <NumberField
        label="Default level"
        hint="Level when everything is normal."
        {...bound.input('defaultLevel')}
      />
      {draft.type === 'activity' && ofWhat === 'twin' ? (
        <DateTimeInput
          label="Start date"
          hint="Intervals count from this date until work is completed. Leave empty to use the twin’s start date."
          {...bound.input('startDate')}
        />
      ) : null}
      <SwitchField label="Active: evaluated and included in the twin’s level" {...bound.toggle('active')} />
      <Box sx={{ gridColumn: '1 / -1' }}>
        {failureModes.length === 0 ? (
          <Muted>The {ofWhat} has no failure modes yet.</Muted>
        ) : (
          <RecordChoices label="Protects against" records={failureModes} {...bound.input('failureModeIds')} />
        )}
      </Box>
    </FieldGrid>
  );
}
