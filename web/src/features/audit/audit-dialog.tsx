import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { AuditEntry } from '@twinward/contracts/system/audit';
import type { ReactNode } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { formatDateTime } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { Facts } from '../../ui/page/facts.tsx';
import { actionLabels, findDifferences } from './audit-values.ts';

/** An entry of the audit trail: each field before and after. */
export function AuditDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }): ReactNode {
  const timeZone = useTimeZone();
  const differences = findDifferences(entry);
  const wrap = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', py: 1 } as const;
  return (
    <AppDialog title={`${entry.entityType} ${entry.entityName}`} maxWidth="md" onClose={onClose}>
      <Facts
        facts={[
          ['Time', formatDateTime(entry.time, timeZone, true)],
          ['User', entry.userName],
          ['Action', actionLabels[entry.action]],
        ]}
      />
      {differences.length === 0 ? (
        <Typography sx={{ pt: 4 }}>No field differs.</Typography>
      ) : (
        <Table aria-label="Fields" sx={{ mt: 4, tableLayout: 'fixed' }}>
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: '28%' }}>Field</TableCell>
              <TableCell>Before</TableCell>
              <TableCell>After</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {differences.map((difference) => (
              <TableRow key={difference.field}>
                <TableCell sx={wrap}>{difference.field}</TableCell>
                <TableCell sx={wrap}>{difference.old || '–'}</TableCell>
                <TableCell sx={wrap}>{difference.new || '–'}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </AppDialog>
  );
}
