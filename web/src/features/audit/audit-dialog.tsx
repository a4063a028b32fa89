import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { AuditEntry } from '@twinward/contracts/system/audit';
import { actionLabels, entityLabel } from '@twinward/domain/audit/labels';
import type { ReactNode } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { formatDateTime } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { Facts } from '../../ui/page/facts.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';

/** An entry of the audit trail: each field before and after. */
export function AuditDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }): ReactNode {
  const timeZone = useTimeZone();
  const { title, path, changes } = entry;
  const kind = entityLabel(entry.entityType);
  const thing = (
    <>
      {kind} {path === null ? title : <TextLink to={path}>{title}</TextLink>}
    </>
  );
  return (
    <AppDialog title={`${kind} ${title}`} maxWidth="md" onClose={onClose}>
      <Facts
        facts={[
          ['Time', formatDateTime(entry.time, timeZone, true)],
          ['User', entry.userName],
          ['Action', actionLabels[entry.action]],
          ['What', thing],
        ]}
      />
      {changes.length === 0 ? (
        <Typography sx={{ pt: 4 }}>No field differs.</Typography>
      ) : (
        <Table aria-label="Fields" sx={{ mt: 4, tableLayout: 'fixed' }}>
          <TableHead sx={{ display: onWide('table-header-group') }}>
            <TableRow>
              <TableCell sx={{ width: '28%' }}>Field</TableCell>
              <TableCell>Before</TableCell>
              <TableCell>After</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {changes.map(({ field, old, new: now }) => (
              <TableRow key={field}>
                <TableCell sx={{ ...cell, fontWeight: { xs: 600, sm: 400 }, borderBottomWidth: onPhone }}>
                  {field}
                </TableCell>
                <TableCell sx={{ ...cell, borderBottomWidth: onPhone }}>
                  <PhoneLabel>Before</PhoneLabel>
                  {old || '–'}
                </TableCell>
                <TableCell sx={cell}>
                  <PhoneLabel>After</PhoneLabel>
                  {now || '–'}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </AppDialog>
  );
}

/** On a phone the cells of a row stand below one another, and have their headings beside them. */
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
