import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ColumnRole, ColumnsOption } from '@twinward/contracts/signals/import';
import type { ReactNode } from 'react';
import { Labelled } from '../../ui/form/labelled.tsx';
import { ChoiceField } from './choice-field.tsx';
import type { CsvHead, CsvReading } from './csv-preview.ts';

export const roleLabels: Record<ColumnRole, string> = {
  tag: 'Tag',
  time: 'Time',
  date: 'Date',
  value: 'Value',
  quality: 'Quality',
};

const hints: Partial<Record<ColumnRole, string>> = {
  tag: 'When each row is one point',
  time: 'Date and time, or time of day',
  date: 'When date and time are separate',
};

const roles = Object.keys(roleLabels) as ColumnRole[];

/** Maps columns of the file. For a workbook, which only the server can read, the user types the headings. */
export function ColumnsFields({
  head,
  reading,
  columns,
  onColumns,
}: {
  /** Null for a workbook. */
  head: CsvHead | null;
  reading: CsvReading | null;
  columns: ColumnsOption;
  onColumns(columns: ColumnsOption): void;
}): ReactNode {
  const choose = (role: ColumnRole, heading: string | null) => {
    const { [role]: _, ...others } = columns;
    onColumns(heading === null || heading === '' ? others : { ...others, [role]: heading });
  };
  const headings = [...new Set(head?.header.filter((heading) => heading !== ''))];
  return (
    <Box component="section" aria-label="Columns">
      <Typography variant="h3" sx={{ pb: 2 }}>
        Columns
      </Typography>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        {roles.map((role) => {
          const place = reading?.roles[role];
          const found = place === undefined ? undefined : head?.header[place];
          const label = `${roleLabels[role]} column`;
          return head === null ? (
            <Labelled key={role} label={label} hint={hints[role]}>
              {(id) => (
                <TextField
                  id={id}
                  size="small"
                  placeholder="Detected from its heading"
                  value={columns[role] ?? ''}
                  onChange={(event) => choose(role, event.target.value)}
                />
              )}
            </Labelled>
          ) : (
            <ChoiceField
              key={role}
              label={label}
              hint={hints[role]}
              value={columns[role] ?? null}
              none={columns[role] === undefined && found !== undefined ? `Detected: ${found}` : 'None'}
              choices={headings.map((heading) => ({ value: heading, label: heading }))}
              onChange={(heading) => choose(role, heading)}
            />
          );
        })}
      </Box>
    </Box>
  );
}
