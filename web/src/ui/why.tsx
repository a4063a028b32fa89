import { mdiHelpCircleOutline } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { Facts } from './facts.tsx';
import { Icon } from './icon.tsx';

interface WhyProps {
  /** What is explained, as in 'the probability'. */
  subject: string;
  /** How the value comes about, in one line. */
  formula: string;
  inputs: readonly (readonly [label: string, value: ReactNode])[];
  note?: ReactNode;
}

/** The small 'why' beside a computed value: its formula, its inputs, and where they come from. */
export function Why({ subject, formula, inputs, note }: WhyProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  return (
    <>
      <IconButton
        size="small"
        aria-label={`Why ${subject}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ p: 1, color: 'text.secondary' }}
      >
        <Icon path={mdiHelpCircleOutline} sx={{ fontSize: 16 }} />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': id,
            sx: { maxWidth: 'min(400px, calc(100vw - 32px))', p: 4 },
          },
        }}
      >
        <Stack spacing={2}>
          <Typography id={id} sx={{ fontWeight: 600 }}>
            {formula}
          </Typography>
          <Facts facts={inputs} />
          {note === undefined ? null : (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {note}
            </Typography>
          )}
        </Stack>
      </Popover>
    </>
  );
}
