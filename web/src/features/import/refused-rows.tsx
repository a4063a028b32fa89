import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { PageLinks } from '../../ui/list/page-links.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { refusedPageSize, useRefusedRows } from './api/use-refused-rows.ts';

/** The rejected rows with their reasons. */
export function RefusedRows({ commandId, count }: { commandId: string; count: number }): ReactNode {
  const [page, setPage] = useState(1);
  const rows = useRefusedRows(commandId, page);
  return (
    <Box>
      <Typography variant="h3">Refused rows</Typography>
      <Loaded query={rows} fallback="The refused rows could not be loaded.">
        {({ records, total }) => (
          <>
            <TableContainer tabIndex={0} role="group" aria-label="Refused rows">
              <Table aria-label="Refused rows">
                <TableHead>
                  <TableRow>
                    <TableCell align="right" sx={{ width: 80 }}>
                      Line
                    </TableCell>
                    <TableCell>Reason</TableCell>
                  </TableRow>
                </TableHead>
                <TableBody>
                  {records.map((row) => (
                    <TableRow key={row.line}>
                      <TableCell align="right">{formatCount(row.line)}</TableCell>
                      <TableCell sx={{ whiteSpace: 'normal' }}>{row.reason}</TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </TableContainer>
            <PageLinks
              page={page}
              pageSize={refusedPageSize}
              total={total}
              noun="refused rows"
              onChange={setPage}
            />
            {total < count ? (
              <Muted>
                Only the first {formatCount(total)} of {formatCount(count)} are listed.
              </Muted>
            ) : null}
          </>
        )}
      </Loaded>
    </Box>
  );
}
