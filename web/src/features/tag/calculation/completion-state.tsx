import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Completion } from '@twinward/contracts/core/completion';
import type { ReactNode } from 'react';
import { formatPercent } from '../../../ui/format/format.ts';
import { Why } from '../../../ui/page/why.tsx';

/** The steps of creating a calculated tag, by bit. */
const steps: readonly [bit: number, done: string][] = [
  [1, 'Tag created'],
  [2, 'Inputs added'],
  [4, 'All inputs mapped to tags'],
  [8, 'Logic written'],
];

/** Shows how complete a calculated tag is, and what is missing. */
export const CompletionState = ({ completion }: { completion: Completion }): ReactNode => (
  <Stack direction="row" sx={{ alignItems: 'center' }}>
    <Typography
      sx={{ color: 'text.secondary' }}
    >{`${formatPercent(completion.percent)} complete`}</Typography>
    <Why
      subject="this completion"
      formula="Steps done / 4 × 100 %"
      inputs={steps.map(([bit, step]) => [step, (completion.bits & bit) === 0 ? 'missing' : 'yes'] as const)}
    />
  </Stack>
);
