import Box from '@mui/material/Box';
import type { AdvisoryWork } from '@twinward/contracts/protections/threshold';
import type { WorkListName, WorkSystem, workSystems } from '@twinward/contracts/system/value-list';
import type { ReactNode } from 'react';
import { bindFields } from '../../ui/form/bound-fields.ts';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { offeredItems, useValues } from '../api/queries/use-values.ts';

/** Same as in the contract; duplicated to keep its schemas out of the bundle. */
const systems: typeof workSystems = ['SAP', 'HEXAGON', 'MAXIMO'];

/** The initial values of requested work. */
export const emptyWork: AdvisoryWork = {
  type: null,
  priority: null,
  status: null,
  shortDescription: '',
  description: '',
};

const chosenFields = [
  ['type', 'Type of work', 'WORK_REQUEST_TYPES'],
  ['priority', 'Priority of work', 'WORK_REQUEST_PRIORITY'],
  ['status', 'Status of work', 'WORK_REQUEST_STATUS'],
] as const;

/** The fields of the work requested by an advisory, in terms of the work management system. */
export function WorkFields({
  work,
  readOnly = false,
  onChange,
}: {
  work: AdvisoryWork;
  readOnly?: boolean;
  onChange(work: AdvisoryWork): void;
}): ReactNode {
  const bound = bindFields({ draft: work, readOnly, change: (part) => onChange({ ...work, ...part }) });
  const { system = 'SAP' } = work;
  return (
    <>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' } }}>
        <SelectField
          label="Maintenance system"
          choices={systems.map((value) => ({ value, label: value }))}
          value={system}
          disabled={readOnly}
          onChange={(event) => onChange({ ...work, system: event.target.value as WorkSystem })}
        />
        {chosenFields.map(([field, label, listName]) => (
          <ValueField
            key={field}
            label={label}
            listName={listName}
            system={system}
            value={work[field]}
            readOnly={readOnly}
            onChange={(value) => onChange({ ...work, system, [field]: value })}
          />
        ))}
      </Box>
      <Field label="Short description of work" {...bound.text('shortDescription')} />
      <Field label="Description of work" multiline maxRows={6} {...bound.text('description')} />
    </>
  );
}

function ValueField({
  label,
  listName,
  system,
  value,
  readOnly,
  onChange,
}: {
  label: string;
  listName: WorkListName;
  system: WorkSystem;
  value: string | null;
  readOnly: boolean;
  onChange(value: string | null): void;
}): ReactNode {
  const { data: items = [] } = useValues(listName, system);
  const isKnown = value === null || items.some((item) => item.value === value);
  return (
    <SelectField
      label={label}
      choices={[
        { value: '', label: 'None' },
        ...offeredItems(items, (item) => item.value === value).map((item) => ({
          value: item.value,
          label: `${item.value} ${item.caption}`,
        })),
        ...(isKnown ? [] : [{ value, label: value }]),
      ]}
      value={value ?? ''}
      disabled={readOnly}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  );
}
