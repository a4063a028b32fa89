import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Field } from '../../ui/form/field.tsx';

type Fact = 'name' | 'caption' | 'unit' | 'description';
type Facts = Record<Fact, string>;

/** Fields for name, caption, unit and description of a calculated tag. */
export function TagFacts({
  draft,
  problems,
  readOnly,
  onChange,
  onLeave,
}: {
  draft: Facts;
  problems: ReadonlyMap<string, string>;
  readOnly: boolean;
  onChange(change: Partial<Facts>): void;
  onLeave(field: Fact): void;
}): ReactNode {
  const field = (name: Fact) => ({
    value: draft[name],
    readOnly,
    error: problems.get(name),
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
    onBlur: () => onLeave(name),
  });
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 4,
        rowGap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr', lg: '3fr 3fr 1fr 5fr' },
        alignItems: 'start',
      }}
    >
      <Field label="Name" required {...field('name')} />
      <Field label="Caption" required {...field('caption')} />
      <Field label="Unit" hint="As in m3/h" spellCheck={false} {...field('unit')} />
      <Field label="Description" multiline maxRows={4} {...field('description')} />
    </Box>
  );
}
