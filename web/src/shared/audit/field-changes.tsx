import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { AuditFieldChange } from '@twinward/contracts/system/audit';
import type { ReactNode } from 'react';

/** The changed fields with their old and new values; one value per field if a record was added or deleted. */
export function FieldChanges({
  label,
  changes,
  isUpdate,
}: {
  /** Accessible name of the table. */
  label: string;
  changes: readonly AuditFieldChange[];
  /** Whether an existing record was changed, not added or deleted. */
  isUpdate: boolean;
}): ReactNode {
  return (
    <Table aria-label={label} sx={{ tableLayout: 'fixed' }}>
      <TableHead sx={{ display: onWide('table-header-group') }}>
        <TableRow>
          <TableCell sx={{ width: '28%' }}>Field</TableCell>
          {isUpdate ? (
            <>
              <TableCell>Before</TableCell>
              <TableCell>After</TableCell>
            </>
          ) : (
            <TableCell>Value</TableCell>
          )}
        </TableRow>
      </TableHead>
      <TableBody>
        {changes.map(({ field, old, new: now }) => (
          <TableRow key={field}>
            <TableCell sx={{ ...cell, fontWeight: { xs: 600, sm: 400 }, borderBottomWidth: onPhone }}>
              {field}
            </TableCell>
            {isUpdate ? (
              <>
                <TableCell sx={{ ...cell, borderBottomWidth: onPhone }}>
                  <PhoneLabel>Before</PhoneLabel>
                  {old || '–'}
                </TableCell>
                <TableCell sx={cell}>
                  <PhoneLabel>After</PhoneLabel>
                  {now || '–'}
                </TableCell>
              </>
            ) : (
              <TableCell sx={cell}>{old || now || '–'}</TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** On a phone, the cells of a row are stacked, each beside its heading. */
const onWide = (display: string) => ({ xs: 'none', sm: display });
const onPhone = { xs: 0, sm: '1px' };
const cell = {
  display: { xs: 'block', sm: 'table-cell' },
  height: 'auto',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  py: 1,
} as const;

const PhoneLabel = ({ children }: { children: string }): ReactNode => (
  <Box
    component="span"
    aria-hidden
    sx={{ display: { xs: 'inline-block', sm: 'none' }, width: 64, color: 'text.secondary' }}
  >
    {children}
  </Box>
);
