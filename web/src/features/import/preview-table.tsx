import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { roleLabels } from './columns-fields.tsx';
import type { CsvForm, CsvHead, CsvReading } from './csv-preview.ts';

const meanings: Record<CsvForm, string> = {
  long: 'Rows of tag, time and value.',
  wide: 'A column of times, and a column of values for each signal.',
  pair: 'Rows of time and value, of one signal.',
};

const columnsShown = 8;
const rowsShown = 8;

/** The first rows of a file, as the import will read them. */
export function PreviewTable({ head, reading }: { head: CsvHead; reading: CsvReading }): ReactNode {
  const { header } = head;
  const rows = head.rows.slice(0, rowsShown);
  const columns = Math.max(...rows.map((row) => row.length), header.length);
  const roleByColumn = new Map(
    (Object.keys(roleLabels) as (keyof typeof roleLabels)[]).map((role) => [reading.roles[role], role]),
  );
  const shown = Array.from({ length: Math.min(columns, columnsShown) }, (_, column) => column);
  const more = columns - shown.length;
  return (
    <Box>
      {reading.problem === null ? null : (
        <Alert severity="warning" variant="outlined" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {reading.problem}
        </Alert>
      )}
      <Typography variant="body2" sx={{ pb: 1 }}>
        {reading.form === null ? '' : meanings[reading.form]}
        {more > 0 ? ` ${more} more columns are not shown here.` : ''}
      </Typography>
      <TableContainer
        tabIndex={0}
        role="group"
        aria-label="First rows"
        sx={{ border: 1, borderColor: 'divider', borderRadius: 1 }}
      >
        <Table aria-label="First rows">
          <TableHead>
            <TableRow>
              {shown.map((column) => {
                const role = roleByColumn.get(column);
                return (
                  <TableCell key={column}>
                    {header[column]}
                    {role === undefined ||
                    roleLabels[role].toLowerCase() === header[column]?.toLowerCase() ? null : (
                      <Box
                        component="span"
                        sx={{ display: 'block', color: 'text.secondary', fontWeight: 400 }}
                      >
                        {roleLabels[role]}
                      </Box>
                    )}
                  </TableCell>
                );
              })}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
              <TableRow key={index}>
                {shown.map((column) => (
                  <TableCell key={column}>{row[column]}</TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Box>
  );
}
