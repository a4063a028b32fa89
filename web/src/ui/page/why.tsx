import { mdiHelpCircleOutline } from '@mdi/js';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { Time } from '../format/time.tsx';
import { Facts } from './facts.tsx';
import { Muted } from './muted.tsx';
import { Popover } from './popover.tsx';
import { RowButton } from './row-button.tsx';
import { TextLink } from './text-link.tsx';

interface WhyProps {
  /** The explained value, such as 'the probability'. */
  subject: string;
  /** The formula, in one line. */
  formula: string;
  /** The inputs of the formula, each with the time from which its value applies (ISO 8601). */
  inputs: readonly (readonly [label: string, value: ReactNode, time?: string | null])[];
  note?: ReactNode;
  /** Links to the pages where the inputs are edited. */
  links?: readonly { label: string; to: string }[];
}

/** A 'why' button beside a calculated value, which shows its formula, its inputs, and links to them. */
export function Why({ subject, formula, inputs, note, links = [] }: WhyProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  return (
    <>
      <RowButton
        icon={mdiHelpCircleOutline}
        iconSize={16}
        aria-label={`Why ${subject}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
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
          <Facts facts={inputs.map(([label, value, time]) => [label, withTime(value, time)])} />
          {note === undefined ? null : <Muted>{note}</Muted>}
          {links.length === 0 ? null : (
            <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 4, rowGap: 1 }}>
              {links.map(({ label, to }) => (
                <TextLink key={to} to={to} variant="body2">
                  {label}
                </TextLink>
              ))}
            </Stack>
          )}
        </Stack>
      </Popover>
    </>
  );
}

function withTime(value: ReactNode, time: string | null | undefined): ReactNode {
  if (time === undefined || time === null) return value;
  return (
    <>
      {value}{' '}
      <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
        (<Time value={time} />)
      </Typography>
    </>
  );
}
