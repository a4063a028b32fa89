import Stack from '@mui/material/Stack';
import type { QueryTimeRange } from '@twinward/contracts/questions/query-definition';
import { type ReactNode, useState } from 'react';
import { queryTimeRule } from '../../shared/query/relative-times.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';

export const rangePresets: readonly { range: QueryTimeRange; label: string }[] = [
  { range: { from: 'now-24h', to: 'now' }, label: 'Last 24 hours' },
  { range: { from: 'now-7d', to: 'now' }, label: 'Last 7 days' },
  { range: { from: 'now-30d', to: 'now' }, label: 'Last 30 days' },
  { range: { from: 'now-90d', to: 'now' }, label: 'Last 90 days' },
  { range: { from: 'now-1y', to: 'now' }, label: 'Last year' },
  { range: { from: 'now-5y', to: 'now' }, label: 'Last 5 years' },
  { range: { from: 'now/d', to: 'now' }, label: 'Today' },
  { range: { from: 'now/w', to: 'now' }, label: 'This week' },
  { range: { from: 'now/M', to: 'now' }, label: 'This month' },
  { range: { from: 'now-1M/M', to: 'now/M' }, label: 'Last month' },
];

const rangeText = ({ from, to }: QueryTimeRange): string => `${from} ${to}`;
const own = 'own';

/** A field for a time range: relative to now, or fixed. */
export function RangeField({
  range,
  onRange,
}: {
  range: QueryTimeRange;
  onRange: (range: QueryTimeRange) => void;
}): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const isPreset = rangePresets.some((preset) => rangeText(preset.range) === rangeText(range));
  return (
    <Stack sx={{ width: { xs: '100%', sm: 220 } }}>
      <SelectField
        label="Range"
        value={rangeText(range)}
        choices={[
          ...rangePresets.map((preset) => ({ value: rangeText(preset.range), label: preset.label })),
          ...(isPreset ? [] : [{ value: rangeText(range), label: `${range.from} to ${range.to}` }]),
          { value: own, label: 'Other range...' },
        ]}
        onChange={({ target }) => {
          const preset = rangePresets.find((one) => rangeText(one.range) === target.value);
          if (target.value === own) setIsOpen(true);
          else if (preset) onRange(preset.range);
        }}
      />
      {isOpen ? (
        <RangeDialog
          range={range}
          onRange={(next) => {
            onRange(next);
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </Stack>
  );
}

const hint = 'Examples: 2024-01-31, 2024-01-31T06:00, now-30d, or now/M for the start of this month.';

function RangeDialog({
  range,
  onRange,
  onClose,
}: {
  range: QueryTimeRange;
  onRange: (range: QueryTimeRange) => void;
  onClose: () => void;
}): ReactNode {
  const form = useDraft(range, ({ from, to }) => ({
    from: queryTimeRule(from) ?? undefined,
    to: queryTimeRule(to) ?? undefined,
  }));
  const toTime = (name: keyof QueryTimeRange) => ({
    value: form.draft[name],
    error: form.problems[name],
    onChange: (event: { target: { value: string } }) => form.change({ [name]: event.target.value.trim() }),
  });
  return (
    <FormDialog
      title="Range"
      action="Show range"
      form={form}
      dirty={false}
      onSubmit={() => onRange(form.draft)}
      py={0}
      onClose={onClose}
    >
      <Field label="From" hint={hint} {...toTime('from')} />
      <Field label="To" {...toTime('to')} />
    </FormDialog>
  );
}
