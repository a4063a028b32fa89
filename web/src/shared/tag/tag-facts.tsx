import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { bindFields } from '../../ui/form/bound-fields.ts';
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
  problems: Readonly<Record<string, string | undefined>>;
  readOnly: boolean;
  onChange(change: Partial<Facts>): void;
  onLeave(field: Fact): void;
}): ReactNode {
  const bound = bindFields<Facts>({ draft, problems, readOnly, change: onChange });
  const field = (name: Fact) => ({
    ...bound.text(name),
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
