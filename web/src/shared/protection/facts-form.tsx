import Box from '@mui/material/Box';
import type { ProtectionType } from '@twinward/contracts/protections/protection';
import type { ReactNode } from 'react';
import { CheckList } from '../../ui/form/check-list.tsx';
import { DateTimeInput } from '../../ui/form/date-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
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
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        alignItems: 'start',
      }}
    >
      <Field
        label="Name"
        required
        value={draft.name}
        readOnly={readOnly}
        error={problems.get('name')}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <SelectField
        label="Type"
        choices={listTypes(savedType)}
        value={draft.type}
        disabled={readOnly}
        onChange={(event) => onChange({ type: event.target.value as Draft['type'] })}
      />
      <Field
        label="Description"
        multiline
        minRows={1}
        maxRows={6}
        value={draft.description}
        readOnly={readOnly}
        error={problems.get('description')}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <NumberField
        label="Default level"
        hint="Level when everything is normal."
        value={draft.defaultLevel}
        readOnly={readOnly}
        error={problems.get('defaultLevel')}
        onChange={(defaultLevel) => onChange({ defaultLevel })}
      />
      {draft.type === 'activity' && ofWhat === 'twin' ? (
        <DateTimeInput
          label="Start date"
          hint="Intervals count from this date until work is completed. Leave empty to use the twin’s start date."
          value={draft.startDate}
          readOnly={readOnly}
          error={problems.get('startDate')}
          onChange={(startDate) => onChange({ startDate })}
        />
      ) : null}
      <SwitchField
        label="Active: evaluated and included in the twin’s level"
        checked={draft.active}
        readOnly={readOnly}
        onChange={(active) => onChange({ active })}
      />
      <Box sx={{ gridColumn: '1 / -1' }}>
        {failureModes.length === 0 ? (
          <Muted>The {ofWhat} has no failure modes yet.</Muted>
        ) : (
          <CheckList
            label="Protects against"
            choices={failureModes.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={draft.failureModeIds.map(String)}
            disabled={readOnly}
            onChange={(ids) => onChange({ failureModeIds: ids.map(Number) })}
          />
        )}
      </Box>
    </Box>
  );
}
