import { mdiCalendarRange } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DateTimeInput } from '../form/date-input.tsx';
import { Icon } from '../page/icon.tsx';
import type { Range, RangeAction } from './range.ts';

const title = 'Choose from and to';
const iso = (time: number): string => new Date(Math.round(time)).toISOString();

/** A button that opens fields for the start and end of the visible range. */
export function RangeFields({
  range,
  dispatch,
}: {
  range: Range;
  dispatch(action: RangeAction): void;
}): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Tooltip title={title}>
        <IconButton
          size="small"
          aria-label={title}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon path={mdiCalendarRange} />
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': title, sx: { width: 320, maxWidth: '100%', p: 4 } },
        }}
      >
        <Fields
          range={range}
          onApply={(chosen) => {
            dispatch({ type: 'select', ...chosen });
            setAnchor(null);
          }}
        />
      </Popover>
    </>
  );
}

function Fields({ range, onApply }: { range: Range; onApply(range: Range): void }): ReactNode {
  const [from, setFrom] = useState<string | null>(iso(range.from));
  const [to, setTo] = useState<string | null>(iso(range.to));
  const [isTried, setIsTried] = useState(false);
  const missing = (value: string | null) => (isTried && value === null ? 'Required.' : undefined);
  const isReversed = from !== null && to !== null && Date.parse(to) <= Date.parse(from);
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (from !== null && to !== null && !isReversed) onApply({ from: Date.parse(from), to: Date.parse(to) });
  };
  return (
    <Stack component="form" noValidate spacing={3} onSubmit={apply}>
      <DateTimeInput label="From" value={from} onChange={setFrom} error={missing(from)} />
      <DateTimeInput
        label="To"
        value={to}
        onChange={setTo}
        error={isTried && isReversed ? 'The end of the range must be after its start.' : missing(to)}
      />
      <Button type="submit" variant="contained">
        Show range
      </Button>
    </Stack>
  );
}
