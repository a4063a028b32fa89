import { mdiArrowDown, mdiArrowUp } from '@mdi/js';
import Stack from '@mui/material/Stack';
import type { FailureData } from '@twinward/contracts/assets/mtbf';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/page/icon.tsx';
import { mtbfDays, mtbfTrend } from './mtbf-days.ts';

/** An arrow that shows whether a measured MTBF is longer or shorter than the previous one. */
export function MtbfTrend({ mtbf, previousMtbf }: FailureData): ReactNode {
  const trend = mtbfTrend(mtbf, previousMtbf);
  if (trend === null || previousMtbf === null) return null;
  const text = `${trend === 'up' ? 'Up' : 'Down'} from ${mtbfDays(previousMtbf)}`;
  return (
    <Stack
      component="span"
      direction="row"
      role="img"
      aria-label={text}
      title={text}
      sx={{ color: trend === 'up' ? 'success.main' : 'error.main' }}
    >
      <Icon path={trend === 'up' ? mdiArrowUp : mdiArrowDown} />
    </Stack>
  );
}
