import { mdiCalendarRange } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DateTimeInput } from '../form/date-input.tsx';
import { rangeProblems, toIso } from '../form/range-problems.ts';
import { Icon } from '../page/icon.tsx';
import { Popover } from '../page/popover.tsx';
import type { Range, RangeAction } from './range.ts';

const title = 'Choose from and to';

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
  const [from, setFrom] = useState<string | null>(toIso(range.from));
  const [to, setTo] = useState<string | null>(toIso(range.to));
  const [isTried, setIsTried] = useState(false);
  const problems = rangeProblems(from, to);
  const shown = isTried ? problems : { start: undefined, end: undefined };
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (from !== null && to !== null && problems.end === undefined)
      onApply({ from: Date.parse(from), to: Date.parse(to) });
  };
  return (
    <Stack component="form" noValidate spacing={3} onSubmit={apply}>
      <DateTimeInput label="From" value={from} onChange={setFrom} error={shown.start} />
      <DateTimeInput label="To" value={to} onChange={setTo} error={shown.end} />
      <Button type="submit" variant="contained">
        Show range
      </Button>
    </Stack>
  );
}
