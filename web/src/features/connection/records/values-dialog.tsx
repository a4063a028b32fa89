import { mdiClose } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import type { MappingRule, MappingTarget } from '@twinward/contracts/connections/mapping';
import type { ShownRecord } from '@twinward/contracts/connections/request';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Icon } from '../../../ui/page/icon.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { seenValues } from './mapping-draft.ts';

type Values = MappingRule['values'];

/** Maps remote values to local values. */
export function ValuesDialog({
  target,
  rule,
  records,
  onApply,
  onClose,
}: {
  target: MappingTarget;
  rule: MappingRule;
  /** The records of the preview, whose values are offered. */
  records: readonly ShownRecord[];
  onApply(values: Values): void;
  onClose(): void;
}): ReactNode {
  const [values, setValues] = useState<Values>(rule.values);
  const seen = seenValues(records, { ...rule, values });
  const change = (index: number, part: Partial<Values[number]>) =>
    setValues(values.map((pair, at) => (at === index ? { ...pair, ...part } : pair)));
  const complete = values.filter(({ from }) => from !== '');
  return (
    <FormDialog
      title={`Values of ${target.label}`}
      action="Apply"
      onSubmit={() => onApply(complete)}
      dirty={values !== rule.values}
      onClose={onClose}
    >
      <Muted>Values that are not listed stay unchanged.</Muted>
      {values.map((pair, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity
        <Box key={index} sx={line}>
          <Field
            label={`External value ${index + 1}`}
            value={pair.from}
            onChange={(event) => change(index, { from: event.target.value })}
          />
          {target.choices.length > 0 ? (
            <SelectField
              label={`Twinward value ${index + 1}`}
              value={pair.to}
              choices={[
                { value: '', label: 'Empty' },
                ...target.choices.map((choice) => ({ value: choice, label: choice })),
              ]}
              onChange={(event) => change(index, { to: event.target.value })}
            />
          ) : (
            <Field
              label={`Twinward value ${index + 1}`}
              value={pair.to}
              onChange={(event) => change(index, { to: event.target.value })}
            />
          )}
          <IconButton
            size="small"
            aria-label={`Remove value ${index + 1}`}
            onClick={() => setValues(values.filter((_, at) => at !== index))}
            sx={{ mb: 1 }}
          >
            <Icon path={mdiClose} />
          </IconButton>
        </Box>
      ))}
      <Stack direction="row" spacing={2}>
        <AddButton variant="outlined" onClick={() => setValues([...values, { from: '', to: '' }])}>
          Add value
        </AddButton>
        {seen.length === 0 ? null : (
          <Button onClick={() => setValues([...values, ...seen.map((from) => ({ from, to: '' }))])}>
            Add values from preview
          </Button>
        )}
      </Stack>
    </FormDialog>
  );
}

const line = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto',
  columnGap: 3,
  alignItems: 'end',
} as const;
