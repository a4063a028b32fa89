import Box from '@mui/material/Box';
import Radio from '@mui/material/Radio';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { RuleShape } from '@twinward/domain/score/suggest-rules';
import type { ReactNode } from 'react';
import { formatCount } from '../../../ui/format/format.ts';
import { noticeText } from '../simulation/score-text.ts';
import type { Candidate } from './use-suggestion.ts';

const names: Record<RuleShape, string> = {
  value: 'Limit of the value',
  average: 'Limit of the average',
  spread: 'Limit of the spread',
};

const wide = { display: { xs: 'none', sm: 'table-cell' } };

/** A selectable list of suggested rules with their scores in the visible range. */
export function CandidatesTable({
  candidates,
  shape,
  onShape,
}: {
  candidates: readonly Candidate[];
  shape: RuleShape;
  onShape(shape: RuleShape): void;
}): ReactNode {
  return (
    <TableContainer tabIndex={0} role="group" aria-label="Suggested rules">
      <Table aria-label="Suggested rules">
        <TableHead>
          <TableRow>
            <TableCell>Rule</TableCell>
            <TableCell align="right">Caught</TableCell>
            <TableCell align="right">False</TableCell>
            <TableCell align="right">Notice</TableCell>
            <TableCell align="right" sx={wide}>
              Excursions
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {candidates.map(({ rule, logic, score }) => (
            <TableRow key={rule.shape} selected={rule.shape === shape} onClick={() => onShape(rule.shape)}>
              <TableCell sx={{ cursor: 'pointer', whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
                <Radio
                  size="small"
                  name="rule"
                  checked={rule.shape === shape}
                  onChange={() => onShape(rule.shape)}
                  slotProps={{ input: { 'aria-label': names[rule.shape] } }}
                />
                <Box component="code" sx={{ fontSize: { xs: '0.75rem', sm: 'inherit' } }}>
                  {logic}
                </Box>
              </TableCell>
              {/* A dash if no failure is known, or while loading. */}
              <TableCell align="right">
                {score === null || score.falseEpisodes === null
                  ? '–'
                  : `${formatCount(score.hits)} of ${formatCount(score.hits + score.misses)}`}
              </TableCell>
              <TableCell align="right">
                {score === null || score.falseEpisodes === null ? '–' : formatCount(score.falseEpisodes)}
              </TableCell>
              <TableCell align="right">{score === null ? '–' : noticeText(score.notices)}</TableCell>
              <TableCell align="right" sx={wide}>
                {score === null ? '–' : formatCount(score.excursions)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
