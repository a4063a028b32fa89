import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import {
  type AlarmTargets,
  alarmTargets,
  defaultAlarmTargets,
} from '@twinward/contracts/protections/alarm-report';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
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
  const [draft, setDraft] = useState<Draft>(targets);
  const saving = useSetTargets();
  const parsed = alarmTargets.safeParse(draft);
  const findError = (name: string): string | undefined => {
    const issue = parsed.error?.issues.find(({ path }) => path[0] === name);
    return issue === undefined
      ? undefined
      : draft[name as keyof Draft] === null
        ? 'Required.'
        : issue.message;
  };
  const isDirty = Object.entries(draft).some(([name, value]) => value !== targets[name as keyof Draft]);
  return (
    <AppDialog
      title="Targets of alarm performance"
      busy={saving.isPending}
      dirty={isDirty}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => setDraft(defaultAlarmTargets)}>Use ISA-18.2 targets</Button>
          <Button
            variant="contained"
            disabled={!parsed.success}
            onClick={() => parsed.success && saving.mutate(parsed.data, { onSuccess: onClose })}
          >
            Save targets
          </Button>
        </>
      }
    >
      {groups.map(({ title, fields }) => (
        <Section key={title} title={title}>
          <Box
            sx={{
              display: 'grid',
              gap: 3,
              pb: 4,
              alignItems: 'start',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            {fields.map(({ name, label, unit, hint }) => (
              <NumberField
                key={name}
                label={label}
                value={draft[name]}
                unit={unit}
                hint={hint}
                error={findError(name)}
                onChange={(value) => setDraft((current) => ({ ...current, [name]: value }))}
              />
            ))}
          </Box>
        </Section>
      ))}
      <ErrorState error={saving.error} fallback="The targets could not be saved." />
    </AppDialog>
  );
}
