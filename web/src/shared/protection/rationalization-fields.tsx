import Box from '@mui/material/Box';
import type { Rationalization } from '@twinward/contracts/protections/threshold';
import type { ReactNode } from 'react';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import type { Problems } from './draft.ts';

const empty: Rationalization = { cause: '', consequence: '', response: '', timeToRespond: null };

const texts = [
  { name: 'cause', label: 'Cause', hint: 'What makes it happen.' },
  { name: 'consequence', label: 'Consequence', hint: 'What follows if nobody responds.' },
  {
    name: 'response',
    label: 'Response',
    hint: 'What to do. Shown with the alarm, in notifications and advisories.',
  },
] as const;

const units = ['minutes', 'hours', 'days'] as const;

/** The rationalization of a threshold's alarm: cause, consequence and response. */
export function RationalizationFields({
  value,
  problems,
  readOnly,
  onChange,
}: {
  value: Rationalization | null;
  problems: Problems;
  readOnly: boolean;
  onChange(value: Rationalization): void;
}): ReactNode {
  const shown = value ?? empty;
  return (
    <Box
      role="group"
      aria-label="Rationalization"
      sx={{
        display: 'grid',
        gap: 3,
        py: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        alignItems: 'start',
      }}
    >
      {texts.map(({ name, label, hint }) => (
        <Field
          key={name}
          label={label}
          hint={hint}
          multiline
          maxRows={6}
          value={shown[name]}
          readOnly={readOnly}
          error={problems.get(`rationalization.${name}`)}
          onChange={(event) => onChange({ ...shown, [name]: event.target.value })}
        />
      ))}
      <DurationInput
        label="Time to respond"
        hint="Time within which the response prevents the consequence."
        units={units}
        defaultUnit="minutes"
        value={shown.timeToRespond}
        readOnly={readOnly}
        error={problems.get('rationalization.timeToRespond')}
        onChange={(timeToRespond) => onChange({ ...shown, timeToRespond })}
      />
    </Box>
  );
}
