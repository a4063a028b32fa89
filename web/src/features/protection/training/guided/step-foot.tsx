import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { Muted } from '../../../../ui/page/muted.tsx';

/** The buttons at the end of a step, and what is missing before the next one. */
export const StepFoot = ({
  label = 'Next',
  isBusy = false,
  lacking,
  onBack,
  onNext,
}: {
  label?: string;
  isBusy?: boolean;
  /** What is missing; null if the step is complete. */
  lacking: string | null;
  /** Undefined in the first step. */
  onBack?: () => void;
  onNext: () => void;
}): ReactNode => (
  <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 3, rowGap: 1, pt: 4 }}>
    {onBack === undefined ? null : <Button onClick={onBack}>Back</Button>}
    <Button variant="contained" loading={isBusy} disabled={lacking !== null} onClick={onNext}>
      {label}
    </Button>
    {lacking === null ? null : <Muted>{lacking}</Muted>}
  </Stack>
);
