import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import { type AdvisoryBulkChange, advisoryBulkChange } from '@twinward/contracts/advisories/advisory-bulk';
import type { Recipient } from '@twinward/contracts/advisories/notification';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { PeopleField } from '../../shared/pickers/people-field.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import type { Saving } from '../../ui/dialogs/saving.ts';
import { DateTimeInput } from '../../ui/form/date-input.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';

const priorityRule = schemaRule(advisoryBulkChange.shape.change.shape.priority);

type Part = 'priority' | 'targetDate' | 'reviewers';

/** Sets fields of many advisories. Fields that are not switched on are kept. */
export function BulkChangeDialog({
  title,
  saving,
  onSave,
  onClose,
}: {
  title: string;
  saving: Saving;
  onSave(change: AdvisoryBulkChange['change']): void;
  onClose(): void;
}): ReactNode {
  const [parts, setParts] = useState<ReadonlySet<Part>>(new Set());
  const [priority, setPriority] = useState<number | null>(null);
  const [targetDate, setTargetDate] = useState<string | null>(null);
  const [people, setPeople] = useState<Recipient[]>([]);
  const problem = priorityRule(priority) ?? undefined;
  const isOn = (part: Part): boolean => parts.has(part);
  const toggle = (part: Part, on: boolean): void => {
    const next = new Set(parts);
    if (on) next.add(part);
    else next.delete(part);
    setParts(next);
  };
  const save = (): void =>
    onSave({
      ...(isOn('priority') ? { priority } : {}),
      ...(isOn('targetDate') ? { targetDate } : {}),
      ...(isOn('reviewers')
        ? {
            reviewerUserIds: people.flatMap((one) => (one.type === 'user' ? [one.id] : [])),
            reviewerGroupIds: people.flatMap((one) => (one.type === 'group' ? [one.id] : [])),
          }
        : {}),
    });
  const part = (name: Part, label: string, field: ReactNode): ReactNode => (
    <Stack sx={{ gap: 2 }}>
      <FormControlLabel
        label={label}
        control={<Switch checked={isOn(name)} onChange={(_, on) => toggle(name, on)} />}
      />
      {isOn(name) ? field : null}
    </Stack>
  );
  return (
    <FormDialog
      title={title}
      action="Change"
      onSubmit={save}
      disabled={parts.size === 0 || (isOn('priority') && problem !== undefined)}
      saving={saving}
      fallback="The advisories could not be changed."
      dirty={parts.size > 0}
      cancel="Back"
      onClose={onClose}
    >
      {part(
        'priority',
        'Set the priority',
        <NumberField
          label="Priority"
          hint="0 to 1000; empty for none"
          value={priority}
          error={problem}
          onChange={setPriority}
        />,
      )}
      {part(
        'targetDate',
        'Set the target date',
        <DateTimeInput label="Target date" value={targetDate} onChange={setTargetDate} />,
      )}
      {part(
        'reviewers',
        'Set the reviewers',
        <PeopleField label="Reviewers" value={people} onChange={setPeople} />,
      )}
    </FormDialog>
  );
}
