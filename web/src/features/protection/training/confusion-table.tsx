import Box from '@mui/material/Box';
import { alpha } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { PatternEvaluation } from '@twinward/contracts/protections/pattern-version';
import type { ReactNode } from 'react';
import { formatCount } from '../../../ui/format/format.ts';

/** A confusion matrix of actual patterns and answers. Right answers are on the diagonal. */
export function ConfusionTable({
  evaluation: { confusion, patterns },
}: {
  evaluation: Pick<PatternEvaluation, 'confusion' | 'patterns'>;
}): ReactNode {
  const label = 'Held-out rows by actual pattern and answer';
  return (
    <TableContainer tabIndex={0} role="group" aria-label={label}>
      <Table aria-label={label} sx={{ width: 'auto', '& td, & th': { px: 2 } }}>
        <TableHead>
          <TableRow>
            <TableCell>Actual</TableCell>
            {patterns.map(({ patternId, name }) => (
              <TableCell key={patternId} align="right" title={name} sx={{ maxWidth: 120 }}>
                <Shortened>{name}</Shortened>
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {patterns.map(({ patternId, name }, row) => {
            const counts = confusion[row] ?? [];
            const total = counts.reduce((sum, count) => sum + count, 0);
            return (
              <TableRow key={patternId}>
                <TableCell component="th" scope="row" title={name} sx={{ maxWidth: 200 }}>
                  <Shortened>{name}</Shortened>
                </TableCell>
                {patterns.map((answer, column) => {
                  const count = counts[column] ?? 0;
                  const share = total === 0 ? 0 : count / total;
                  return (
                    <TableCell
                      key={answer.patternId}
                      align="right"
                      sx={({ palette }) => ({
                        fontWeight: row === column ? 600 : 400,
                        color: count === 0 ? 'text.secondary' : 'text.primary',
                        bgcolor:
                          count === 0
                            ? 'transparent'
                            : alpha(
                                row === column ? palette.success.main : palette.error.main,
                                0.06 + 0.24 * share,
                              ),
                      })}
                    >
                      {count === 0 ? '·' : formatCount(count)}
                    </TableCell>
                  );
                })}
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

const Shortened = ({ children }: { children: string }): ReactNode => (
  <Box component="span" sx={{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' }}>
    {children}
  </Box>
);
