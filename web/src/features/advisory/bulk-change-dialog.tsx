import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import { type AdvisoryBulkChange, advisoryBulkChange } from '@twinward/contracts/advisories/advisory-bulk';
import type { Recipient } from '@twinward/contracts/advisories/notification';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { PeopleField } from '../../shared/pickers/people-field.tsx';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { DateTimeInput } from '../../ui/form/date-input.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';

const priorityRule = schemaRule(advisoryBulkChange.shape.change.shape.priority);

type Part = 'priority' | 'targetDate' | 'reviewers';

/** Sets fields of many advisories. Fields that are not switched on are kept. */
export function BulkChangeDialog({
  title,
  busy,
  error,
  onSave,
  onClose,
}: {
  title: string;
  busy: boolean;
  error: unknown;
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
    <AppDialog
      title={title}
      busy={busy}
      dirty={parts.size > 0}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button
            variant="contained"
            disabled={parts.size === 0 || (isOn('priority') && problem !== undefined)}
            onClick={save}
          >
            Change
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 3, py: 3 }}>
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
        <ErrorState error={error} fallback="The advisories could not be changed." />
      </Stack>
    </AppDialog>
  );
}
