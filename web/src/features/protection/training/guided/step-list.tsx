import { mdiCheck } from '@mdi/js';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import { Icon } from '../../../../ui/page/icon.tsx';
import { type StepId, steps } from './steps.ts';

/** The steps with their completion. Each can be opened. */
export const StepList = ({
  current,
  done,
  onOpen,
}: {
  current: StepId;
  done: Record<StepId, boolean>;
  onOpen(step: StepId): void;
}): ReactNode => (
  <Box
    component="ol"
    aria-label="Steps"
    sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1 }}
  >
    {steps.map(({ id, label }, index) => (
      <li key={id}>
        <ButtonBase
          aria-current={id === current ? 'step' : undefined}
          onClick={() => onOpen(id)}
          sx={{
            gap: 2,
            px: 2,
            py: 1,
            fontFamily: 'inherit',
            fontSize: '0.8125rem',
            fontWeight: id === current ? 600 : 400,
            borderBottom: 2,
            borderColor: id === current ? 'primary.main' : 'transparent',
          }}
        >
          <Box
            component="span"
            sx={{
              width: 22,
              height: 22,
              borderRadius: '50%',
              border: 1,
              borderColor: 'divider',
              display: 'grid',
              placeItems: 'center',
              fontSize: '0.75rem',
            }}
          >
            {done[id] ? <Icon path={mdiCheck} sx={{ fontSize: 16 }} /> : index + 1}
          </Box>
          {label}
          {done[id] ? <span className="visually-hidden">, done</span> : null}
        </ButtonBase>
      </li>
    ))}
  </Box>
);
