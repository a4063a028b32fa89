import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { CsvForm, CsvPreview } from './csv-preview.ts';

const meanings: Record<CsvForm, string> = {
  long: 'Rows of tag, time and value.',
  wide: 'A column of times, and a column of values for each tag that a heading names.',
  pair: 'Rows of time and value, for one tag.',
};

const columnsShown = 8;

/** The first rows of a file as they will be read. */
export function PreviewTable({ preview }: { preview: CsvPreview }): ReactNode {
  const columns = Math.max(...preview.rows.map((row) => row.length), preview.header?.length ?? 0);
  const shown = Array.from({ length: Math.min(columns, columnsShown) }, (_, column) => column);
  const more = columns - shown.length;
  return (
    <Box>
      <Typography variant="body2" sx={{ pb: 1 }}>
        {meanings[preview.form]}
        {more > 0 ? ` ${more} more columns are not shown here.` : ''}
      </Typography>
      <TableContainer
        tabIndex={0}
        role="group"
        aria-label="First rows"
        sx={{ border: 1, borderColor: 'divider', borderRadius: 1 }}
      >
        <Table aria-label="First rows">
          {preview.header ? (
            <TableHead>
              <TableRow>
                {shown.map((column) => (
                  <TableCell key={column}>{preview.header?.[column]}</TableCell>
                ))}
              </TableRow>
            </TableHead>
          ) : null}
          <TableBody>
            {preview.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file are told apart by their place
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
