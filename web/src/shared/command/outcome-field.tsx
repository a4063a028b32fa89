import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { SelectField } from '../../ui/form/select-field.tsx';

/** Filters the rows of a command by outcome. Hidden if all have the same outcome. */
export function OutcomeField<Outcome extends string>({
  outcomes,
  labels,
  value,
  onChange,
}: {
  /** Number of rows by outcome; null while the command runs. */
  outcomes: Partial<Record<Outcome, number>> | null;
  labels: Readonly<Record<Outcome, string>>;
  /** Null for all. */
  value: Outcome | null;
  onChange(outcome: Outcome | null): void;
}): ReactNode {
  const present = Object.keys(outcomes ?? {}) as Outcome[];
  if (present.length < 2) return null;
  return (
    <Box sx={{ maxWidth: 240, pb: 2 }}>
      <SelectField
        label="Outcome"
        value={value ?? ''}
        onChange={(event) => onChange((event.target.value || null) as Outcome | null)}
        choices={[
          { value: '', label: 'All' },
          ...present.map((each) => ({ value: each, label: labels[each] })),
        ]}
      />
    </Box>
  );
}
