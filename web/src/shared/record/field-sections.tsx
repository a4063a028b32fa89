import Box from '@mui/material/Box';
import type { FieldDefinition } from '@twinward/contracts/records/field';
import { type ReactNode, useId } from 'react';
import { FieldGrid } from '../../ui/form/field-grid.tsx';

const wide: ReadonlySet<string> = new Set(['long-text', 'list-items']);

/** Fields under the headings of their sections, in the order in which the sections first appear. */
export function FieldSections({
  fields,
  children,
}: {
  fields: readonly FieldDefinition[];
  children: (field: FieldDefinition) => ReactNode;
}): ReactNode {
  const sections = [...new Set(fields.map(({ section }) => section))];
  return sections.map((section) => (
    <FieldSection key={section} title={section}>
      {fields
        .filter((field) => field.section === section)
        .map((field) => (
          <Box
            key={field.name}
            sx={{ minWidth: 0, ...(wide.has(field.kind) ? { gridColumn: '1 / -1' } : {}) }}
          >
            {children(field)}
          </Box>
        ))}
    </FieldSection>
  ));
}

function FieldSection({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <Box component="section" {...(title === '' ? {} : { 'aria-labelledby': id })}>
      {title === '' ? null : (
        <Box component="h2" id={id} sx={{ typography: 'h2', m: 0, pb: 2 }}>
          {title}
        </Box>
      )}
      <FieldGrid gap={4} columnGap={6}>
        {children}
      </FieldGrid>
    </Box>
  );
}
