import Button from '@mui/material/Button';
import {
  type AlarmTargets,
  alarmTargets,
  defaultAlarmTargets,
} from '@twinward/contracts/protections/alarm-report';
import type { ReactNode } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { FieldGrid } from '../../ui/form/field-grid.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { schemaProblems } from '../../ui/form/schema-problems.ts';
import { useDraft } from '../../ui/form/use-draft.ts';
import { Section } from '../../ui/page/section.tsx';
import { useSetTargets } from './api.ts';

type Draft = Record<keyof AlarmTargets, number | null>;

const groups: readonly {
  title: string;
  fields: readonly { name: keyof AlarmTargets; label: string; unit?: string; hint?: string }[];
}[] = [
  {
    title: 'Rates',
    fields: [
      { name: 'averageRate', label: 'Alarms per 10 minutes and area', hint: 'At most, on average' },
      { name: 'peakRate', label: 'Most alarms in 10 minutes' },
      { name: 'areaDepth', label: 'Depth of areas', hint: 'In the hierarchy of assets; 1 is the top' },
    ],
  },
  {
    title: 'Floods',
    fields: [
      { name: 'floodStart', label: 'Begins with more than', hint: 'Alarms in 10 minutes' },
      { name: 'floodEnd', label: 'Ends with fewer than', hint: 'Alarms in 10 minutes' },
      { name: 'floodShare', label: 'Time in flood', unit: '%' },
    ],
  },
  {
    title: 'Priorities',
    fields: [
      { name: 'low', label: 'Low', unit: '%' },
      { name: 'medium', label: 'Medium', unit: '%' },
      { name: 'high', label: 'High', unit: '%' },
      { name: 'mediumFrom', label: 'Medium from level' },
      { name: 'highFrom', label: 'High from level' },
    ],
  },
  {
    title: 'Maximum values',
    fields: [
      { name: 'worstShare', label: 'Load of the ten worst', unit: '%' },
      { name: 'standing', label: 'Standing over 24 hours' },
      { name: 'stale', label: 'Stale' },
      { name: 'chattering', label: 'Chattering thresholds' },
      { name: 'shelved', label: 'Shelved protections' },
    ],
  },
];

/** Edits the targets of alarm performance, which apply to all users. */
export function TargetsDialog({
  targets,
  onClose,
}: {
  targets: AlarmTargets;
  onClose: () => void;
}): ReactNode {
  const { draft, isDirty, change } = useDraft<Draft>(targets);
  const saving = useSetTargets();
  const parsed = alarmTargets.safeParse(draft);
  const problems = schemaProblems(alarmTargets, draft, draft);
  return (
    <FormDialog
      title="Targets of alarm performance"
      action="Save targets"
      onSubmit={() => parsed.success && saving.mutate(parsed.data, { onSuccess: onClose })}
      disabled={!parsed.success}
      saving={saving}
      fallback="The targets could not be saved."
      dirty={isDirty}
      cancel={null}
      extra={<Button onClick={() => change(defaultAlarmTargets)}>Use ISA-18.2 targets</Button>}
      spacing={0}
      py={0}
      onClose={onClose}
    >
      {groups.map(({ title, fields }) => (
        <Section key={title} title={title}>
          <FieldGrid sx={{ pb: 4 }}>
            {fields.map(({ name, label, unit, hint }) => (
              <NumberField
                key={name}
                label={label}
                value={draft[name]}
                unit={unit}
                hint={hint}
                error={problems[name]}
                onChange={(value) => change({ [name]: value })}
              />
            ))}
          </FieldGrid>
        </Section>
      ))}
    </FormDialog>
  );
}
